import { describe, expect, it } from 'vitest'
import { type ConnectorsDesk, openConnectorsDesk } from '../support/connectors-desk.ts'

const openDesk = (brands: number) => openConnectorsDesk({ sandbox: { brands }, read: 'visibility' })

const sent = async ({ sandbox }: ConnectorsDesk, operation: 'aiModels.update' | 'aiModels.setRefreshInterval') =>
  (await sandbox.requests()).filter((request) => request.operation === operation)

const modelOf = async (desk: ConnectorsDesk, brandId: string, modelId: string) => {
  const { brands } = await desk.call('visibility.models', { brandIds: [brandId] })
  return brands[0]?.models.find((model) => model.modelId === modelId)
}

describe('after a read that failed', () => {
  it('a change that read models and intervals clears the old error', async () => {
    const desk = await openDesk(2)
    for (const operation of ['aiModels.list', 'aiModels.refreshInterval'] as const)
      await desk.sandbox.fault({ operation, kind: 'status', status: 404, times: 2 })
    await desk.sync({ datasets: ['visibility'] })
    const { id } = desk.at(0)
    const { results } = await desk.call('visibility.setModel', { brandIds: [id], modelId: 'chatgpt', isActive: false })
    expect(results).toMatchObject([{ state: expect.stringMatching(/applied|unchanged/) }])
    const models = await desk.call('visibility.models', {})
    expect(models.brands.map(({ error }) => error?.kind ?? null)).toEqual([null, 'not-found'])
    const intervals = await desk.call('visibility.intervals', { brandIds: [id] })
    expect(intervals.brands).toMatchObject([{ error: null }])
    const { rows } = await desk.call('sync.status', { brandIds: [id] })
    expect(rows.find(({ dataset }) => dataset === 'visibility')).toMatchObject({ state: 'ok', error: null })
  })
})

