import { expect, onTestFinished, test } from 'vitest'
import { auditsPage } from '../../../src-main/research/queries/audits.ts'
import { closeFiles, openForWriting } from '../../../src-main/store/files.ts'
import { tables } from '../../../src-main/tables.ts'
import { calls } from '../../../src-shared/desk/contract.ts'
import { plansOf } from '../../support/query-plans.ts'
import { tempHome } from '../../support/temp-home.ts'
import { newBrand, tempStore } from '../../support/temp-store.ts'

test('an audit that was running when the desk was killed is unknown at the next start', async () => {
  const home = tempHome()
  const first = await tempStore(home)
  const { id: brandId } = await first.store.write('brands.insert', newBrand('Acme'))
  await first.store.write('audits.begin', { brandId, url: 'https://acme.com/', atMs: 1 })
  const page = calls['research.audits'].input.parse({})
  expect((await first.store.read('audits.page', page)).rows).toEqual([])
  await first.store.close()

  const { store } = await tempStore(home)
  expect(await store.write('audits.settle', {})).toBe(1)
  expect((await store.read('audits.page', page)).rows).toMatchObject([
    { state: 'unknown', overallScore: null, error: { kind: 'unknown-outcome' } },
  ])
  expect(await store.write('audits.settle', {})).toBe(0)
})

test('a desk ends its own audits alone: another desk may be running the others', async () => {
  const home = tempHome()
  const first = await tempStore({ ...home, deskNo: 1 })
  const { id: brandId } = await first.store.write('brands.insert', newBrand('Acme'))
  await first.store.write('audits.begin', { brandId, url: 'https://acme.com/', atMs: 1 })
  await first.store.close()

  const second = await tempStore({ ...home, deskNo: 2 })
  expect(await second.store.write('audits.settle', {})).toBe(0)
  await second.store.close()

  const again = await tempStore({ ...home, deskNo: 1 })
  expect(await again.store.write('audits.settle', {})).toBe(1)
})

const DAY_MS = 86_400_000

/** Audits of a site as they ended, `score` null: it failed. */
const historyOf = async (audits: readonly { atMs: number; score: number | null; url?: string }[]) => {
  const { store } = await tempStore()
  const { id: brandId } = await store.write('brands.insert', newBrand('Acme'))
  const own = 'https://acme.com/'
  await store.write('auditSites.save', { brandId, url: own, atMs: 1 })
  for (const { atMs, score, url = own } of audits) {
    const no = await store.write('audits.begin', { brandId, url, atMs })
    const tests = { overallScore: score, totalTests: 40, passedTests: score === null ? null : 20 }
    const state = score === null ? ('failed' as const) : ('done' as const)
    await store.write('audits.end', { no, outcome: { ...tests, state, error: null } })
  }
  return { store, brandId }
}

test('a site has its twelve newest scores, and one a day for all time, without failures', async () => {
  const daily = Array.from({ length: 15 }, (_, day) => ({ atMs: day * DAY_MS, score: day }))
  const { store, brandId } = await historyOf([
    ...daily,
    { atMs: 14 * DAY_MS + 1, score: 70 },
    { atMs: 14 * DAY_MS + 2, score: null },
    { atMs: 14 * DAY_MS + 3, score: 99, url: 'https://other.example/' },
  ])
  const [site] = await store.read('auditSites.list', { brandIds: [brandId] })
  expect(site?.scores).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 70])
  const [scores] = await store.read('audits.scores', { brandIds: [brandId] })
  expect(scores?.rows.map(({ overallScore }) => overallScore)).toEqual([
    ...daily.slice(0, 14).map(({ score }) => score),
    70,
  ])
  expect(scores?.rows.at(-1)).toMatchObject({ scoreChange: 56 })
})

test('the history is read in its order, and the score before by its index', () => {
  const { db } = openForWriting(tempHome(), tables)
  onTestFinished(() => closeFiles(db, 'writer'))
  const plans = plansOf(db.core, () => void auditsPage(db, calls['research.audits'].input.parse({})))
  const plan = plans.map((step) => step.plan).join('\n')
  expect(plan).toMatch(/audit_by_time/)
  expect(plan).toMatch(/audit_by_site/)
  expect(plan).not.toMatch(/TEMP B-TREE/)
})
