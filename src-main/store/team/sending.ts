// Tried writes go to PostgreSQL under one id, as one commit, and into the mirror once PostgreSQL stored it. An answer that is lost
// is asked for by the id: what was not stored by then never will be. So a write is done once or not at all, and nothing else is
// sent before it is known which.
import { randomUUID } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { STALE } from '../read-position.ts'
import type { ReadPosition } from '../store.ts'
import type { RoomTeam } from '../tables.ts'
import { type Changes, changeRows, inMirror } from './apply.ts'
import { ConnectionLostError, type ServerError, serverError, type TeamClient, type TeamSession } from './client.ts'
import { notStored, withCause } from './connection-errors.ts'
import { BY_KEYS } from './fetch-rows.ts'
import { placeIn, savePlace } from './mirror-state.ts'
import { isAboutRows, mayRunAgain, refusalOf } from './refusal.ts'
import type { NamedTable } from './shared-tables.ts'
import { changesNothing, type Outcome, readsOf, type Trial, type Trials, together } from './trial.ts'

export type Write = {
  readonly name: string
  readonly run: () => unknown
  readonly readPosition?: ReadPosition | undefined
  /** Called once with what came of it. */
  readonly done: (outcome: Outcome) => void
}

export type SendingOptions = {
  readonly teamId: string
  /** The connection that puts rows of the team into core.db. */
  readonly mirror: Database
  readonly shared: readonly NamedTable[]
  readonly refusals: Required<RoomTeam>['refusals']
  /** A connection within that time, or why there is none. */
  readonly connected: (withinMs: number) => Promise<TeamClient>
  /** Brings the mirror up to date, by a session that may be within a transaction. */
  readonly catchUp: (session: TeamSession) => Promise<void>
}

type Named = Pick<Write, 'name' | 'readPosition'>
type Sent = { readonly id: string; readonly position: number; readonly trial: Omit<Trial, 'outcome' | 'canWait'> }
/** The number of its commit; `again`: nothing of it was stored, and the function has to run again. */
type Answer = { readonly no: number } | 'again'
type Numbered = { readonly no: number | null }

const ANSWER_WITHIN_MS = 10_000

const WRITE = 'SELECT agency_desk.write($1, $2, $3, $4, $5) AS no'
const OUTCOME = 'SELECT agency_desk.outcome($1) AS no'
const CHANGED_SINCE = `SELECT EXISTS (SELECT FROM agency_desk.change
  WHERE commit_no > $1 AND tbl = ANY ($2) AND (brand_id IS NULL OR cardinality($3::text[]) = 0 OR brand_id = ANY ($3))
) AS changed`

/** A table that loses no row does not name that part: rows of some tables are never deleted, and PostgreSQL refuses to. */
const messageOf = (shared: Changes): string =>
  JSON.stringify(shared, (_, value: unknown) => (Array.isArray(value) && value.length === 0 ? undefined : value))

const LONGEST_NAME = 200
const nameOf = (writes: readonly Write[]): string =>
  [...new Set(writes.map(({ name }) => name))].join(', ').slice(0, LONGEST_NAME)

const lost = (cause: unknown, message: string): DeskError => withCause(new DeskError('network', message), cause)

const notKnown = (cause: unknown) =>
  lost(
    cause,
    'It is unknown yet whether this was stored. The desk finds out when the database of the team answers again.',
  )
const earlierNotKnown = (cause: unknown) =>
  lost(cause, 'Nothing was stored. It is unknown yet whether the change before this one was. Try again in a moment.')
const busy = () =>
  new DeskError('conflict', 'Colleagues change the same rows all the time. Nothing was stored. Try again.')
const outOfDate = () => {
  const message = 'A colleague changed what this depends on. Nothing was stored. Try again.'
  return new DeskError('conflict', message, { issues: [{ path: 'readPosition', code: STALE, message }] })
}

