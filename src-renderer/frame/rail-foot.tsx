import { deferred } from '../deferred.tsx'
import { type ConnectionState, useConnection } from '../state/connection.ts'
import { type PlaceDefinition, places } from '../views/registry.tsx'
import { MessageCount } from './message-count.tsx'
import { PlaceRow } from './places.tsx'
import classes from './rail.module.css'

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

/** Settings, Guide, and whether the desk answers. */
export const RailFoot = () => {
  const connection = useConnection(({ state }) => state)
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
      <div className={classes.state} data-state={connection} role="status" title={STATE_LABELS[connection]}>
        <span className={classes.stateName}>
          {STATE_LABELS[connection]}
          <TeamState />
        </span>
      </div>
    </div>
  )
}
