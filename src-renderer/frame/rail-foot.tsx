import type { ConnectionState } from '../bridge.ts'
import { useConnection } from '../store/connection.ts'
import { go, useLocation } from '../store/location.ts'
import { type ViewDefinition, views } from '../views/registry.tsx'
import classes from './brand-rail.module.css'

const WORDS: Record<ConnectionState, string> = {
  ok: 'Desk running',
  connecting: 'Reaching the desk …',
  lost: 'Desk not reachable',
  'signed-out': 'Signed out',
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
      <span className={classes.name}>{title}</span>
    </button>
  )
}

/** The views that belong to the desk rather than to a brand, and whether the desk is there. */
export const RailFoot = () => {
  const state = useConnection((connection) => connection.state)
  return (
    <div className={classes.foot}>
      {views
        .filter((view) => view.takes === 'none')
        .map((view) => (
          <FootLink key={view.id} view={view} />
        ))}
      <div className={classes.state} data-state={state} role="status">
        {WORDS[state]}
      </div>
    </div>
  )
}
