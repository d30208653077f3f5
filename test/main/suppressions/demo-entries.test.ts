// Entries of the demo go with its last brand, and only those.
import { expect, test } from 'vitest'
import { DEMO_SUPPRESSIONS } from '../../../src-main/suppressions/demo-entries.ts'
import { newBrand, tempStore } from '../../support/temp-store.ts'

test('entries and the schedule of the demo go with its last brand, also beside an own one', async () => {
  const { store } = await tempStore()
  const [one, two, own] = await Promise.all(
    ['One', 'Two', 'Own'].map((name) => store.write('brands.insert', { ...newBrand(name), demo: name !== 'Own' })),
  )
  if (one === undefined || two === undefined || own === undefined) throw new Error('no brand')
  const entries = [...DEMO_SUPPRESSIONS.map(({ value }) => value), 'own.example'].map((value) => {
    return { kind: 'domain', value, reason: '' } as const
  })
  await store.write('suppressions.add', { entries, atMs: 1 })
  const schedule = {
    name: 'Monthly',
    templateId: 'monthly',
    dayOfMonth: 1,
    formats: ['pdf' as const],
    asZip: false,
    isOn: true,
  }
  for (const id of ['demo-monthly', 'schedule_own'])
    await store.write('reports.saveSchedule', { ...schedule, id, brands: { brandIds: [one.id, own.id] } })
  const left = async () => {
    const { rows } = await store.read('suppressions.page', { sort: [], limit: 20 } as never)
    const schedules = await store.read('reports.schedules', {})
    return [rows.length, schedules.map(({ id }) => id)]
  }
  await store.write('brands.delete', { id: one.id })
  expect(await left()).toEqual([5, ['demo-monthly', 'schedule_own']])
  await store.write('brands.delete', { id: two.id })
  expect(await left()).toEqual([1, ['schedule_own']])
})
