import { expect, onTestFinished, test } from 'vitest'
import { closeFiles, openForWriting } from '../../../src-main/store/files.ts'
import { auditsPage } from '../../../src-main/store/queries/audits.ts'
import { calls } from '../../../src-shared/desk/contract.ts'
import { plansOf } from '../../support/query-plans.ts'
import { tempHome } from '../../support/temp-home.ts'
import { newBrand, tempStore } from '../../support/temp-store.ts'

test('an audit that was running when the desk was killed is unknown from the next start on', async () => {
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

test('the history is read in its order, and the score before by its index', () => {
  const { db } = openForWriting(tempHome(), false)
  onTestFinished(() => closeFiles(db, 'writer'))
  const plans = plansOf(db.core, () => void auditsPage(db, calls['research.audits'].input.parse({})))
  const plan = plans.map((step) => step.plan).join('\n')
  expect(plan).toMatch(/audit_by_time/)
  expect(plan).toMatch(/audit_by_site/)
  expect(plan).not.toMatch(/TEMP B-TREE/)
})
