// What each step of a playbook says it would do, and what came of it, by what the calls of the desk answer.
import { expect, test } from 'vitest'
import { brandSteps } from '../../../src-main/playbooks/steps/brands.ts'
import { controlSteps } from '../../../src-main/playbooks/steps/control.ts'
import { interruptedText } from '../../../src-main/playbooks/steps/index.ts'
import { outreachSteps } from '../../../src-main/playbooks/steps/outreach.ts'
import { researchSteps } from '../../../src-main/playbooks/steps/research.ts'
import type { FindContext, PerformContext } from '../../../src-main/playbooks/steps/step-kind.ts'

const NOW_MS = Date.parse('2026-11-21T10:00:00Z')
type Answers = Readonly<Record<string, unknown>>

/** A brand of the desk whose calls answer so. */
const at = (answers: Answers = {}, more: object = {}) => {
  const asked: [string, unknown][] = []
  const ask = async (name: string, input: unknown) => {
    asked.push([name, input])
    if (!(name in answers)) throw new Error(`${name} is not asked.`)
    return answers[name]
  }
  const context = { brand: { id: 'b', name: 'Acme' }, ask, nowMs: NOW_MS, approval: null, ...more }
  return { asked, context: context as unknown as PerformContext & FindContext } // what steps use
}
type Step = { readonly plan: unknown; readonly perform?: unknown; readonly find?: unknown }
const run = (how: 'plan' | 'perform' | 'find', step: Step, of: object, answers?: Answers, more?: object) => {
  const perform = step[how] as (step: object, context: object) => unknown // each takes its own step
  return perform(of, at(answers, more).context)
}
const { addBrand, checkKey, history, freshness, webhook, tracked } = brandSteps
const done = (result: string) => ({ state: 'done', result })
const failed = (result: string) => ({ state: 'failed', result })

test('a brand is added once: by name and key, not where it is there, and found again after the desk ended', async () => {
  expect(await run('plan', addBrand, { kind: 'addBrand' })).toMatchObject({ needless: 'Acme is on this desk already.' })
  expect(await run('plan', addBrand, {}, {}, { brand: { id: '', name: '' } })).toMatchObject({
    action: 'Add brand',
    count: 1,
  })
  expect(await run('perform', addBrand, {}, {}, { input: undefined })).toMatchObject({ state: 'failed' })
  const input = { name: 'Acme', key: 'k', sessionOnly: true }
  const added = { ...done('Acme was added.'), addedBrandId: 'b1' }
  expect(await run('perform', addBrand, {}, { 'brands.add': { id: 'b1', name: 'Acme' } }, { input })).toEqual(added)
  const brands = [{ id: 'b1', name: 'Acme', createdAt: '2026-11-21T10:00:00.000Z' }]
  const find = (note: string | null, beganAt: string) =>
    run('find', addBrand, {}, { 'brands.list': { brands } }, { approval: note === null ? null : { note }, beganAt })
  expect(await find('Acme', '2026-11-21T10:00:00.000Z')).toEqual(added)
  expect(await find('Acme', '2026-11-21T10:00:00.001Z')).toBeNull()
  expect(await find('Other', '2026-11-21T09:00:00.000Z')).toBeNull()
  expect(await find(null, '2026-11-21T09:00:00.000Z')).toBeNull()
})

test.each([
  ['ok', done('The service accepts the key.')],
  ['unauthorized', failed('The service refuses the key: replace it.')],
  ['unchecked', failed('The key was not checked: the service did not answer.')],
  ['strange', failed('strange')],
])('a key that is %s ends its check so', async (keyState, end) => {
  expect(await run('perform', checkKey, {}, { 'brands.check': { keyState } })).toEqual(end)
})

