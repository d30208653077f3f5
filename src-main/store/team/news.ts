// What happened since a mirror's position, in one answer: the newest commit, and the rows of all commits between as who wrote
// them left them. PostgreSQL made them once for all desks (migrations/commit-rows.ts).
import { processMonotonicMs } from '../../base/clock.ts'
import type { TeamSession } from './client.ts'
import { type Head, type HeadAnswer, headFrom } from './mirror.ts'
import type { ServerRow } from './row-rules.ts'

/** A row as it is now; null: gone. `brand`: of the change, as in the list of changes. */
export type ChangedRow = {
  readonly tbl: string
  readonly key: string
  readonly brand: string | null
  readonly row: ServerRow | null
}

/** `rows` is null where they have to be fetched by their keys. */
export type News = { readonly head: Head; readonly rows: readonly ChangedRow[] | null }

const NEWS = 'SELECT * FROM agency_desk.news($1)'

type Part = readonly [
  table: string,
  brand: string | null,
  rows: readonly (readonly [string, ServerRow | null | true])[],
]

/** JSON has no integers that only a bigint holds. */
const MAY_BE_BIGINT = /\d{16}/

/** Each row once, as the last commit left it. */
const rowsIn = (text: string | null): ChangedRow[] | null => {
  if (text === null || MAY_BE_BIGINT.test(text)) return null
  const byKey = new Map<string, ChangedRow>()
  for (const [tbl, brand, rows] of JSON.parse(text) as Part[]) // as the function builds it
    for (const [key, row] of rows) {
      if (row === true) return null
      byKey.set(tbl + key, { tbl, key, brand, row })
    }
  return [...byKey.values()]
}

export const newsOf = async (session: TeamSession, here: number): Promise<News> => {
  const askedAtMs = processMonotonicMs()
  const [answer] = await session.query<HeadAnswer & { rows: string | null }>(NEWS, [here], 'news')
  if (answer === undefined) throw new Error('The team has no head.')
  const { rows, ...head } = answer
  return { head: headFrom(head, askedAtMs), rows: rowsIn(rows) }
}
