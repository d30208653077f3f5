// Rules of the demo go with the last of its brands; what a person made of them stays.
import { expect, test } from 'vitest'
import type { AlertScope } from '../../../src-shared/desk/alerts.ts'
import { newBrand, tempStore } from '../../support/temp-store.ts'

test('a rule of the demo is removed with the last brand that it names, and no other rule is', async () => {
  const { store } = await tempStore()
  const brands = await Promise.all(['One', 'Two', 'Own'].map((name) => store.write('brands.insert', newBrand(name))))
  const [one = '', two = '', own = ''] = brands.map(({ id }) => id)
  const filter = { starred: false, tracked: false, tags: [], minClicksAWeek: 0, minImpressionsAWeek: 0 }
  const save = (id: string, scope: AlertScope) =>
    store.write('alerts.saveRule', { id, name: id, scope, condition: { kind: 'drift' }, filter, isNew: true, atMs: 1 })
  await save('demo-drift', { of: 'brands', brandIds: [one, two] })
  await save('demo-budget', { of: 'brands', brandIds: [one, own] })
  await save('demo-drop', { of: 'all' })
  await save('alert_of_a_person', { of: 'brands', brandIds: [one, two] })
  const ids = async () => (await store.read('alerts.rules', {})).map(({ id }) => id)
  await store.write('brands.delete', { id: one })
  expect(await ids()).toEqual(['alert_of_a_person', 'demo-budget', 'demo-drift', 'demo-drop'])
  await store.write('brands.delete', { id: two })
  expect(await ids()).toEqual(['alert_of_a_person', 'demo-budget', 'demo-drop'])
})
