import { memo } from 'react'
import { deferred } from '../deferred.tsx'
import { plural } from '../format/numbers.ts'
import { type ConnectionState, useConnection } from '../state/connection.ts'
import { useUnknownCount } from '../state/intents.ts'
import { useLocation } from '../state/location.ts'
import { openPlace, placesOf, SECTIONS, type ViewDefinition } from '../views/registry.tsx'
import classes from './places.module.css'

const TeamState = deferred({
  load: () => import('./team-state.tsx').then((part) => part.TeamState),
  useIsWanted: () => false,
})

const STATE_LABELS: Record<ConnectionState, string> = {
  ok: 'Connected',
  connecting: 'Connecting …',
  lost: 'Not connected',
  'signed-out': 'Signed out',
  'not-signed-in': 'Not signed in',
}

/** Actions whose outcome a person has to decide. */
const Undecided = () => {
  const count = useUnknownCount()
  return count === 0 ? null : (
    <span className={classes.count} title={`${plural(count, 'action')} with an unknown outcome`}>
      {count} unknown
    </span>
  )
}

const PlaceRow = memo(({ view }: { readonly view: ViewDefinition }) => {
  const { id, title, icon: Icon } = view
  const isCurrent = useLocation((state) => state.view === id)
  return (
    <button
      type="button"
      className={classes.place}
      aria-current={isCurrent ? 'page' : undefined}
      data-view={id}
      title={title}
      onClick={() => openPlace(view)}
    >
      <span className={classes.icon} aria-hidden>
        <Icon size={16} />
      </span>
      <span className={`${classes.name} truncate`}>{title}</span>
      {id === 'intents' ? <Undecided /> : null}
    </button>
  )
})

/** The same list for one brand and for all: a place stays where the hand expects it when the brand changes. */
export const Places = () => {
  // Not the scope itself: a switch from brand to brand draws nothing here.
  const isAll = useLocation((state) => state.scope === 'all')
  const places = placesOf(isAll)
  const connection = useConnection(({ state }) => state)
  return (
    <nav className={classes.places} aria-label="Views">
      {SECTIONS.map((section) => (
        // biome-ignore lint/a11y/useSemanticElements: links that stand together are no fields of a form
        <div key={section} role="group" aria-label={section || 'Start'} className={classes.section}>
          {section === '' || section === 'Foot' ? null : (
            <div className={classes.heading} aria-hidden>
              {section}
            </div>
          )}
          {places
            .filter((view) => view.section === section)
            .map((view) => (
              <PlaceRow key={view.id} view={view} />
            ))}
        </div>
      ))}
      <div className={classes.state} data-state={connection} role="status">
        <span className={classes.name}>
          {STATE_LABELS[connection]}
          <TeamState />
        </span>
      </div>
    </nav>
  )
}