test('history counts the days that are not stored, and those that are stored afterwards', async () => {
  const points = (count: number) => ({ 'brands.days': { points: Array(count).fill({}) }, 'sync.run': {} })
  expect(await run('plan', history, { days: 90 }, points(89))).toEqual({
    would: 'Reads the days of the last 90 that are not stored: up to 1 day, at least one request each.',
    count: 1,
  })
  expect(await run('plan', history, { days: 2 }, points(5))).toMatchObject({ count: 0 })
  const { asked, context } = at(points(365))
  await history.plan({ days: 730 } as never, context)
  expect(asked).toEqual([['brands.days', { brandId: 'b', days: 400 }]])
  const whenSynced = (outcome: object) => ({ whenSynced: async () => outcome })
  expect(await run('perform', history, { days: 90 }, points(90), whenSynced(done('x')))).toEqual(
    done('90 days of rankings stored.'),
  )
  expect(await run('perform', history, { days: 730 }, points(400), whenSynced(done('x')))).toEqual(
    done('At least 400 days of rankings stored.'),
  )
  for (const end of [failed('x'), { intentId: 'i' }])
    expect(await run('perform', history, { days: 90 }, points(90), whenSynced(end))).toEqual(end)
})

test('data is too old from its limit on, told in hours and then in days', async () => {
  const synced = (hours: number | null) => {
    const fetchedAt = hours === null ? null : new Date(NOW_MS - hours * 3_600_000).toISOString()
    return { 'sync.status': { rows: [{ dataset: 'rankings', fetchedAt }] } }
  }
  const step = { datasets: ['rankings'], maxAgeHours: 24 }
  expect(await run('plan', freshness, step, synced(24))).toEqual({ would: 'Would pass now.' })
  expect(await run('perform', freshness, step, synced(24))).toEqual(done('All is at most 24 h old.'))
  for (const [hours, text] of [
    [24.5, 'rankings: 24 h old'],
    [47.9, 'rankings: 47 h old'],
    [48, 'rankings: 2 days old'],
    [null, 'rankings: never synced'],
  ] as const) {
    expect(await run('plan', freshness, step, synced(hours))).toEqual({ would: `Would fail now: ${text}.` })
    expect(await run('perform', freshness, step, synced(hours))).toEqual(failed(`${text}. Sync the brand, then retry.`))
  }
})

test('a webhook needs a receiver, a secret, and a delivery or a sample that is accepted', async () => {
  const own = { brandId: 'b', hasSecret: true, lastDeliveryAt: '2026-11-20T09:30:00.000Z' }
  const status = (more: object = {}, of: object = {}) => ({
    'webhooks.status': { listening: true, error: null, brands: [{ ...own, ...of }], ...more },
  })
  const plan = (sendsSample: boolean, answers: Answers) => run('plan', webhook, { sendsSample }, answers)
  expect(await plan(false, status())).toMatchObject({ would: expect.stringMatching(/^Last delivery /), missing: [] })
  expect(await plan(true, status())).toMatchObject({ would: expect.stringMatching(/^Sends a sample .*Last delivery /) })
  expect(await plan(false, status({ listening: false, error: 'Port taken.' }, { hasSecret: false }))).toMatchObject({
    missing: ['Port taken.', 'The brand has no webhook secret. Make one in Webhooks.'],
  })
  expect(await plan(false, status({ listening: false, brands: [] }))).toMatchObject({
    would: 'No delivery was received yet.',
    missing: [expect.stringContaining('receiver is off'), expect.stringContaining('no webhook secret')],
  })
  const perform = (sendsSample: boolean, answers: Answers) => run('perform', webhook, { sendsSample }, answers)
  expect(await perform(false, status())).toMatchObject({ state: 'done' })
  expect(await perform(false, status({}, { lastDeliveryAt: null }))).toEqual(failed('No delivery was received yet.'))
  const sample = (code: number) => ({ ...status(), 'webhooks.sendSample': { status: code, body: 'x'.repeat(300) } })
  for (const code of [200, 299]) expect(await perform(true, sample(code))).toMatchObject({ state: 'done' })
  for (const code of [199, 300])
    expect(await perform(true, sample(code))).toEqual(failed(`The receiver answered ${code}: ${'x'.repeat(200)}`))
})

