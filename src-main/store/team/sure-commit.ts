// A COMMIT whose answer was lost was done or not: PostgreSQL knows it by the number of the transaction. What loses its
// connection before that stored nothing.
import { setTimeout } from 'node:timers/promises'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { processMonotonicMs } from '../../base/clock.ts'
import { ConnectionLostError, type TeamClient, type TeamSession } from './client.ts'
import { notStored, withCause } from './connection-errors.ts'

type Options = {
  /** Asks on another connection; rejects where there is none. */
  readonly onAnother: <Result>(ask: (session: TeamSession) => Promise<Result>) => Promise<Result>
  readonly withinMs?: number
  readonly unknown?: (cause: unknown) => DeskError
}

const ANSWER_WITHIN_MS = 10_000
const PAUSE_MS = 250

const NUMBER = 'SELECT pg_current_xact_id()::text AS number'
const STATUS = 'SELECT pg_xact_status($1::xid8) AS status'

const notKnown = (cause: unknown): DeskError =>
  withCause(
    new DeskError(
      'unknown-outcome',
      "The connection to the team's database was lost at the last moment: it is unknown whether this was stored. Check again when the desk is connected; it then shows what was stored.",
    ),
    cause,
  )

/** A client whose transactions are done or not, and known, also where the answer to COMMIT is lost; else `unknown-outcome`. */
export const withSureCommits = (client: TeamClient, options: Options): TeamClient => {
  const { onAnother, withinMs = ANSWER_WITHIN_MS, unknown = notKnown } = options

  const isCommitted = async (number: string, lost: unknown): Promise<boolean> => {
    const untilMs = processMonotonicMs() + withinMs
    const ask = async (session: TeamSession) => (await session.query<{ status: string }>(STATUS, [number]))[0]?.status
    for (;;) {
      // A server that is starting again refuses for a moment, and one that has not noticed the loss says "in progress".
      const status = await onAnother(ask).catch(() => undefined)
      if (status === 'committed' || status === 'aborted') return status === 'committed'
      if (processMonotonicMs() > untilMs) throw unknown(lost)
      await setTimeout(PAUSE_MS)
    }
  }

  const transaction: TeamClient['transaction'] = async (work, begin) => {
    let done: { readonly number: string; readonly result: Awaited<ReturnType<typeof work>> } | undefined
    try {
      return await client.transaction(async (session) => {
        const result = await work(session)
        const [row] = await session.query<{ number: string }>(NUMBER)
        done = { number: row?.number ?? '', result }
        return result
      }, begin)
    } catch (error) {
      if (!(error instanceof ConnectionLostError)) throw error
      if (done === undefined || !(await isCommitted(done.number, error))) throw notStored(error)
      return done.result
    }
  }
  return { ...client, transaction }
}
