import { expect, test } from 'vitest'
import { openTestDesk } from '../../support/composed-desk.ts'
import { openSandbox } from '../../support/sandbox.ts'

const openBasketDesk = async (brands = 2) => {
  const sandbox = await openSandbox({ brands, keywords: 30, days: 3 })
  const desk = await openTestDesk()
  await desk.call('service.setProfile', { baseUrl: sandbox.baseUrl })
  await desk.call('desk.setSettings', { historyDays: 1 })
  const ids: string[] = []
  for (const { name, key } of sandbox.brands) {
    ids.push((await desk.call('brands.add', { name, key, sessionOnly: true })).id)
  }
  return { ...desk, ids, brandId: ids[0] ?? '', sandbox }
}

test('a keyword is kept, dropped and noted; each spelling is stored once', async () => {
  const { call, brandId, next } = await openBasketDesk()
  const changed = next('changed', ({ datasets }) => datasets.includes('basket'))
  const first = await call('research.saveBasket', {
    brandId,
    entries: [
      { keyword: 'Green Tea', state: 'keep', note: 'for spring' },
      { keyword: 'tea pots', state: 'keep' },
      { keyword: 'STRASSE', state: 'drop' },
    ],
  })
  expect(await changed).toEqual({ brandIds: [brandId], datasets: ['basket'] })
  expect(first.rows.map(({ keyword, note, state }) => [keyword, state, note])).toEqual([
    ['Green Tea', 'keep', 'for spring'],
    ['tea pots', 'keep', ''],
    ['STRASSE', 'drop', ''],
  ])
  const again = await call('research.saveBasket', {
    brandId,
    entries: [
      { keyword: 'green tea', state: 'drop' },
      { keyword: 'straße', state: 'drop', note: 'again' },
    ],
  })
  expect(again.rows.map(({ keyword, note, state }) => [keyword, state, note])).toEqual([
    ['Green Tea', 'drop', 'for spring'],
    ['STRASSE', 'drop', 'again'],
  ])
  expect((await call('research.basket', { brandIds: [brandId] })).rows).toHaveLength(3)
  const { removed } = await call('research.removeFromBasket', { brandId, keywords: ['GREEN TEA', 'not there'] })
  expect(removed.map(({ keyword, note }) => [keyword, note])).toEqual([['Green Tea', 'for spring']])
  expect((await call('research.basket', {})).rows.map(({ keyword }) => keyword)).toEqual(['STRASSE', 'tea pots'])
})

test('a row shows whether its keyword is tracked and its cached position', async () => {
  const { call, sync, brandId } = await openBasketDesk(1)
  await sync({ datasets: ['rankings', 'tracked'] })
  const { keywords } = await call('rankings.tracked', { brandId })
  const { rows } = await call('rankings.page', { sort: { by: 'position', direction: 'asc' } })
  const best = rows[0] ?? { keyword: '', position: null }
  const entries = [best.keyword.toUpperCase(), keywords[0] ?? '', 'nobody ever searched this'].map((keyword) => {
    return { keyword, state: 'keep' as const }
  })
  const saved = await call('research.saveBasket', { brandId, entries })
  const row = (keyword: string) => saved.rows.find((one) => one.keyword === keyword)
  expect(row(best.keyword.toUpperCase())?.position).toBe(best.position)
  expect(best.position).toBeGreaterThan(0)
  expect(row(keywords[0] ?? '')?.isTracked).toBe(true)
  expect(row('nobody ever searched this')).toMatchObject({ isTracked: false, position: null })
})

test('the basket of an unknown brand is not found, and nothing is written', async () => {
  const { call } = await openBasketDesk(1)
  const entries = [{ keyword: 'tea', state: 'keep' as const }]
  await expect(call('research.saveBasket', { brandId: 'brand_none', entries })).rejects.toMatchObject({
    kind: 'not-found',
  })
  expect((await call('research.basket', {})).rows).toEqual([])
})