test('tracked keywords are enough from the wanted number on', async () => {
  const keywords = (count: number) => ({ 'rankings.tracked': { keywords: Array(count).fill({}) } })
  expect(await run('perform', tracked, { min: 2 }, keywords(2))).toEqual(done('2 keywords tracked.'))
  expect(await run('perform', tracked, { min: 2 }, keywords(1))).toMatchObject({
    ...{ state: 'failed', result: expect.stringMatching(/^1 keyword tracked, 2 wanted\. /) },
  })
})

const { permissions, model, interval } = controlSteps

test('a preset says what it changes, and why it cannot', async () => {
  const preset = { id: 'p', name: 'Safe', permissions: { send: 'ask', read: 'allow', gone: 'deny' } }
  const own = { fetchedAt: 't', readOnlyReason: null, syncEnabled: false, effective: { send: 'allow', read: 'allow' } }
  const of = (more: object | null, presets = [preset]) => ({
    'connectors.presets': { presets },
    'connectors.matrix': {
      tools: [{ name: 'send', label: 'Send' }],
      brands: more === null ? [] : [{ ...own, ...more }],
    },
  })
  const plan = (answers: Answers) => run('plan', permissions, { presetId: 'p' }, answers)
  expect(await plan(of({}))).toEqual({
    ...{ would: 'Applies the preset Safe: 1 change.', action: 'Apply 1 permission', count: 1, missing: [] },
    lines: ['Preset: Safe', 'Send: allow → ask'],
  })
  expect(await plan(of({ syncEnabled: true, readOnlyReason: 'Read only.' }))).toMatchObject({
    lines: ['Preset: Safe', 'Send: allow → ask', expect.stringContaining('every brand of the organisation')],
    missing: ['Read only.'],
  })
  expect(await plan(of({ effective: { send: 'ask' } }))).toMatchObject({ needless: 'The permissions are as in Safe.' })
  for (const unread of [of(null), of({ fetchedAt: null })])
    expect(await plan(unread)).toMatchObject({ missing: ['The permissions were never read. Sync assistants first.'] })
  expect(await plan(of({}, []))).toMatchObject({ missing: ['The preset was removed: choose another one.'] })
})

test.each([
  [{ state: 'applied', applied: [{}, {}] }, false, done('2 permissions changed.')],
  [{ state: 'unchanged' }, true, done('Nothing had to be changed.')],
  [{ state: 'moved' }, false, { state: 'failed' }],
  [{ state: 'failed', error: { message: 'No.' } }, false, failed('No.')],
  [{ state: 'failed', error: null }, false, failed('The permissions were not applied.')],
])('an apply that ends with %j, with organisation sync %s, ends its step so', async (result, syncEnabled, end) => {
  const { asked, context } = at({
    'connectors.matrix': { tools: [], brands: [{ syncEnabled, effective: {} }] },
    'connectors.plan': { planId: 'plan' },
    'connectors.apply': {
      results: [
        { brandId: 'other', state: 'failed' },
        { brandId: 'b', ...result },
      ],
    },
  })
  expect(await permissions.perform?.({ presetId: 'p' } as never, context)).toMatchObject(end)
  expect(asked.at(-1)).toEqual(['connectors.apply', { planId: 'plan', accept: syncEnabled ? ['organisation'] : [] }])
})

