// What leaves the desk is what the user asked for: parameters and batches as the service receives them.
import { expect, test } from 'vitest'
import { SuggestKeywordsReplySchema } from '../../src-shared/service/keywords.ts'
import { openTestDesk } from '../support/composed-desk.ts'
import { openCreditsDesk } from '../support/credits-desk.ts'
import { openPublishingDesk } from '../support/publishing-desk.ts'
import { recordRequests } from '../support/record-requests.ts'
import { openSandbox } from '../support/sandbox.ts'

const DAY_MS = 86_400_000
const FIND_PEOPLE = '/v3/outreach/prospects/find-people'
const TOP_KEYWORDS = '/v3/rank-tracking/top-keywords'

/** A desk with one brand whose requests are recorded. */
const openRecordedDesk = async () => {
  const requests = recordRequests()
  const sandbox = await openSandbox({ brands: 1, keywords: 20, days: 3 })
  const desk = await openTestDesk({ getDispatcher: requests.getDispatcher })
  await desk.call('service.setProfile', { baseUrl: sandbox.baseUrl })
  const [{ name, key } = { name: '', key: '' }] = sandbox.brands
  const { id: brandId } = await desk.call('brands.add', { name, key, sessionOnly: true })
  return { ...desk, sandbox, brandId, key, sent: requests.sent }
}

test('find people sends the chosen terms, and none when none were chosen', async () => {
  const requests = recordRequests()
  const desk = await openCreditsDesk({ desk: { getDispatcher: requests.getDispatcher } })
  await desk.calmDown()
  const [first = '', second = ''] = await desk.searchable(2)
  const terms = ['Head of Content', 'Editor', 'Owner']
  await desk.findPeople([first], { terms })
  await desk.findPeople([second])
  expect(requests.sent(FIND_PEOPLE).map(({ body }) => body)).toEqual([
    { prospectIds: [first], terms },
    { prospectIds: [second] },
  ])
})

test('find people sends 50 sites in a request, and the rest in the last one', async () => {
  const requests = recordRequests()
  const desk = await openCreditsDesk({ sandbox: { prospects: 120 }, desk: { getDispatcher: requests.getDispatcher } })
  await desk.calmDown()
  const prospectIds = (await desk.prospects()).map(({ id }) => id).slice(0, 101)
  await desk.findPeople(prospectIds, { searchAnyway: true })
  const bodies = requests.sent(FIND_PEOPLE).map(({ body }) => body as { prospectIds: string[] }) // what was sent
  expect(bodies.map((body) => body.prospectIds.length)).toEqual([50, 50, 1])
  expect(bodies.flatMap((body) => body.prospectIds)).toEqual(prospectIds)
})

test('a publish names its first article at the top, and all of them in its items', async () => {
  const requests = recordRequests()
  const { publish } = await openPublishingDesk({ brands: 1, desk: { getDispatcher: requests.getDispatcher } })
  await publish({ provider: 'grigora', articleSlugs: ['how-to-brew', 'why-loose-leaf', 'tea-pots'], status: 'draft' })
  expect(requests.sent('/cms/publish').map(({ body }) => body)).toEqual([
    {
      articleSlug: 'how-to-brew',
      provider: 'grigora',
      status: 'draft',
      items: [{ articleSlug: 'how-to-brew' }, { articleSlug: 'why-loose-leaf' }, { articleSlug: 'tea-pots' }],
    },
  ])
})

test.each(['ranked', 'tracked'] as const)(
  'rankings of the universe "%s" are requested by that name',
  async (universe) => {
    const { sync, brandId, sent } = await openRecordedDesk()
    const slice = { device: null, country: null, searchType: 'web', universe } as const
    await sync({ brandIds: [brandId], datasets: ['rankings'], slice })
    const asked = sent(TOP_KEYWORDS)
    expect(asked.length).toBeGreaterThan(0)
    expect(new Set(asked.map(({ query }) => query.get('universe')))).toEqual(new Set([universe]))
  },
)

test('the comparison requests 28 days up to yesterday vs the 28 days before', async () => {
  const { sync, brandId, sent } = await openRecordedDesk()
  await sync({ brandIds: [brandId], datasets: ['rankings'] })
  const [comparison] = sent(TOP_KEYWORDS).filter(({ query }) => query.get('compare') === 'true')
  const days = ['startDate', 'endDate'].map((name) => Date.parse(comparison?.query.get(name) ?? ''))
  const [start = Number.NaN, end = Number.NaN] = days
  expect((end - start) / DAY_MS + 1).toBe(28)
  expect(new Date(end).toISOString().slice(0, 10)).toBe(new Date(Date.now() - DAY_MS).toISOString().slice(0, 10))
})

test('keyword suggestions send website, description and audience unchanged', async () => {
  const { call, brandId, sent } = await openRecordedDesk()
  const context = {
    websiteUrl: 'https://tea.example.com/',
    description: 'Loose leaf tea',
    audience: ['Hotels', 'Cafés'],
  }
  await call('research.suggest', { brandId, ...context })
  const [asked] = sent('/v3/keywords/suggest-keywords')
  expect(asked?.query.getAll('audience')).toEqual(context.audience)
  expect(asked?.query.get('description')).toBe(context.description)
  expect(asked?.query.get('websiteUrl')).toBe(context.websiteUrl)
})

test('sandbox uses a description instead of reading the website', async () => {
  const { sandbox, key } = await openRecordedDesk()
  const suggest = async (query: Record<string, string>): Promise<string[]> => {
    const url = `${sandbox.baseUrl}/v3/keywords/suggest-keywords?${new URLSearchParams(query)}`
    const reply = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
    return SuggestKeywordsReplySchema.parse(await reply.json()).keywords
  }
  const isOfPath = (keyword: string) => keyword.includes('garden chairs')
  const websiteUrl = 'https://example.com/garden-chairs'
  expect((await suggest({ websiteUrl })).some(isOfPath)).toBe(true)
  const described = await suggest({ websiteUrl, description: 'Loose leaf tea' })
  expect(described.length).toBeGreaterThan(0)
  expect(described.every((keyword) => keyword.includes('loose leaf tea'))).toBe(true)
})

test('preset "Read only" denies every tool that writes and leaves every tool that reads as it is', async () => {
  const { call, sync, brandId } = await openRecordedDesk()
  await sync({ brandIds: [brandId], datasets: ['connectors'] })
  const { tools } = await call('connectors.matrix', { brandIds: [brandId] })
  const { presets } = await call('connectors.presets', {})
  const writing = tools.filter(({ group }) => group === 'write').map(({ name }) => name)
  expect(tools.length).toBeGreaterThan(writing.length)
  expect(writing.length).toBeGreaterThan(0)
  const readOnly = presets.find(({ id }) => id === 'read-only')
  expect(readOnly?.permissions).toEqual(Object.fromEntries(writing.map((name) => [name, 'deny'])))
})
