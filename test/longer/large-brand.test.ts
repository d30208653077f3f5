// A brand with more keywords than one reply may have: the desk asks for smaller pages where the service gives them.
import { expect, test } from 'vitest'
import { openBrandsDesk } from '../support/brands-desk.ts'
import { json, type SeenRequest, startScriptedServer } from '../support/scripted-server.ts'

const KEYWORDS = 50_000
const CATALOG = { brandId: 'b1', canManage: true, syncEnabled: true, tools: [] }

const page = (at: number) => ({
  page: `https://shop.example.com/guides/number-${at}`,
  clicks: at % 50,
  impressions: at,
  ctr: 0.01,
  position: 12.5,
})
const keyword = (at: number) => ({
  keyword: `buy garden chairs number ${at}`,
  clicks: at % 50,
  impressions: at,
  ctr: 0.01,
  position: 1 + at / 1000,
  clicksChange: 1,
  impressionsChange: -2,
  ctrChange: 0,
  positionChange: 0.5,
  rankedPages: [page(at), page(at + 1)],
})

type Asked = { readonly limit: number; readonly from: number; readonly isWindow: boolean }
const asked = ({ url }: SeenRequest): Asked => {
  const { searchParams } = new URL(url, 'http://localhost')
  const from = Number(searchParams.get('cursor') ?? 0)
  return { limit: Number(searchParams.get('limit')), from, isWindow: searchParams.get('compare') === 'true' }
}

const openDesk = async ({ hasCursors }: { readonly hasCursors: boolean }) => {
  const service = await startScriptedServer((response, request) => {
    if (!request.url.includes('/top-keywords')) return json(200, CATALOG)(response, request)
    const { limit, from, isWindow } = asked(request)
    const end = Math.min(from + limit, isWindow ? KEYWORDS : 10)
    const items = Array.from({ length: Math.max(0, end - from) }, (_, at) => keyword(from + at))
    const isCut = isWindow && end < KEYWORDS
    return json(200, { items, ...(isCut && hasCursors ? { nextCursor: `${end}` } : {}) })(response, request)
  })
  const desk = await openBrandsDesk({ baseUrl: service.baseUrl })
  await desk.call('brands.add', { name: 'Garden', key: `sk_live_${'g'.repeat(24)}`, sessionOnly: true })
  const rankings = async () =>
    (await desk.runSync({ datasets: ['rankings'] })).rows.find(({ dataset }) => dataset === 'rankings')
  return { desk, rankings, windows: () => service.seen.map(asked).filter(({ isWindow }) => isWindow) }
}

test('50,000 keywords of a brand are read in pages that the desk can hold', async () => {
  const { desk, rankings, windows } = await openDesk({ hasCursors: true })
  expect(await rankings()).toMatchObject({ state: 'ok', rows: KEYWORDS, error: null })
  const first = await desk.call('rankings.page', { limit: 1 })
  expect(first.total).toBe(KEYWORDS)
  expect(first.rows[0]).toMatchObject({ keyword: 'buy garden chairs number 0', position: 1 })
  const limits = windows().map(({ limit }) => limit)
  expect(limits.slice(0, 3)).toEqual([100_000, 50_000, 25_000])
  expect(limits.length).toBeLessThan(12)
})

test('a list that the service cuts without a next page is refused, in plain words', async () => {
  const { desk, rankings } = await openDesk({ hasCursors: false })
  const pair = await rankings()
  expect(pair).toMatchObject({ state: 'failed', error: { kind: 'bad-response' } })
  expect(pair?.error?.message).toContain('the service gives no page after the first')
  expect((await desk.call('rankings.page', {})).total).toBe(0)
})