test('a model is switched where the plan allows it, and an interval set', async () => {
  const models = (own: object | null) => ({
    'visibility.models': {
      models: [{ modelId: 'm', name: 'Model' }],
      brands: own === null ? [] : [{ models: [{ modelId: 'm', ...own }] }],
    },
  })
  const plan = (isActive: boolean, own: object | null) => run('plan', model, { modelId: 'm', isActive }, models(own))
  expect(await plan(true, { isActive: true })).toEqual({ would: 'Model is on already.', missing: [] })
  expect(await plan(false, { isActive: true, canEnable: false })).toEqual({ would: 'Switches Model off.', missing: [] })
  expect(await plan(true, { isActive: false, canEnable: false, reason: null })).toEqual({
    ...{ would: 'Switches Model on.', missing: ['Model is not in the plan.'] },
  })
  expect(await plan(true, { isActive: false, canEnable: false, reason: 'Why.' })).toMatchObject({ missing: ['Why.'] })
  const days = (own: object | null) => ({ 'visibility.intervals': { brands: own === null ? [] : [own] } })
  const planDays = (wanted: number | null, own: object | null) => run('plan', interval, { interval: wanted }, days(own))
  const refusal = ['The plan does not allow an interval of 1 day.']
  expect(await planDays(1, { fetchedAt: 't', allowedIntervals: [7] })).toMatchObject({ missing: refusal })
  expect(await planDays(7, { fetchedAt: 't', allowedIntervals: [7] })).toMatchObject({ missing: [] })
  for (const own of [null, { fetchedAt: null, allowedIntervals: [] }])
    expect(await planDays(1, own)).toEqual({ would: 'Sets the refresh interval to 1 day.', missing: [] })
  expect(await planDays(null, { fetchedAt: 't', allowedIntervals: [] })).toEqual({
    ...{ would: 'Follows the plan’s refresh interval.', missing: [] },
  })
  const set = (results: readonly object[]) =>
    run('perform', interval, { interval: 7 }, { 'visibility.setInterval': { results } })
  expect(await set([{ state: 'applied', note: null }])).toEqual(done('It was set.'))
  expect(await set([{ state: 'applied', note: 'Noted.' }])).toEqual(done('Noted.'))
  expect(await set([{ state: 'unchanged' }])).toEqual(done('It was so already.'))
  expect(await set([{ state: 'failed', error: null }])).toEqual(failed('It was not set.'))
  expect(await set([])).toEqual(failed('The service said nothing about this brand.'))
})

const { audit, suggest } = researchSteps
const site = (url: string | null) => ({ 'research.auditSites': { sites: url === null ? [] : [{ url }] } })

test('an audit tells its score and what changed, and the first one since the step began is its own', async () => {
  const row = {
    state: 'done',
    overallScore: 80,
    passedTests: 8,
    totalTests: 9,
    scoreChange: null,
    error: null,
    at: '2',
  }
  const perform = (more: object) => run('perform', audit, {}, { 'research.audit': { ...row, ...more } })
  expect(await perform({})).toEqual(done('Score 80: 8 of 9 tests passed.'))
  expect(await perform({ scoreChange: 0 })).toEqual(done('Score 80: 8 of 9 tests passed.'))
  expect(await perform({ scoreChange: 3 })).toEqual(done('Score 80, +3 vs previous audit: 8 of 9 tests passed.'))
  expect(await perform({ scoreChange: -3 })).toEqual(done('Score 80, −3 vs previous audit: 8 of 9 tests passed.'))
  expect(await perform({ state: 'failed', error: { message: 'No.' } })).toEqual(failed('No.'))
  expect(await perform({ state: 'unknown' })).toEqual({ state: 'unknown', result: 'The audit did not end.' })
  const rows = [3, 2, 1].map((of) => ({ ...row, at: `${of}`, overallScore: of }))
  const find = (beganAt: string) => run('find', audit, {}, { 'research.audits': { rows } }, { beganAt })
  expect(await find('2')).toEqual(done('Score 2: 8 of 9 tests passed.'))
  expect(await find('4')).toBeNull()
  expect(await run('plan', audit, {}, site('https://a.example'))).toMatchObject({
    ...{ would: 'Audits https://a.example.', missing: [], count: 1 },
    lines: ['Website: https://a.example', expect.any(String)],
  })
  expect(await run('plan', audit, {}, site(null))).toMatchObject({
    ...{ would: 'Audits the brand’s website.', missing: [expect.stringContaining('no website')] },
    lines: [expect.any(String)],
  })
})

