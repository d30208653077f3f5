// The cause of each drop of a list in one line, read by one statement.
import { expect, test } from 'vitest'
import { dayFromNumber } from '../../../src-main/base/clock.ts'
import { causeLines } from '../../../src-main/causes/queries/cause-lines.ts'
import { causeLine, linesText, lineText, saysCause } from '../../../src-main/causes/rules/cause-line.ts'
import { watchStatements } from '../../support/large-folder/watch.ts'
import { addBrand, rankDb } from '../rankings/rank-db.ts'
import { fallTogether, HOSTILE, isOnPage, LAST, loadDays, workOut } from './small-cache.ts'

const NO_NAMES = new Map<number, string>()
const since = LAST

test('a line names the first cause; without one it says why, where the data says why', () => {
  const one = { kind: 'demand', confidence: 'likely', since, figures: {} } as const
  const topic = { ...one, kind: 'topic', figures: { topic: HOSTILE } } as const
  expect(causeLine({ causes: [topic, one], unchecked: ['too-new'], answer: null }, NO_NAMES)).toEqual({
    ...{ kind: 'topic', causeDay: since, brands: null, isNamed: true, head: 'Likely cause' },
    about: `The topic “${HOSTILE}” fell`,
  })
  const none = (...unchecked: Parameters<typeof causeLine>[0]['unchecked']) =>
    lineText(causeLine({ causes: [], unchecked, answer: null }, NO_NAMES))
  expect(none('few-days', 'too-new')).toBe('No cause found: it began less than 3 days ago')
  expect(none('page-unknown')).toBe('No cause found: the page that ranked is unknown')
  expect(none('few-brands', 'no-slices', 'no-topics')).toBe('No cause found')
})

test('what a person said stands in place of the cause, with their name, and keeps the day of the same cause only', () => {
  const one = { kind: 'many-brands', confidence: 'clear', since, figures: { brands: { fell: 5, of: 8 } } } as const
  const at = '2026-10-03T00:00:00.000Z'
  const ana = { login: 'ana', name: HOSTILE }
  const lineOf = (answer: Parameters<typeof causeLine>[0]['answer']) =>
    causeLine({ causes: [one], unchecked: [], answer }, NO_NAMES)
  const own = lineOf({ isNamed: true, kind: null, text: HOSTILE, by: ana, at })
  expect(own).toMatchObject({ kind: null, causeDay: null, brands: null, isNamed: true })
  expect(lineText(own)).toBe(`Named by ${HOSTILE}: ${HOSTILE}`)
  const same = lineOf({ isNamed: true, kind: 'many-brands', text: 'Many brands fell at once', by: null, at })
  expect(same).toMatchObject({ kind: 'many-brands', causeDay: since, brands: { fell: 5, of: 8 } })
  expect(lineText(same)).toBe('Named: Many brands fell at once')
  const other = lineOf({ isNamed: true, kind: 'demand', text: 'Fewer searches', by: null, at })
  expect(other).toMatchObject({ kind: 'demand', causeDay: null, brands: null })
  const rejected = lineOf({ isNamed: false, kind: 'many-brands', text: 'Many brands fell at once', by: ana, at })
  expect(rejected).toMatchObject({ kind: null, causeDay: null, brands: null, isNamed: false })
  expect(lineText(rejected)).toBe(`Rejected by ${HOSTILE}: Many brands fell at once`)
  expect([own, same, rejected].map((line) => saysCause(lineText(line)))).toEqual([true, true, false])
})

test('several drops have the cause that most of them have, before those without one', () => {
  const said = (about: string, head = 'Likely cause') => ({ isNamed: /^(Likely|Named)/.test(head), head, about })
  const none = said('it is new', 'No cause found')
  expect(linesText([], 3)).toBeNull()
  expect(linesText([none, none], 2)).toBe('No cause found: it is new')
  expect(linesText([none, none], 5)).toBe('No cause found for 2 of 5: it is new')
  expect(linesText([none, none, said('A'), said('B'), said('B')], 5)).toBe('Likely cause of 2 of 5: B')
  expect(linesText([said('A'), said('A')], 2)).toBe('Likely cause: A')
  const named = said('C', 'Named by Ana')
  expect(linesText([named, none, named, said('A')], 4)).toBe('Named by Ana for 2 of 4: C')
  expect(linesText([said('A', 'Rejected by Ana'), none], 2)).toBe('Rejected by Ana for 1 of 2: A')
})

test('keywords and brands that dropped have their lines, the others none, hostile names as they are', () => {
  const db = rankDb()
  const [brandId, calm] = [addBrand(db, 'Shop'), addBrand(db, 'Calm')]
  loadDays(db, brandId, { isHit: isOnPage })
  loadDays(db, calm, {})
  workOut(db, brandId, calm)
  const drops = [
    ...[HOSTILE, 'thing 20', 'never seen', 'thing 3', null].map((keyword) => ({ brandId, keyword })),
    ...[HOSTILE, null].map((keyword) => ({ brandId: calm, keyword })),
    { brandId: 'gone', keyword: HOSTILE },
  ]
  const lines = causeLines(db, { drops })
  expect(lines.map(({ at, keyword, kind, since: day }) => [at, keyword, kind, day])).toEqual([
    [0, HOSTILE, 'one-page', dayFromNumber(LAST - 4)],
    [3, 'thing 3', 'one-page', dayFromNumber(LAST - 4)],
  ])
})

test('a brand that lost clicks as a whole has a line', () => {
  const db = rankDb()
  const brandId = addBrand(db, 'Shop')
  loadDays(db, brandId, { isHit: () => true })
  workOut(db, brandId)
  expect(causeLines(db, { drops: [{ brandId, keyword: null }] })).toMatchObject([{ kind: 'whole-site', keyword: null }])
})

test('a break has its day and the count of brands', () => {
  const db = rankDb()
  const ids = Array.from({ length: 8 }, (_, at) => addBrand(db, `Brand ${at}`))
  fallTogether(db, ids)
  workOut(db, ...ids)
  const drops = ids.flatMap((brandId) => ['thing 1', 'thing 2', null].map((keyword) => ({ brandId, keyword })))
  const { named, seen, stop } = watchStatements()
  named('lines')
  const lines = causeLines(db, { drops })
  const runs = seen().flatMap((one) => (one.sql.includes('cause') ? [one.runs] : []))
  stop()
  expect(runs).toEqual([1, 1])
  expect(new Set(lines.map(({ brandId }) => brandId))).toEqual(new Set(ids.slice(0, 5)))
  for (const { kind, brands, causeDay, about } of lines)
    expect({ kind, brands, causeDay, about }).toEqual({
      ...{ kind: 'many-brands', brands: { fell: 5, of: 8 }, about: '5 of 8 brands fell at once' },
      causeDay: LAST - 4,
    })
})
