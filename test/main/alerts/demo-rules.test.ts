// Rules of the demo go with the demo; they stay where they watch a person's brands, as does what a person made of them.
import { expect, test } from 'vitest'
import type { AlertScope } from '../../../src-shared/desk/alerts.ts'
import { newBrand, tempStore } from '../../support/temp-store.ts'

const filter = { starred: false, tracked: false, tags: [], minClicksAWeek: 0, minImpressionsAWeek: 0 }

const openRules = async (names: readonly string[], rules: (ids: readonly string[]) => Record<string, AlertScope>) => {
  const { store } = await tempStore()
  const brands = await Promise.all(names.map((name) => store.write('brands.insert', newBrand(name))))
  const brandIds = brands.map(({ id }) => id)
  for (const [id, scope] of Object.entries(rules(brandIds)))
    await store.write('alerts.saveRule', {
      ...{ id, name: id, scope, condition: { kind: 'drift' }, filter, isNew: true, atMs: 1 },
    })
  return {
    brandIds,
    remove: (id = '') => store.write('brands.delete', { id }),
    left: async () => (await store.read('alerts.rules', {})).map(({ id }) => id),
  }
}

test('a rule of the demo about all brands stays beside own brands, and goes with the last brand', async () => {
  const { brandIds, remove, left } = await openRules(['Demo', 'Own'], () => ({
    'demo-drift': { of: 'all' },
    'demo-drop': { of: 'tags', tags: ['retail'] },
    alert_of_a_person: { of: 'all' },
  }))
  await remove(brandIds[0])
  expect(await left()).toEqual(['alert_of_a_person', 'demo-drift', 'demo-drop'])
  await remove(brandIds[1])
  expect(await left()).toEqual(['alert_of_a_person', 'demo-drop'])
})

test('a rule of the demo that names brands, as an older version made it, is removed with the last of them', async () => {
  const { brandIds, remove, left } = await openRules(['One', 'Two', 'Own'], ([one = '', two = '', own = '']) => ({
    'demo-drift': { of: 'brands', brandIds: [one, two] },
    'demo-budget': { of: 'brands', brandIds: [one, own] },
    alert_of_a_person: { of: 'brands', brandIds: [one, two] },
  }))
  await remove(brandIds[0])
  expect(await left()).toEqual(['alert_of_a_person', 'demo-budget', 'demo-drift'])
  await remove(brandIds[1])
  expect(await left()).toEqual(['alert_of_a_person', 'demo-budget'])
})