test('suggestions that are new go to the basket, asked for by the description or the website', async () => {
  const perform = async (description: string, url: string | null, baskets: readonly (string | null)[]) => {
    const suggestions = baskets.map((basket, of) => ({ keyword: `k${of}`, basket }))
    const { asked, context } = at({ ...site(url), 'research.suggest': { suggestions }, 'research.saveBasket': {} })
    const end = await suggest.perform?.({ description } as never, context)
    return { end, asked: asked.slice(1) }
  }
  expect(await perform('A shop', 'https://a.example', [null, 'keep'])).toEqual({
    end: done('1 keyword added to the basket, 1 were there already.'),
    asked: [
      ['research.suggest', { brandId: 'b', description: 'A shop' }],
      ['research.saveBasket', { brandId: 'b', entries: [{ keyword: 'k0', state: 'keep' }] }],
    ],
  })
  expect(await perform('', 'https://a.example', ['keep'])).toEqual({
    end: done('0 keywords added to the basket, 1 were there already.'),
    asked: [['research.suggest', { brandId: 'b', websiteUrl: 'https://a.example' }]],
  })
  expect((await perform('', null, [])).end).toEqual(failed('The service suggested no keywords.'))
  expect((await perform('', null, [null])).end).toEqual(done('1 keyword added to the basket.'))
  const plan = (description: string, url: string | null) => run('plan', suggest, { description }, site(url))
  expect(await plan('', null)).toMatchObject({ missing: [expect.stringContaining('no website')] })
  expect(await plan('', 'https://a.example')).toMatchObject({
    would: expect.stringContaining('by https://a.example'),
    missing: [],
  })
  expect(await plan('A shop', null)).toMatchObject({
    would: expect.stringContaining('by the description'),
    missing: [],
  })
})

type Asked = { readonly offset?: number; readonly limit?: number; readonly prospectIds?: readonly string[] }

test('sites to search are looked for among all prospects, however many the service would skip first', async () => {
  const sites = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `s${at}`, domain: `s${at}.test` }))
  const planOf = (all: readonly { id: string }[], skippedBelow: number) => {
    const answer = (name: string, { offset, limit, prospectIds = [] }: Asked) => {
      if (name === 'prospects.page') return { rows: all.slice(offset, (offset ?? 0) + (limit ?? 0)) }
      const skipped = prospectIds.filter((id) => Number(id.slice(1)) < skippedBelow)
      const credits = 5 * (prospectIds.length - skipped.length)
      return {
        ...{ skipped: skipped.map((id) => ({ id })), credits, spentThisMonth: 0, monthlyBudget: null, explanation: '' },
      }
    }
    const ask = async (name: string, input: Asked) => answer(name, input)
    const { context } = at({}, { ask })
    return outreachSteps.findPeople.plan({ kind: 'findPeople', sites: 2, asksFirst: true, goesOn: false }, context)
  }
  expect(await planOf(sites(1_200), 1_100)).toMatchObject({ count: 2, credits: 10 })
  expect((await planOf(sites(1_200), 1_100)).lines?.[0]).toBe('Sites: s1100.test, s1101.test')
  const none = { needless: 'No site without contacts can be searched.' }
  for (const count of [0, 400, 500, 1_000]) expect(await planOf(sites(count), 1_200)).toMatchObject(none)
  expect(await planOf(sites(3), 2)).toMatchObject({ count: 1 })
})

test('nothing was sent of an interrupted step only where it would have been found', () => {
  const common = { asksFirst: true, goesOn: false }
  const unsure = 'The desk ended while this step ran, and it may have been done. Confirm it again.'
  expect(interruptedText({ kind: 'permissions', presetId: 'p', ...common })).toBe(unsure)
  expect(interruptedText({ kind: 'model', modelId: 'm', isActive: true, ...common })).toBe(unsure)
  expect(interruptedText({ kind: 'model', modelId: 'm', isActive: true, ...common, asksFirst: false })).toBeNull()
  expect(interruptedText({ kind: 'discover', ...common })).toMatch(/Nothing was sent\.$/)
})
