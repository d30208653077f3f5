// The page of all brands is read brand by brand; it is the page that one statement over all brands gives.
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { conflictPage, conflictParts, NO_PARTS } from '../../../src-main/cannibalisation/queries/conflict-page.ts'
import type { ReadableDb } from '../../../src-main/store/db.ts'
import { closeFiles, openForWriting } from '../../../src-main/store/files.ts'
import { listPage } from '../../../src-main/store/paging.ts'
import { loadReplySchemas } from '../../../src-main/store/parse-reply.ts'
import { tables } from '../../../src-main/tables.ts'
import { CONFLICT_SORT_FIELDS } from '../../../src-shared/desk/cannibalisation.ts'
import { calls, type ParsedInput } from '../../../src-shared/desk/contract.ts'
import { fillFolder } from '../../support/large-folder/fill.ts'
import { SMALL } from '../../support/large-folder/size.ts'
import { tempHome } from '../../support/temp-home.ts'

type Input = ParsedInput<'cannibalisation.page'>
const inputOf = (input: object): Input => calls['cannibalisation.page'].input.parse(input)

beforeAll(loadReplySchemas)

type Folder = { readonly db: ReadableDb; readonly brandIds: readonly string[] }

const openFolder = (): Folder => {
  const { db } = openForWriting(tempHome(), tables)
  onTestFinished(() => closeFiles(db, 'writer'))
  fillFolder(db, SMALL, Date.UTC(2026, 10, 23))
  // A brand's texts leave with its conflicts alone: no conflict names a text that is not there.
  db.cache.exec(`DELETE FROM page_conflict WHERE keyword NOT IN (SELECT id FROM rank_keyword)
    OR page_a NOT IN (SELECT id FROM rank_url) OR page_b NOT IN (SELECT id FROM rank_url)`)
  // Texts that JavaScript and SQLite order otherwise, and rows without a value.
  db.cache.exec(`UPDATE rank_keyword SET folded = char(65281 + id % 3) || id WHERE id % 5 = 0;
    UPDATE rank_keyword SET folded = char(128512 + id % 3) || id WHERE id % 5 = 1;
    UPDATE page_conflict SET span = 90, clicks = keyword % 7, flips = keyword % 4, impressions = keyword % 9,
      cost = nullif(keyword % 3, 0), since = nullif(keyword % 6, 0)`)
  return { db, brandIds: db.core.prepare<[], string>('SELECT id FROM brand').pluck().all() }
}

/** As the call does, with so much work in one read. */
const pageOf = ({ db, brandIds }: Folder, input: Input, workMs: number) => {
  let parts = NO_PARTS
  let reads = 0
  for (let left = brandIds; left.length > 0; reads += 1) {
    const read = conflictParts(db, { input, brandIds: left, workMs, before: parts })
    parts = read.parts
    left = read.left
  }
  return { reads, page: conflictPage(db, { input, parts }) }
}

const SQL = {
  clicks: 'c.clicks',
  cost: 'c.cost',
  flips: 'c.flips',
  impressions: 'c.impressions',
  keyword: 'k.folded',
  since: 'c.since',
}
const inOneStatement = ({ db }: Folder, input: Input) =>
  listPage<{ keyword: string }>(db.cache, input, {
    columns: 'k.text AS keyword',
    from: 'page_conflict c CROSS JOIN rank_keyword k ON k.id = c.keyword',
    conditions: [{ sql: 'c.span = 90', params: [] }],
    keys: input.sort.map(({ by, direction }) => ({
      by,
      direction,
      sql: SQL[by],
      nullable: by === 'cost' || by === 'since',
    })),
    tie: '((c.brand_no << 32) + c.keyword)',
  })

test('the totals name the days that clicks are summed over: those with a snapshot, not the length of the span', () => {
  const folder = openFolder()
  const [first, second] = folder.db.core.prepare<[], number>('SELECT no FROM brand ORDER BY no LIMIT 2').pluck().all()
  const strip = folder.db.cache.prepare('UPDATE page_conflict SET strip = ? WHERE brand_no = ?')
  folder.db.cache.exec("UPDATE page_conflict SET strip = printf('%40s', '') || replace(printf('%50s', ''), ' ', 'a')")
  strip.run(`${' '.repeat(60)}${'ab-?o'.repeat(6)}`, first)
  strip.run('a'.repeat(90), second)
  const { totals } = pageOf(folder, inputOf({ limit: 1 }), 0).page
  expect([totals.leastDays, totals.mostDays]).toEqual([30, 90])
  expect(pageOf(folder, inputOf({ filter: { clicksMin: 1e9 } }), 0).page.totals).toMatchObject({
    leastDays: 0,
    mostDays: 0,
  })
})

test('a read ends after its time, and works on one brand at least', () => {
  const { db, brandIds } = openFolder()
  const { parts, left } = conflictParts(db, { input: inputOf({}), brandIds, workMs: 0, before: NO_PARTS })
  expect(left).toEqual(brandIds.slice(1))
  expect(parts.places.length).toBeLessThanOrEqual(inputOf({}).limit + 1)
})

const ORDERS = CONFLICT_SORT_FIELDS.flatMap((by) => [
  { by, direction: 'asc' },
  { by, direction: 'desc' },
])

test.each(ORDERS)('by $by $direction: every page is that of one statement', (sort) => {
  const folder = openFolder()
  const all = inOneStatement(folder, inputOf({ sort: [sort], limit: 500 }))
  expect(all.total).toBeGreaterThan(20)
  const walked: string[] = []
  let cursor: string | null = null
  do {
    const input = inputOf({ sort: [sort], limit: 7, ...(cursor === null ? {} : { cursor }) })
    const expected = inOneStatement(folder, input)
    const { page, reads } = pageOf(folder, input, 0)
    expect(reads).toBe(folder.brandIds.length)
    expect(page.rows.map(({ keyword }) => keyword)).toEqual(expected.rows.map(({ keyword }) => keyword))
    expect([page.total, page.nextCursor]).toEqual([expected.total, expected.nextCursor])
    walked.push(...page.rows.map(({ keyword }) => keyword))
    cursor = page.nextCursor
  } while (cursor !== null && walked.length < 100)
  expect(walked).toEqual(all.rows.slice(0, walked.length).map(({ keyword }) => keyword))
  const jump = inputOf({ sort: [sort], limit: 5, offset: 11 })
  expect(pageOf(folder, jump, 0).page).toMatchObject({ nextCursor: inOneStatement(folder, jump).nextCursor })
  expect(pageOf(folder, jump, 1e9)).toMatchObject({ reads: 1, page: { ...pageOf(folder, jump, 0).page } })
})