describe('models', () => {
  it('are listed for every brand with the reason one cannot be enabled, also without a network', async () => {
    const desk = await openDesk(3)
    await desk.sandbox.close()
    const { models, brands } = await desk.call('visibility.models', {})
    expect(models).toContainEqual({ modelId: 'chatgpt', name: 'ChatGPT' })
    expect(brands).toHaveLength(3)
    for (const brand of brands) {
      expect(brand).toMatchObject({ fetchedAt: expect.any(String), error: null })
      for (const { canEnable, reason } of brand.models) expect(reason === null).toBe(canEnable)
    }
    expect(brands[0]?.models.find(({ modelId }) => modelId === 'grok')).toMatchObject({
      canEnable: false,
      reason: expect.stringContaining('Enterprise'),
    })
  })

  it('change for 20 brands with one 403 and one 404, and an unchanged value is not sent', async () => {
    const desk = await openDesk(20)
    const ids = desk.brands.map(({ id }) => id)
    const off = await desk.call('visibility.setModel', { brandIds: ids, modelId: 'perplexity', isActive: false })
    expect(new Set(off.results.map(({ state }) => state))).toEqual(new Set(['applied', 'unchanged']))
    const before = (await sent(desk, 'aiModels.update')).length
    // The list still offers both: only the service's reply refuses.
    const { teamId: forbidden } = desk.at(4)
    const { teamId: unknown } = desk.at(9)
    await desk.sandbox.fault({ operation: 'aiModels.update', kind: 'status', status: 403, teamId: forbidden })
    await desk.sandbox.fault({ operation: 'aiModels.update', kind: 'status', status: 404, teamId: unknown })
    const { results } = await desk.call('visibility.setModel', { brandIds: ids, modelId: 'perplexity', isActive: true })
    expect(results.map(({ brandId }) => brandId)).toEqual(ids)
    expect(results[4]).toMatchObject({ state: 'refused', error: { kind: 'forbidden', detail: { status: 403 } } })
    expect(results[4]?.error?.message).toContain(`${desk.at(4).name}: its plan does not include Perplexity`)
    expect(results[9]).toMatchObject({ state: 'failed', error: { kind: 'not-found', detail: { status: 404 } } })
    // The list has just named the model: it is not unknown.
    expect(results[9]?.error?.message).toMatch(/path of aiModels.update may be wrong.*Settings → Advanced → Operations/)
    expect(results[9]?.error?.message).not.toContain('unknown')
    const rest = results.filter((_, index) => index !== 4 && index !== 9)
    for (const result of rest)
      expect(result).toMatchObject({
        state: 'applied',
        error: null,
        note: expect.stringContaining('next AI tracking'),
      })
    expect((await sent(desk, 'aiModels.update')).length - before).toBe(20)
    const again = await desk.call('visibility.setModel', { brandIds: ids, modelId: 'perplexity', isActive: true })
    expect(again.results.filter(({ state }) => state === 'unchanged')).toHaveLength(18)
    expect(again.results.filter(({ state }) => state === 'applied')).toHaveLength(2)
    for (const id of ids) expect(await modelOf(desk, id, 'perplexity')).toMatchObject({ isActive: true })
  })

  it('are refused before anything is sent when the plan or the list excludes them', async () => {
    const desk = await openDesk(2)
    const { id, teamId } = desk.at(0)
    // The cached list is older than the change of plan: a fresh one is read first.
    await desk.call('visibility.setModel', { brandIds: [id], modelId: 'copilot', isActive: false })
    await desk.changePlan(teamId, { plan: 'starter', withoutModels: ['gemini'] })
    const before = (await sent(desk, 'aiModels.update')).length
    const { results } = await desk.call('visibility.apply', {
      changes: [
        { brandId: id, modelId: 'copilot', isActive: true },
        { brandId: id, modelId: 'gemini', isActive: true },
        { brandId: id, modelId: 'no-such-model', isActive: true },
      ],
    })
    expect(results.map(({ state, error }) => [state, error?.kind])).toEqual([
      ['refused', 'forbidden'],
      ['refused', 'not-found'],
      ['refused', 'not-found'],
    ])
    expect(results[2]?.error?.message).toContain('unknown AI model "no-such-model"')
    expect((await sent(desk, 'aiModels.update')).length).toBe(before)
    expect(await modelOf(desk, id, 'copilot')).toMatchObject({ canEnable: false })
  })

  it.each(['refresh-interval', 'Refresh-Interval'])(
    'are never sent to the path of another call: %s',
    async (modelId) => {
      const desk = await openDesk(1)
      const { id, teamId } = desk.at(0)
      await desk.sandbox.fault({ operation: 'aiModels.list', kind: 'status', status: 404, teamId, times: 10 })
      const { results } = await desk.call('visibility.setModel', { brandIds: [id], modelId, isActive: true })
      expect(results).toMatchObject([{ state: 'failed', error: { kind: 'invalid' } }])
      expect(await sent(desk, 'aiModels.setRefreshInterval')).toEqual([])
      expect(await sent(desk, 'aiModels.update')).toEqual([])
    },
  )

  it('are not called unknown when neither the list nor the switch is found: the path may be wrong', async () => {
    const desk = await openConnectorsDesk({ sandbox: { brands: 1 }, read: null })
    const { id } = desk.at(0)
    await desk.call('service.setProfile', {
      operations: { 'aiModels.list': { path: '/nowhere' }, 'aiModels.update': { path: '/nowhere/:modelId' } },
    })
    const change = { brandIds: [id], modelId: 'chatgpt', isActive: true }
    const { results } = await desk.call('visibility.setModel', change)
    expect(results).toMatchObject([{ state: 'failed', error: { kind: 'not-found', detail: { status: 404 } } }])
    expect(results[0]?.error?.message).toMatch(/path of aiModels.update may be wrong.*Settings → Advanced → Operations/)
  })

  it('are sent without a list when the service offers none', async () => {
    const desk = await openConnectorsDesk({ sandbox: { brands: 1 }, read: null })
    await desk.call('service.setProfile', { operations: { 'aiModels.list': { path: '/nowhere' } } })
    await desk.sync({ datasets: ['visibility'] })
    const [models] = (await desk.call('visibility.models', {})).brands
    const [interval] = (await desk.call('visibility.intervals', {})).brands
    expect(models).toMatchObject({ models: [], error: { kind: 'not-found' } })
    expect(interval).toMatchObject({ planFloor: expect.any(Number), error: null })
    const change = { brandIds: [desk.at(0).id], modelId: 'grok', isActive: true }
    const { results } = await desk.call('visibility.setModel', change)
    expect(results).toMatchObject([{ state: 'refused', error: { kind: 'forbidden', detail: { status: 403 } } }])
  })
})

