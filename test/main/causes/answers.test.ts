// What people say of drops: kept in the place of the desk's cause, for that drop of that brand only.
import { expect, test } from 'vitest'
import { dayFromNumber } from '../../../src-main/base/clock.ts'
import { removeAnswer, saveAnswer } from '../../../src-main/causes/queries/answers.ts'
import { causeLines } from '../../../src-main/causes/queries/cause-lines.ts'
import { causeOfDrop, causePage } from '../../../src-main/causes/queries/cause-list.ts'
import { lineText } from '../../../src-main/causes/rules/cause-line.ts'
import type { WritableDb } from '../../../src-main/store/db.ts'
import { tables } from '../../../src-main/tables.ts'
import { calls } from '../../../src-shared/desk/contract.ts'
import { addBrand, rankDb } from '../rankings/rank-db.ts'
import { HOSTILE, isOnPage, LAST, loadDays, workOut } from './small-cache.ts'

const since = LAST - 4
const OWN = { isNamed: true, kind: null, text: `Moved to ${HOSTILE}`, atMs: 5 } as const
const ofDrop = (brandId: string, day = since) => ({ brandId, keyword: HOSTILE, since: day })

const openShop = () => {
  const db = rankDb()
  const [brandId, other] = [addBrand(db, 'Shop'), addBrand(db, 'Other')]
  for (const id of [brandId, other]) loadDays(db, id, { isHit: isOnPage })
  workOut(db, brandId, other)
  return { db, brandId, other }
}
const answerOf = (db: WritableDb, brandId: string, keyword = HOSTILE) =>
  causeOfDrop(db, { brandId, keyword, page: null }).row?.answer
const lineOf = (db: WritableDb, brandId: string) =>
  causeLines(db, { drops: [{ brandId, keyword: HOSTILE }] }).map(lineText)

test('an answer stands before the causes of its drop, as text, and not before those of other drops and brands', () => {
  const { db, brandId, other } = openShop()
  saveAnswer(db, { ...ofDrop(brandId), ...OWN })
  expect(answerOf(db, brandId)).toEqual({
    ...{ isNamed: true, kind: null, text: OWN.text, by: null, at: '1970-01-01T00:00:00.005Z' },
  })
  expect(causeOfDrop(db, { brandId, keyword: HOSTILE, page: null }).row?.causes[0]?.kind).toBe('one-page')
  expect(lineOf(db, brandId)).toEqual([`Named: ${OWN.text}`])
  expect(answerOf(db, brandId, 'thing 3')).toBeNull()
  expect(answerOf(db, other)).toBeNull()
  expect(lineOf(db, other)).toEqual(['Likely cause: One page fell'])
  const { rows } = causePage(db, calls['causes.list'].input.parse({}))
  const answered = rows.filter(({ answer }) => answer !== null)
  expect(answered.map((row) => [row.brandId, row.keyword])).toEqual([[brandId, HOSTILE]])
})

test('the next answer takes the place of the one before, and a removed one gives way to the cause of the desk', () => {
  const { db, brandId, other } = openShop()
  saveAnswer(db, { ...ofDrop(brandId), ...OWN })
  saveAnswer(db, { ...ofDrop(other), ...OWN })
  saveAnswer(db, { ...ofDrop(brandId), isNamed: false, kind: 'one-page', text: null, atMs: 6 })
  expect(answerOf(db, brandId)).toMatchObject({ isNamed: false, kind: 'one-page', text: 'One page fell' })
  expect(lineOf(db, brandId)).toEqual(['Rejected: One page fell'])
  removeAnswer(db, ofDrop(brandId))
  expect(answerOf(db, brandId)).toBeNull()
  expect(lineOf(db, brandId)).toEqual(['Likely cause: One page fell'])
  expect(lineOf(db, other)).toEqual([`Named: ${OWN.text}`])
})

test('an answer stays when the desk works out the causes again, and its drop begins a day earlier or later', () => {
  const { db, brandId } = openShop()
  saveAnswer(db, { ...ofDrop(brandId, since + 1), ...OWN })
  loadDays(db, brandId, { isHit: (at) => at % 4 !== 1, newest: LAST })
  workOut(db, brandId)
  expect(lineOf(db, brandId)).toEqual([`Named: ${OWN.text}`])
  // A second answer takes the place of the first.
  saveAnswer(db, { ...ofDrop(brandId), ...OWN, text: 'Moved' })
  expect(lineOf(db, brandId)).toEqual(['Named: Moved'])
  expect(db.core.prepare('SELECT count(*) FROM cause_answer').pluck().get()).toBe(1)
})

test('an answer is of a drop that begins up to five days earlier or later, and of none a day further away', () => {
  const { db, brandId } = openShop()
  for (const [away, text] of [
    [-6, undefined],
    [-5, OWN.text],
    [5, OWN.text],
    [6, undefined],
  ] as const) {
    saveAnswer(db, { ...ofDrop(brandId, since + away), ...OWN })
    expect(answerOf(db, brandId)?.text, `${away} days`).toBe(text)
    removeAnswer(db, ofDrop(brandId, since + away))
  }
})

test('another drop of the keyword has no answer, and takes one of its own', () => {
  const { db, brandId } = openShop()
  saveAnswer(db, { ...ofDrop(brandId), ...OWN })
  const later = LAST + 60
  loadDays(db, brandId, { isHit: isOnPage, newest: later })
  workOut(db, brandId)
  expect(causeOfDrop(db, { brandId, keyword: HOSTILE, page: null }).row).toMatchObject({
    since: dayFromNumber(later - 4),
    answer: null,
  })
  saveAnswer(db, { ...ofDrop(brandId, later - 4), ...OWN, text: 'Something else' })
  expect(lineOf(db, brandId)).toEqual(['Named: Something else'])
  expect(db.core.prepare('SELECT day, text FROM cause_answer ORDER BY day').raw().all()).toEqual([
    [since, OWN.text],
    [later - 4, 'Something else'],
  ])
})

test('answers go with their brand, and an unknown brand takes none', () => {
  const { db, brandId, other } = openShop()
  for (const id of [brandId, other]) saveAnswer(db, { ...ofDrop(id), ...OWN })
  for (const sql of tables.brandRows.core) if (sql.includes('cause_answer')) db.core.prepare(sql).run(brandId)
  expect(db.core.prepare('SELECT brand_id FROM cause_answer').pluck().all()).toEqual([other])
  expect(() => saveAnswer(db, { ...ofDrop('nobody'), ...OWN })).toThrow()
})

test('an input names a kind or a text, a rejected cause is a kind, and 200 characters are the most', () => {
  const { input } = calls['causes.saveAnswer']
  const drop = { brandId: 'b1', keyword: 'k', since: '2026-10-01' }
  const fits = (said: object) => input.safeParse({ ...drop, ...said }).success
  expect(fits({ isNamed: true, kind: 'demand' })).toBe(true)
  expect(fits({ isNamed: false, kind: 'demand' })).toBe(true)
  expect(fits({ isNamed: true, text: 'x'.repeat(200) })).toBe(true)
  for (const said of [
    { isNamed: true },
    { isNamed: true, kind: 'demand', text: 'Both' },
    { isNamed: false, text: 'Only a text' },
    { isNamed: true, text: 'x'.repeat(201) },
    { isNamed: true, text: ' \n ' },
    { isNamed: true, kind: 'magic' },
  ])
    expect(fits(said)).toBe(false)
})
