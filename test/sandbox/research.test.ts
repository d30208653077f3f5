import { expect, it } from 'vitest'
import { startClient } from './sandbox-client.ts'

const SUGGEST = '/v3/keywords/suggest-keywords'
const AUDIT = '/v3/website-audit'
const DAY_MS = 86_400_000

it('suggests at most ten keywords, the same for the same context, others for another', async () => {
  const client = await startClient()
  const suggest = async (query: Record<string, string> = {}, brand = 0): Promise<string[]> => {
    const { status, json } = await client.call(SUGGEST, { query, brand })
    expect(status).toBe(200)
    return json.keywords
  }
  const own = await suggest()
  expect(own).toHaveLength(10)
  expect(new Set(own).size).toBe(10)
  expect(await suggest()).toEqual(own)
  expect(await suggest({}, 1)).not.toEqual(own)
  const tracked = (await client.call('/v3/rank-tracking/keywords')).json.items.map(
    ({ keyword }: { keyword: string }) => keyword,
  )
  const ranked = (await client.top()).map(({ keyword }) => keyword)
  expect(own.filter((keyword) => tracked.includes(keyword) || ranked.includes(keyword)).length).toBeGreaterThan(0)
  const described = await suggest({ description: 'We make wooden toys and puzzles for schools' })
  expect(described.some((keyword) => keyword.includes('wooden toys'))).toBe(true)
  expect(await suggest({ description: 'Wooden toys', websiteUrl: 'https://elsewhere.com/' })).toEqual(
    await suggest({ description: 'Wooden toys' }),
  )
  const few = await suggest({ description: '的' })
  expect(few.length).toBeLessThanOrEqual(10)
  expect(few.length).toBeGreaterThan(0)
})

it('reads audience segments as a repeated parameter, and refuses an invalid address', async () => {
  const client = await startClient()
  const { json } = await client.call(`${SUGGEST}?description=tea%20pots&audience=Hotels&audience=Small%20cafes`)
  expect(json.keywords.some((keyword: string) => keyword.includes('hotels'))).toBe(true)
  expect(json.keywords.some((keyword: string) => keyword.includes('small cafes'))).toBe(true)
  const refused = await client.call(SUGGEST, { query: { websiteUrl: 'no address' } })
  expect({ status: refused.status, error: refused.json.error }).toMatchObject({
    status: 400,
    error: expect.stringMatching(/^websiteUrl: /),
  })
})

it('scores a site the same all day, and slightly different on other days', async () => {
  const client = await startClient()
  const audit = async (url: string, brand = 0) => {
    const { status, json } = await client.call(AUDIT, { method: 'POST', body: { url }, brand })
    expect(status).toBe(200)
    return json
  }
  const first = await audit('example.com')
  expect(first.url).toBe('https://example.com/')
  const { overallScore, totalTests, passedTests } = first.seoAudit
  expect(passedTests).toBeLessThanOrEqual(totalTests)
  expect(overallScore).toBeCloseTo((100 * passedTests) / totalTests, 1)
  expect(await audit('https://example.com', 1)).toEqual(first)
  const { tests } = first.seoAudit
  expect(tests).toHaveLength(totalTests)
  expect(new Set(tests.map(({ name }: { name: string }) => name)).size).toBe(totalTests)
  const failed = tests.filter(({ passed }: { passed: boolean }) => !passed)
  expect(failed).toHaveLength(totalTests - passedTests)
  for (const { recommendation } of failed) expect(recommendation).toMatch(/\. .+\.$/)
  const scores: number[] = [overallScore]
  for (let day = 0; day < 8; day += 1) {
    await client.control('POST', '/clock', { advanceMs: DAY_MS })
    scores.push((await audit('example.com')).seoAudit.overallScore)
  }
  expect(new Set(scores).size).toBeGreaterThan(1)
  for (const [day, score] of scores.slice(1).entries()) expect(Math.abs(score - (scores[day] ?? 0))).toBeLessThan(16)
})

it.each(['', 'localhost', 'two words', 'ftp://example.com', 'javascript:alert(1)', '10.0.0.1'])(
  'answers 400 to %j, which is not a site',
  async (url) => {
    const client = await startClient()
    const { status, json } = await client.call(AUDIT, { method: 'POST', body: { url } })
    expect({ status, error: json.error }).toEqual({ status: 400, error: expect.stringMatching(/^url: /) })
  },
)
