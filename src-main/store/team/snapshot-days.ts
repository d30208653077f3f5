// Days of rankings in PostgreSQL: as they are packed in a cache, under the numbers of the team's lists of texts. A number
// is the place of a text in the list of its brand, from 1; lists only grow.
import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { TeamSession } from './client.ts'

export type TextKind = 'keyword' | 'page'

/** A text in PostgreSQL holds no U+0000. */
const storable = (text: string): string => text.replaceAll('\u0000', '\uFFFD')

const damagedList = (kind: TextKind): string =>
  `The team's list of ${kind}s of this brand is damaged. No days were given to the team.`

export type TextLists = { readonly keywords: readonly string[]; readonly pages: readonly string[] }

const READ_TEXTS = `SELECT kind, texts FROM agency_desk.day_text
  WHERE brand_id = $1 AND (kind = 'keyword' AND first_no > $2 OR kind = 'page' AND first_no > $3) ORDER BY first_no`

/** The whole lists of a brand: what is known of them already, and the rest. */
export const readTexts = async (
  session: TeamSession,
  brandId: string,
  known: TextLists = { keywords: [], pages: [] },
): Promise<TextLists> => {
  const { keywords, pages } = known
  const rows = await session.query<{ kind: TextKind; texts: string[] }>(READ_TEXTS, [
    brandId,
    keywords.length,
    pages.length,
  ])
  const more = (kind: TextKind) => rows.flatMap((row) => (row.kind === kind ? row.texts : []))
  return { keywords: keywords.concat(more('keyword')), pages: pages.concat(more('page')) }
}

/** The numbers of these texts; those that the team does not have yet are added. Another desk may add some at the same time. */
export const numberTexts = async (
  session: TeamSession,
  brandId: string,
  kind: TextKind,
  wanted: Iterable<string>,
): Promise<ReadonlyMap<string, number>> => {
  const texts = [...wanted].map((text) => [text, storable(text)] as const)
  for (let before = -1; ; ) {
    const lists = await readTexts(session, brandId)
    const list = kind === 'keyword' ? lists.keywords : lists.pages
    const numbers = new Map(list.map((text, at) => [text, at + 1]))
    const missing = [...new Set(texts.flatMap(([, stored]) => (numbers.has(stored) ? [] : [stored])))]
    if (missing.length === 0) return new Map(texts.map(([text, stored]) => [text, numbers.get(stored) ?? 0]))
    // Another desk made it longer, or nobody ever will: its rows have other numbers than texts.
    if (list.length === before) throw new DeskError('bad-response', damagedList(kind), { brandId })
    before = list.length
    await session.query('SELECT agency_desk.add_texts($1, $2, $3, $4)', [brandId, kind, list.length + 1, missing])
  }
}

/** `sums` and `data` are the cache's own business. */
export type TeamDay = {
  readonly day: string
  readonly fetchedAtMs: number
  readonly sums: readonly (number | null)[]
  readonly data: Buffer
}

/** Days of one statement: a few megabytes for a brand with 10,000 keywords. */
export const DAYS_AT_ONCE = 40
const COLUMNS = 6

const insertOf = (count: number): string => {
  const rows = Array.from({ length: count }, (_, row) => {
    const at = (column: number) => `$${row * COLUMNS + column}`
    return `(${at(1)}, ${at(2)}, ${at(3)}::date, ${at(4)}::bigint, ${at(5)}::double precision[], ${at(6)}::bytea)`
  })
  return `INSERT INTO agency_desk.day AS d (brand_id, slice, day, fetched_at_ms, sums, data) VALUES ${rows.join(', ')}
    ON CONFLICT (brand_id, slice, day) DO UPDATE
      SET fetched_at_ms = excluded.fetched_at_ms, sums = excluded.sums, data = excluded.data
      WHERE d.fetched_at_ms < excluded.fetched_at_ms`
}

type Place = { readonly brandId: string; readonly slice: string }

/**
 * Stores days; one that the team has from a later fetch stays. The bytes travel as they are: a COPY into a temporary table
 * first would send the same, and need a right that not every server gives.
 */
export const saveDays = async (session: TeamSession, place: Place, days: readonly TeamDay[]): Promise<void> => {
  for (const month of new Set(days.map(({ day }) => day.slice(0, 7))))
    await session.query('SELECT agency_desk.ensure_month($1::date)', [`${month}-01`])
  // In one order for all desks, so that two of them never wait for each other.
  const sorted = days.toSorted((one, other) => (one.day < other.day ? -1 : 1))
  for (let from = 0; from < sorted.length; from += DAYS_AT_ONCE) {
    const some = sorted.slice(from, from + DAYS_AT_ONCE)
    const values = some.flatMap(({ day, fetchedAtMs, sums, data }) => [
      place.brandId,
      place.slice,
      day,
      fetchedAtMs,
      sums,
      data,
    ])
    await session.query(insertOf(some.length), values)
  }
}

// Base64 is two thirds of what bytes take in a reply otherwise.
const NEWER = `SELECT day::text, fetched_at_ms AS "fetchedAtMs", sums, encode(data, 'base64') AS data
  FROM agency_desk.day d WHERE brand_id = $1 AND slice = $2 AND day >= $3::date AND day < $4::date
    AND NOT EXISTS (SELECT FROM unnest($5::date[], $6::bigint[]) AS known (day, fetched_at_ms)
      WHERE known.day = d.day AND known.fetched_at_ms >= d.fetched_at_ms)
  ORDER BY day DESC LIMIT ${DAYS_AT_ONCE}`

export type Known = readonly { readonly day: string; readonly fetchedAtMs: number }[]

const TIMES = `SELECT day::text, fetched_at_ms AS "fetchedAtMs" FROM agency_desk.day WHERE brand_id = $1 AND slice = $2`

/** When each day that the team has was fetched. */
export const teamDayTimes = async (session: TeamSession, { brandId, slice }: Place): Promise<Known> =>
  (await session.query<Known[number]>(TIMES, [brandId, slice])).map(({ day, fetchedAtMs }) => {
    return { day, fetchedAtMs: Number(fetchedAtMs) }
  })

export type DaysWithTexts = { readonly days: TeamDay[]; readonly lists: TextLists }

/**
 * What the team has from `from` on that is newer than what is known: the newest days first, some at a time, with the texts
 * that their numbers mean. Nothing else may be asked on this session meanwhile.
 */
export async function* newerDays(
  session: TeamSession,
  { brandId, slice }: Place,
  { from, known }: { readonly from: string; readonly known: Known },
): AsyncGenerator<DaysWithTexts> {
  const [knownDays, knownTimes] = [known.map(({ day }) => day), known.map(({ fetchedAtMs }) => fetchedAtMs)]
  const ask = async (before: string): Promise<TeamDay[]> => {
    const values = [brandId, slice, from, before, knownDays, knownTimes]
    const rows = await session.query<Omit<TeamDay, 'data'> & { readonly data: string }>(NEWER, values)
    return rows.map((row) => ({ ...row, fetchedAtMs: Number(row.fetchedAtMs), data: Buffer.from(row.data, 'base64') }))
  }
  let next = ask('infinity')
  let lists: TextLists | undefined
  for (;;) {
    const days = await next
    if (days.length === 0) return
    // After the days: a text is there before the first day that names it.
    lists = await readTexts(session, brandId, lists)
    const isLast = days.length < DAYS_AT_ONCE
    // The next ones are on their way while these are stored.
    if (!isLast) next = ask(days.at(-1)?.day ?? from)
    // A caller that stops here never waits for it.
    next.catch(() => undefined)
    yield { days, lists }
    if (isLast) return
  }
}
