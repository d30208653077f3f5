// Leases are renewed on a connection of their own. A statement that gets no answer holds the desk's first connection for a
// minute, and a right to send that ends meanwhile may go to another desk while this one is still sending.
import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { TeamClient } from './client.ts'
import { createLockPatience } from './end-blockers.ts'
import type { OpenClient } from './open-client.ts'
import { openServer, prepareSession } from './session.ts'
import type { TeamAccess } from './state.ts'

type Options = {
  readonly access: TeamAccess
  /** The number of this desk in the team. */
  readonly deskNo: () => number
  /** It is closed when nothing was asked for so long: a server has room for so many connections. */
  readonly idleMs?: number
}

const IDLE_MS = 60_000

/** A number counts for the desk's own person alone (`my_desk`). */
const NAME_DESK = `SELECT team_id AS team, set_config('agency_desk.desk', $1::text, false) AS desk FROM agency_desk.head`

const open = async (access: TeamAccess, deskNo: number): Promise<OpenClient> => {
  const { client } = await openServer(access)
  try {
    await prepareSession(client)
    const [named] = await client.query<{ team: string }>(NAME_DESK, [deskNo])
    if (access.teamId !== '' && named?.team !== access.teamId)
      throw new DeskError('conflict', 'The database at this address holds another team.')
    return client
  } catch (error) {
    client.destroy()
    throw error
  }
}

export const createLeaseConnection = ({ access, deskNo, idleMs = IDLE_MS }: Options) => {
  const patient = createLockPatience(access)
  let opened: Promise<OpenClient> | undefined
  let idle: NodeJS.Timeout | undefined
  let isClosed = false

  const end = (how: (client: OpenClient) => unknown): void => {
    clearTimeout(idle)
    opened?.then(how).catch(() => undefined) // it could not be opened, or is gone
    opened = undefined
  }

  const connect = (): Promise<OpenClient> => {
    const opening = open(access, deskNo())
    const forget = (): void => {
      if (opened === opening) opened = undefined
    }
    opening.then((client) => client.onEnd(forget), forget)
    return opening
  }

  return {
    /** Opens a connection if there is none. Rejects with what the server said, or why there is none. */
    ask: async <Result>(question: (client: TeamClient) => Promise<Result>): Promise<Result> => {
      if (isClosed) throw new DeskError('network', 'The desk is closing.')
      clearTimeout(idle)
      idle = setTimeout(() => end((client) => client.close()), idleMs).unref()
      opened ??= connect()
      const client = await opened
      return patient(client, () => question(client))
    },
    /** At once: who closes the desk does not wait for a server that does not answer. */
    close: (): void => {
      isClosed = true
      end((client) => client.destroy())
    },
  }
}
