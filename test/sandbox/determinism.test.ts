import { expect, it } from 'vitest'
import { operations } from '../../src-shared/service/operations.ts'
import { NOW_MS, startClient } from './sandbox-client.ts'

const DAY_MS = 86_400_000
const DAY = { startDate: '2026-03-01', endDate: '2026-03-01' }

it('gives the same brands, keys and rankings of a day, whenever it starts and however many brands it serves', async () => {
  const one = await startClient({ brands: 3, seed: 7 })
  const other = await startClient({ brands: 9, seed: 7, now: () => NOW_MS + 30 * DAY_MS + 12_345_678 })
  expect(other.sandbox.brands.slice(0, 3)).toEqual(one.sandbox.brands)
  for (const brand of [0, 1, 2]) {
    const rows = await one.top(DAY, brand)
    expect(rows.length).toBeGreaterThan(40)
    expect(await other.top(DAY, brand)).toEqual(rows)
  }
  const clusters = await one.call(operations['topicClusters.list'].path)
  expect((await other.call(operations['topicClusters.list'].path)).json).toEqual(clusters.json)
})

it('gives the same first keywords at a larger scale', async () => {
  const few = await startClient({ keywords: 40 })
  const many = await startClient({ keywords: 200 })
  const known = new Map((await many.top(DAY)).map((item) => [item.keyword, item]))
  for (const item of await few.top(DAY)) expect(known.get(item.keyword)).toEqual(item)
})

it('gives other brands, keys and rankings for another seed', async () => {
  const one = await startClient({ seed: 1 })
  const other = await startClient({ seed: 2 })
  const keys = one.sandbox.brands.map(({ key }) => key)
  for (const { key } of other.sandbox.brands) expect(keys).not.toContain(key)
  expect(await other.top(DAY)).not.toEqual(await one.top(DAY))
})

it('has distinct names, teams, keys and keywords at scale', async () => {
  const client = await startClient({ brands: 400, keywords: 6000 })
  const { brands } = client.sandbox
  for (const field of ['name', 'teamId', 'key'] as const) {
    expect(new Set(brands.map((brand) => brand[field])).size, field).toBe(400)
  }
  const keywords = (await client.top({ days: '28' }, 399)).map(({ keyword }) => keyword)
  expect(keywords.length).toBeGreaterThan(5000)
  expect(new Set(keywords).size).toBe(keywords.length)
})

it('answers at 200 brands × 1,000 keywords × 90 days', async () => {
  const client = await startClient({ brands: 200, keywords: 1000, days: 90 })
  const rows = await client.top({ days: '28', compare: 'true' }, 199)
  expect(rows.length).toBeGreaterThan(900)
})
