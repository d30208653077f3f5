import { memo } from 'react'
import { KeyCaps } from '../parts/key-caps.tsx'
import { useUnknownCount } from '../state/intents.ts'
import { useLocation } from '../state/location.ts'
import { useUrgent } from '../state/today.ts'
import { useUi } from '../state/ui.ts'
import { openPlace, type PlaceDefinition, places, viewById } from '../views/registry.tsx'
import classes from './places.module.css'

/** What needs a look behind a place: red on Today alone. */
const COUNTS: Partial<Record<PlaceDefinition['id'], () => { readonly count: number; readonly about: string }>> = {
  today: () => ({ count: useUrgent(({ total }) => total), about: 'urgent' }),
  activity: () => ({ count: useUnknownCount(), about: 'with an unknown outcome' }),
}

const Count = ({ id }: { readonly id: PlaceDefinition['id'] }) => {
  const { count = 0, about } = COUNTS[id]?.() ?? {}
  return count === 0 ? null : (
    <span className={classes.count} data-urgent={id === 'today' || undefined} title={`${count} ${about}`}>
      {count}
      <span className="visually-hidden"> {about}</span>
    </span>
  )
}

export const PlaceRow = memo(({ place }: { readonly place: PlaceDefinition }) => {
  const { id, title, icon: Icon, key } = place
  const isCurrent = useLocation(({ view }) => viewById(view)?.place === id)
  const isGoing = useUi((state) => state.isGoing)
  return (
    <button
      type="button"
      className={classes.place}
      aria-current={isCurrent ? 'page' : undefined}
      data-place={id}
      title={`${title} (G ${key.toUpperCase()})`}
      onClick={() => openPlace(place)}
    >
      <span className={classes.icon} aria-hidden>
        <Icon size={16} />
      </span>
      <span className={`${classes.name} truncate`}>{title}</span>
      {isGoing ? (
        <span className={classes.key} aria-hidden>
          <KeyCaps keys={key} />
        </span>
      ) : (
        <Count id={id} />
      )}
    </button>
  )
})

/** The same rows for one brand and for all: they never move, and never scroll. */
export const Places = () => (
  <nav className={classes.places} aria-label="Places">
    {places
      .filter((place: PlaceDefinition) => place.isFoot !== true)
      .map((place) => (
        <PlaceRow key={place.id} place={place} />
      ))}
  </nav>
)
