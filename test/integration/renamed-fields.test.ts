import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ensureDemoBrands } from '../../src-main/brands/demo-brands.ts'
import { DEFAULT_PROFILE } from '../../src-shared/service/profile.ts'
import { openBrandsDesk } from '../support/brands-desk.ts'
import { openTestDesk } from '../support/composed-desk.ts'
import { newlyNamedFields, type RenamedFields, renamedFields } from '../support/renamed-fields.ts'
import { startRenamingProxy } from '../support/renaming-proxy.ts'
import { openSandbox } from '../support/sandbox.ts'
import { testClock } from '../support/test-clock.ts'
import { runEveryView, type ViewResults } from '../support/view-calls.ts'

const SEEDS = [1, 2, 3]
/** Listings come in pages, so that their cursors are renamed as well. */
const SANDBOX = { brands: 2, keywords: 40, days: 8, pageSize: 20, seed: 7 }

const DONE = { state: 'confirmed' }
const FAILED = { state: 'failed' }

const namesBy = (names: typeof renamedFields, seed: number): RenamedFields => {
  const [fields] = fc.sample(names, { seed, numRuns: 1 })
  if (fields === undefined) throw new Error('no names')
  return fields
}

/** Every view on a desk whose service has these names, if any. */
const runOn = async (wire: RenamedFields | null, profile: RenamedFields | undefined): Promise<ViewResults> => {
  const { brands, baseUrl } = await openSandbox(SANDBOX)
  const proxy =
    wire === null ? { baseUrl } : await startRenamingProxy({ target: baseUrl, profile: DEFAULT_PROFILE, fields: wire })
  return runEveryView(await openTestDesk(), { brands, baseUrl: proxy.baseUrl, fields: profile })
}
const failedViews = (results: ViewResults): string[] =>
  Object.entries(results).flatMap(([view, result]) => ('failed' in result ? [`${view}: ${result.message}`] : []))

let direct: Promise<ViewResults> | undefined
/** What the views get from a service with our names. */
const directResults = (): Promise<ViewResults> => {
  direct ??= runOn(null, undefined)
  return direct
}

test('every view works on a service with the desk’s field names', async () => {
  const results = await directResults()
  expect(failedViews(results)).toEqual([])
  expect(results).toMatchObject({
    discover: { value: DONE },
    findPeople: { value: [{ state: 'partly_done' }, {}] },
    queue: { value: [{}, DONE, { state: 'partly_done' }, {}] },
    unqueue: { value: DONE },
    publishing: { value: [DONE, DONE, DONE, DONE, {}] },
    connectors: { value: [{}, {}, { results: [{ state: 'applied' }, {}] }, { syncEnabled: true, failed: [] }, {}] },
  })
})

test.each(SEEDS)(
  'every view gets the same from a service with other names, mapped in the profile (seed %i)',
  async (seed) => {
    const fields = namesBy(renamedFields, seed)
    const results = await runOn(fields, fields)
    expect(failedViews(results)).toEqual([])
    expect(results).toEqual(await directResults())
  },
)

test('a desk and a sandbox with the same names work together', async () => {
  const fields = namesBy(renamedFields, 4)
  const { brands, baseUrl } = await openSandbox({ ...SANDBOX, profile: { fields } })
  expect(await runEveryView(await openTestDesk(), { brands, baseUrl, fields })).toEqual(await directResults())
})

test('demo brands use the desk’s own names and paths, regardless of the profile', async () => {
  const sandbox = await openSandbox({ brands: 1, keywords: 5, days: 3 })
  const keys = () => sandbox.keyOf(0)
  const desk = await openBrandsDesk({ demo: { baseUrl: sandbox.baseUrl, keys } })
  await ensureDemoBrands({ book: desk.book, clock: testClock }, sandbox.brands)
  await desk.settings.setProfile({
    fields: namesBy(newlyNamedFields, 5),
    operations: { 'outreach.prospects': { path: '/elsewhere' } },
  })
  const { rows, run } = await desk.runSync({ datasets: ['prospects', 'contacts', 'connectors', 'visibility'] })
  expect(rows.flatMap(({ error }) => error ?? [])).toEqual([])
  expect(run).toMatchObject({ done: 4, failed: 0 })
  const [brand] = desk.book.list()
  const doctor = await desk.call('service.doctor', { brandId: brand?.id ?? '' })
  expect(doctor.rows.flatMap(({ problems, misfits }) => [...problems, ...misfits])).toEqual([])
})

test('without the mapping brands are added, and each view that needs a renamed field says what is missing', async () => {
  const expected = await directResults()
  const results = await runOn(namesBy(newlyNamedFields, 1), undefined)
  expect(results.brands).toEqual(expected.brands)
  expect(results.clusters).toEqual(expected.clusters)
  expect(results.research).toEqual(expected.research)
  const unread = 'connectors contacts mailboxes outbox prospects tracked visibility'
  expect(results.sync).toMatchObject({ failed: 'bad-response', message: unread })
  expect(results.publishing).toMatchObject({ value: [FAILED, FAILED, FAILED, FAILED, {}] })
  expect(results.searchTerms).toMatchObject({ failed: 'bad-response', message: expect.stringContaining('is missing') })
})
