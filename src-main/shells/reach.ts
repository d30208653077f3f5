import { setTimeout as sleep } from 'node:timers/promises'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { Desk } from '../desk.ts'
import type { Host } from './host.ts'
import { lockHolder } from './lock.ts'
import { connectDesk, type RemoteDesk } from './socket/client.ts'
import { socketPath } from './socket/path.ts'

const POLL_MS = 100
const PATIENCE_MS = 30_000

export type Reached<Composed extends Desk> =
  | { readonly kind: 'running'; readonly remote: RemoteDesk }
  | { readonly kind: 'opened'; readonly host: Host<Composed> }

/**
 * The desk of a data folder: the running one, else one that `open` starts here. A desk that holds the lock and does not
 * listen is starting or ending, and is waited for. Rejects with `network` where it listens but does not answer.
 */
export const reachDesk = async <Composed extends Desk>(
  home: string,
  open: () => Promise<Host<Composed> | null>,
  pause: (ms: number) => Promise<unknown> = sleep,
): Promise<Reached<Composed>> => {
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += POLL_MS) {
    const remote = await connectDesk(socketPath(home), () => lockHolder(home))
    if (remote !== null) {
      // A frozen desk still accepts connections: only an answer proves that it runs.
      await remote.hello()
      return { kind: 'running', remote }
    }
    const host = await open()
    if (host !== null) return { kind: 'opened', host }
    await pause(POLL_MS)
  }
  throw new DeskError(
    'storage',
    `Another process (${lockHolder(home) ?? 'its id is unknown'}) holds the data folder ${home} and does not answer. End it, or set AGENCY_DESK_HOME to another folder.`,
  )
}
