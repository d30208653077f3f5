// What is asked of inbox.db, whose rows the receiver's thread alone adds to while the desk runs.
import type { Arrival } from './arrival.ts'
import { prepared, type ReadableDb, type WritableDb } from './db.ts'

/** An arrival without its contents. */
export type ArrivalHead = Omit<Arrival, 'path' | 'headers' | 'body'> & { readonly no: number }
type Inbox = Pick<ReadableDb, 'inbox'>

const AFTER = `SELECT no, brand_id AS brandId, received_at_ms AS receivedAtMs, event, slug, title, status, reason,
  secret_used AS secretUsed, bytes FROM arrival WHERE no > ? ORDER BY no LIMIT ?`

/** In the order in which they came. */
export const arrivalsAfter = ({ inbox }: Inbox, no: number, limit: number): ArrivalHead[] =>
  prepared<ArrivalHead>(inbox, AFTER).all(no, limit)

/** 0: there is none. */
export const lastArrival = ({ inbox }: Inbox): number =>
  prepared<number | null>(inbox, 'SELECT max(no) FROM arrival').pluck().get() ?? 0

const FIRST = 'SELECT no FROM (SELECT no, received_at_ms FROM arrival ORDER BY no LIMIT ?) WHERE received_at_ms < ?'

/** Of the first ones, which are the oldest, those that came before. */
export const firstArrivals = ({ inbox }: Inbox, limit: number, beforeMs: number): number[] =>
  prepared<number>(inbox, FIRST).pluck().all(limit, beforeMs)

export type ArrivalContent = Pick<Arrival, 'path' | 'headers' | 'body'>

export const contentOf = ({ inbox }: Inbox, no: number): ArrivalContent | undefined =>
  prepared<ArrivalContent>(inbox, 'SELECT path, headers, body FROM arrival WHERE no = ?').get(no)

export const deleteArrivals = ({ inbox }: WritableDb, numbers: Iterable<number>): void =>
  inbox
    .transaction(() => {
      for (const no of numbers) prepared(inbox, 'DELETE FROM arrival WHERE no = ?').run(no)
    })
    .immediate()
