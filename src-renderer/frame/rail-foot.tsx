import { plural } from '../format/numbers.ts'
import { type ConnectionState, useConnection } from '../state/connection.ts'
import { useUnknownCount } from '../state/intents.ts'
import { go, useLocation } from '../state/location.ts'
import { ASIDE_GROUPS, type ViewDefinition, views } from '../views/registry.tsx'
import classes from './brand-rail.module.css'

const LABELS: Record<ConnectionState, string> = {
  ok: 'Connected',
  connecting: 'Connecting …',
  lost: 'Not connected',
  'signed-out': 'Signed out',
  'not-signed-in': 'Not signed in',
}

const FootLink = ({ view: { id, title, icon: Icon } }: { readonly view: ViewDefinition }) => {
  const isCurrent = useLocation((state) => state.view === id)
  return (
    <button
      type="button"
      className={classes.row}
      aria-current={isCurrent ? 'page' : undefined}
      title={title}
      onClick={() => go({ view: id })}
    >
      <span className={classes.icon} aria-hidden>
        <Icon size={16} />
      </span>
      <span className={`${classes.name} truncate`}>{title}</span>
      {id === 'intents' ? <Undecided /> : null}
    </button>
  )
}

/** Acts whose outcome a person has to decide. */
const Undecided = () => {
  const count = useUnknownCount()
  return count === 0 ? null : (
    <span className={classes.count} title={`${plural(count, 'action')} with an unknown outcome`}>
      {count} unknown
    </span>
  )
}

/** The views of acts and of the desk itself, and whether the desk is there. */
export const RailFoot = () => {
  const state = useConnection((connection) => connection.state)
  return (
    <div className={classes.foot}>
      {ASIDE_GROUPS.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: links that stand together are no fields of a form
        <div key={group} role="group" aria-label={group} className={classes.group}>
          {views
            .filter((view) => view.group === group)
            .map((view) => (
              <FootLink key={view.id} view={view} />
            ))}
        </div>
      ))}
      <div className={classes.state} data-state={state} role="status">
        {LABELS[state]}
      </div>
    </div>
  )
}
