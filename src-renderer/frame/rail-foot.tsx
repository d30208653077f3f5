import { IconAlertTriangle } from '@tabler/icons-react'
import { useMemo } from 'react'
import { byItself, deferred } from '../deferred.tsx'
import { plural } from '../format/numbers.ts'
import { useBrands } from '../state/brands.ts'
import { type ConnectionState, useConnection } from '../state/connection.ts'
import { useMessages } from '../state/notices.ts'
import { unreachableBrands, useSync } from '../state/sync.ts'
import { openDialog } from '../state/ui.ts'
import { type PlaceDefinition, places } from '../views/registry.tsx'
import { PlaceRow } from './places.tsx'
import classes from './rail.module.css'

/** The way to warnings and errors whose notice has closed. */
const MessageCount = () => {
  const count = useMessages(({ list }) => list.length)
  if (count === 0) return null
  return (
    <button
      type="button"
      className={classes.messages}
      // It comes later than the others: the rail stays one stop.
      tabIndex={-1}
      title="Show messages"
      onClick={() => openDialog('messages')}
    >
      <IconAlertTriangle size={16} aria-hidden />
      {count} <span className={classes.messageWord}>{count === 1 ? 'message' : 'messages'}</span>
    </button>
  )
}

const TeamState = deferred({
  load: () => import('./team-state.tsx').then((part) => part.TeamState),
  useIsWanted: byItself,
})

const STATE_LABELS: Record<ConnectionState, string> = {
  ok: 'Connected',
  connecting: 'Connecting …',
  lost: 'Not connected',
  'signed-out': 'Signed out',
  'not-signed-in': 'Not signed in',
}

/** The page reaches the desk: whether the desk reaches the service, as its last syncs show. */
const useServiceLabel = (): string | null => {
  const byBrand = useSync((state) => state.byBrand)
  const known = useMemo(
    () => [...byBrand.values()].filter((brand) => Object.values(brand).some(({ state }) => state !== 'never')).length,
    [byBrand],
  )
  const { brandIds } = useMemo(() => unreachableBrands(byBrand), [byBrand])
  if (brandIds.length === 0) return null
  return brandIds.length >= known ? 'Offline' : `Offline for ${plural(brandIds.length, 'brand')}`
}

/** Nothing was asked of a service while no brand has one: the demo's brands are served by the desk itself. */
const useNoServiceLabel = (): string | null =>
  useBrands(({ list, isLoaded }) => {
    if (!isLoaded || list.some(({ demo }) => !demo)) return null
    return list.length === 0 ? 'No brands yet' : 'Demo only'
  })

/** Settings, Guide, and whether the desk and the service answer. */
export const RailFoot = () => {
  const connection = useConnection(({ state }) => state)
  const service = useServiceLabel()
  const isOffline = connection === 'ok' && service !== null
  const none = useNoServiceLabel()
  const isUnused = connection === 'ok' && none !== null
  const label = isOffline ? service : isUnused ? none : STATE_LABELS[connection]
  return (
    <div className={classes.foot}>
      <nav className={classes.footPlaces} aria-label="Desk">
        {places
          .filter((place: PlaceDefinition) => place.isFoot === true)
          .map((place) => (
            <PlaceRow key={place.id} place={place} />
          ))}
      </nav>
      <MessageCount />
      <div
        className={classes.state}
        data-state={isOffline ? 'offline' : isUnused ? 'connecting' : connection}
        role="status"
        title={label}
      >
        <span className={classes.stateName}>
          {label}
          <TeamState />
        </span>
      </div>
    </div>
  )
}