export const createSending = ({ teamId, mirror, shared, refusals, connected, catchUp }: SendingOptions) => {
  let unknown: Sent | undefined

  const position = (): number => placeIn(mirror, teamId)?.position ?? 0

  /** Whether the mirror moved. If the connection is lost meanwhile, it stays where it is. */
  const moves = async (session: TeamSession): Promise<boolean> => {
    const before = position()
    await catchUp(session).catch((error: unknown) => {
      if (error instanceof DeskError || serverError(error) !== null) throw error
    })
    return position() > before
  }

  const send = async (session: TeamSession, { id, position: at, trial }: Sent, write: Named): Promise<Answer> => {
    const { name, readPosition } = write
    const tables = shared.filter((table) => readPosition?.tables.includes(table.name))
    const earlier = readsOf(tables, trial.brands).map((read) => ({ ...read, asOf: readPosition?.position ?? at }))
    const values = [id, at, JSON.stringify([...trial.reads, ...earlier]), messageOf(trial.shared), name]
    const [answer] = await session.query<Numbered>(WRITE, values)
    return answer?.no == null ? 'again' : { no: answer.no }
  }

  /** PostgreSQL stored it: the mirror gets the same rows if it has all before them, and the desk's own ones with them. */
  const keep = ({ id, trial }: Sent, no: number): void => {
    const isNext = position() === no - 1
    inMirror(mirror, () => {
      // Else rows of others would come later than these, which may need them: the mirror catches up with all at once.
      if (isNext) changeRows(mirror, shared, trial.shared)
      changeRows(mirror, trial.own.tables, trial.own.changes)
      if (isNext) savePlace(mirror, { position: no, tag: id })
    })
  }

  const outcomeOf = async (sent: Sent, session: TeamSession): Promise<Answer> => {
    const [answer] = await session.query<Numbered>(OUTCOME, [sent.id])
    // Others may have changed the same rows since.
    if (answer?.no != null) await catchUp(session)
    unknown = undefined
    return answer?.no == null ? 'again' : { no: answer.no }
  }

  const findOutcome = async (sent: Sent, first: unknown): Promise<Answer> => {
    unknown = sent
    try {
      return await outcomeOf(sent, await connected(ANSWER_WITHIN_MS))
    } catch (error) {
      throw notKnown(`${String(first)}; then ${String(error)}`)
    }
  }

  const refuse = async (session: TeamSession, error: ServerError): Promise<'again'> => {
    if (mayRunAgain(error)) return 'again'
    const hasMoved = await moves(session)
    // With the rows of others the function itself may say why, or choose otherwise.
    if (hasMoved && isAboutRows(error)) return 'again'
    throw refusalOf(error, mirror, refusals)
  }

  const failed = (session: TeamSession, sent: Sent, error: unknown): Promise<Answer> => {
    if (error instanceof DeskError) throw error
    const refused = serverError(error)
    return refused === null ? findOutcome(sent, error) : refuse(session, refused)
  }

  const assertInTime = async (
    session: TeamSession,
    trial: Trial,
    readPosition: ReadPosition | undefined,
  ): Promise<void> => {
    if (readPosition === undefined) return
    const [since] = await session.query<{ changed: boolean }>(CHANGED_SINCE, [
      readPosition.position,
      readPosition.tables,
      trial.brands,
    ])
    if (since?.changed !== false) throw outOfDate()
  }

  return {
    /** The newest commit in the mirror. */
    position,
    moves,
    /** Learns the result of a write whose answer was lost, before anything else is sent. */
    settle: async (session: TeamSession): Promise<void> => {
      const sent = unknown
      if (sent === undefined) return
      const answer = await outcomeOf(sent, session).catch((error: unknown) => {
        if (error instanceof DeskError) throw error
        throw earlierNotKnown(error)
      })
      if (answer !== 'again') keep(sent, answer.no)
    },
    /** Stores what the function did; false: it has to run again, on a mirror that has caught up. */
    store: async (client: TeamClient, write: Write, trial: Trial): Promise<boolean> => {
      const sent = { id: randomUUID(), position: position(), trial }
      const answer = await send(client, sent, write).catch((error: unknown) => failed(client, sent, error))
      if (answer === 'again') {
        // First what is new: who reads again then reads that.
        await moves(client)
        await assertInTime(client, trial, write.readPosition)
        return false
      }
      keep(sent, answer.no)
      if (position() < answer.no) await moves(client)
      return true
    },
    /** One commit of what these functions did. If PostgreSQL refuses it, it does not say which of them it means. */
    storeTogether: async (client: TeamClient, writes: readonly Write[], trials: Trials) => {
      const sent = { id: randomUUID(), position: position(), trial: together(trials) }
      const failedTogether = async (error: unknown): Promise<Answer | 'refused'> => {
        const refused = serverError(error)
        if (refused !== null && mayRunAgain(refused)) return 'again'
        return refused !== null || error instanceof DeskError ? 'refused' : findOutcome(sent, error)
      }
      const answer = await send(client, sent, { name: nameOf(writes) }).catch(failedTogether)
      if (answer === 'refused') return 'refused'
      if (answer === 'again')
        return moves(client).then(
          () => 'again' as const,
          () => 'refused' as const,
        )
      keep(sent, answer.no)
      if (position() < answer.no) await moves(client)
      return 'stored'
    },
    /** The function runs while no other desk writes; what it changed is stored. */
    storeInTurn: async (client: TeamClient, write: Write, run: () => Trial): Promise<Trial> => {
      let sent: (Sent & { readonly trial: Trial }) | undefined
      const work = async (session: TeamSession): Promise<Answer | null> => {
        await session.query('SELECT agency_desk.begin_turn()')
        await catchUp(session)
        sent = { id: randomUUID(), position: position(), trial: run() }
        if (changesNothing(sent.trial)) return null
        await assertInTime(session, sent.trial, write.readPosition)
        return send(session, sent, write)
      }
      const answer = await client.transaction(work, `BEGIN; ${BY_KEYS}`).catch(async (error: unknown) => {
        if (sent === undefined) throw error
        if (changesNothing(sent.trial)) return null
        const found = await failed(client, sent, error)
        if (found === 'again' && error instanceof ConnectionLostError) throw notStored(error)
        return found
      })
      if (sent === undefined || answer === 'again') throw sent === undefined ? notStored() : busy()
      if (answer !== null) keep(sent, answer.no)
      return sent.trial
    },
  }
}