describe('intervals', () => {
  it('accept an allowed value, follow the plan with null, and refuse another before it is sent', async () => {
    const desk = await openDesk(3)
    const ids = desk.brands.map(({ id }) => id)
    for (const [index, planFloor] of [1, 3, 7].entries()) await desk.changePlan(desk.at(index).teamId, { planFloor })
    await desk.call('visibility.setInterval', { brandIds: ids, interval: null })
    const before = (await sent(desk, 'aiModels.setRefreshInterval')).length
    const { results } = await desk.call('visibility.setInterval', { brandIds: ids, interval: 3 })
    expect(results.map(({ state, modelId }) => [state, modelId])).toEqual([
      ['applied', null],
      ['applied', null],
      ['refused', null],
    ])
    expect(results[2]?.error).toMatchObject({ kind: 'forbidden', message: expect.stringContaining('30, 15, 7 days') })
    expect((await sent(desk, 'aiModels.setRefreshInterval')).length - before).toBe(2)
    const { brands } = await desk.call('visibility.intervals', {})
    expect(brands.map(({ customInterval, effectiveInterval }) => [customInterval, effectiveInterval])).toEqual([
      [3, 3],
      [3, 3],
      [null, 7],
    ])
    const back = await desk.call('visibility.setInterval', { brandIds: ids, interval: null })
    expect(back.results.map(({ state, note }) => [state, note])).toEqual([
      ['applied', 'Follows the plan: every day.'],
      ['applied', 'Follows the plan: every 3 days.'],
      ['unchanged', null],
    ])
  })

  it('report the clamp when the plan now allows less', async () => {
    const desk = await openDesk(1)
    const { id, teamId } = desk.at(0)
    await desk.changePlan(teamId, { planFloor: 1 })
    await desk.call('visibility.setInterval', { brandIds: [id], interval: 3 })
    await desk.changePlan(teamId, { planFloor: 7 })
    await desk.sync({ datasets: ['visibility'] })
    const [brand] = (await desk.call('visibility.intervals', {})).brands
    expect(brand).toMatchObject({ customInterval: 3, effectiveInterval: 7, planFloor: 7 })
    expect(brand?.clamp).toBe(
      'Set to every 3 days, but the plan allows at most one refresh every 7 days: it is refreshed every 7 days.',
    )
  })

  it('outside the allowed steps are invalid, and nothing is sent', async () => {
    const desk = await openDesk(1)
    const reply = await desk.desk.call('visibility.setInterval', { brandIds: 'all', interval: 5 })
    expect(reply).toMatchObject({ ok: false, error: { kind: 'invalid', detail: { issues: [{ path: 'interval' }] } } })
    expect(await sent(desk, 'aiModels.setRefreshInterval')).toEqual([])
  })
})

describe('a key without access to the brand', () => {
  it('is reported as refused access, not as a limit of the plan, and is kept', async () => {
    const desk = await openDesk(1)
    const { id, teamId } = desk.at(0)
    const readings = ['aiModels.list', 'aiModels.refreshInterval', 'connectors.catalog'] as const
    const changes = ['aiModels.update', 'aiModels.setRefreshInterval'] as const
    for (const operation of [...readings, ...changes])
      await desk.sandbox.fault({ operation, kind: 'status', status: 403, teamId, times: 10 })
    const model = await desk.call('visibility.setModel', { brandIds: [id], modelId: 'chatgpt', isActive: true })
    const interval = await desk.call('visibility.setInterval', { brandIds: [id], interval: null })
    for (const { state, error } of [...model.results, ...interval.results]) {
      expect(state).toBe('failed')
      expect(error).toMatchObject({
        kind: 'forbidden',
        message: expect.stringContaining('has no access to this brand'),
      })
    }
    expect((await desk.call('brands.list', {})).brands).toMatchObject([{ id, keyState: 'forbidden' }])
  })
})

describe('many staged changes', () => {
  it('each have a result, in their order; a brand that fails stops no other', async () => {
    const desk = await openDesk(3)
    for (const { teamId } of desk.brands) await desk.changePlan(teamId, { planFloor: 1 })
    const { teamId } = desk.at(1)
    await desk.sandbox.fault({ operation: 'aiModels.list', kind: 'status', status: 401, teamId })
    const changes = desk.brands.flatMap(({ id }) => [
      { brandId: id, modelId: 'chatgpt', isActive: false },
      { brandId: id, interval: 15 as const },
    ])
    await desk.call('visibility.setInterval', { brandIds: 'all', interval: 30 })
    const { results } = await desk.call('visibility.apply', { changes })
    expect(results.map(({ brandId, modelId, state }) => [brandId, modelId, state])).toEqual(
      changes.map((change) => [
        change.brandId,
        'modelId' in change ? 'chatgpt' : null,
        change.brandId === desk.at(1).id ? 'failed' : 'applied',
      ]),
    )
    expect(results[2]?.error?.kind).toBe('unauthorized')
  })

  it('name the change whose brand is unknown, and send nothing', async () => {
    const desk = await openDesk(1)
    const changes = [
      { brandId: desk.at(0).id, interval: null },
      { brandId: 'nobody', interval: null },
    ]
    const reply = await desk.desk.call('visibility.apply', { changes })
    expect(reply).toMatchObject({
      ok: false,
      error: { kind: 'invalid', detail: { issues: [{ path: 'changes.1.brandId' }] } },
    })
    expect(await sent(desk, 'aiModels.setRefreshInterval')).toEqual([])
  })
})
