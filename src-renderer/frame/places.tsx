import { memo, useEffect, useRef } from 'react'
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
  const row = useRef<HTMLButtonElement>(null)
  // A shortcut or a link can open a place that a low window has scrolled away.
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <button
      ref={row}
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

const Section = ({ section, isAll }: { readonly section: (typeof SECTIONS)[number]; readonly isAll: boolean }) => (
  // biome-ignore lint/a11y/useSemanticElements: links that stand together are no fields of a form
  <div role="group" aria-label={section || 'Start'} className={section === 'Foot' ? classes.foot : classes.section}>
    {section === '' || section === 'Foot' ? null : (
      <div className={classes.heading} aria-hidden>
        {section}
      </div>
    )}
    {placesOf(isAll)
      .filter((view) => view.section === section)
      .map((view) => (
        <PlaceRow key={view.id} view={view} />
      ))}
  </div>
)

/** The same list for one brand and for all: a place stays where the hand expects it when the brand changes. */
export const Places = () => {
  // Not the scope itself: a switch from brand to brand draws nothing here.
  const isAll = useLocation((state) => state.scope === 'all')
  const connection = useConnection(({ state }) => state)
  return (
    <nav className={classes.places} aria-label="Views">
      <div className={classes.list}>
        {SECTIONS.filter((section) => section !== 'Foot').map((section) => (
          <Section key={section} section={section} isAll={isAll} />
        ))}
      </div>
      <Section section="Foot" isAll={isAll} />
      <div className={classes.state} data-state={connection} role="status">
        <span className={classes.name}>
          {STATE_LABELS[connection]}
          <TeamState />
        </span>
      </div>
    </nav>
  )
}
