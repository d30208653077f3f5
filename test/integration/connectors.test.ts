import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { spawnSandbox } from '../../src-main/demo/sandbox-process.ts'
import { CONNECTOR_TOOLS } from '../../src-sandbox/seed/connector-tools.ts'
import { openTestDesk } from '../support/composed-desk.ts'
import { type ConnectorsDesk, openConnectorsDesk } from '../support/connectors-desk.ts'
import { testAlone } from '../support/team-engine.ts'

const PATCHES = 'connectors.update'

const sentPatches = async ({ sandbox }: ConnectorsDesk) =>
  (await sandbox.requests()).filter(({ operation }) => operation === PATCHES)

const SENDING = 'outreach_queue_emails'

const atService = async (desk: ConnectorsDesk, teamId: string, tool: string) =>
  (await desk.service()).get(teamId)?.tools.find(({ name }) => name === tool)?.effective

const flip = (value: string | undefined) => (value === 'allow' ? ('deny' as const) : ('allow' as const))

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

describe('the matrix', () => {
  it('shows the catalog last read, groups and marks the tools, and says why cells are read-only', async () => {
    const desk = await openConnectorsDesk({ sandbox: { brands: 3 } })
    await desk.elsewhere(desk.at(1).teamId, { role: 'member' })
    await desk.sync({ datasets: ['connectors'] })
    await desk.sandbox.close()
    const { tools, brands } = await desk.call('connectors.matrix', {})
    expect(tools.map(({ name, group }) => [name, group])).toEqual(
      CONNECTOR_TOOLS.map(({ name, group }) => [name, group]),
    )
    const sending = tools.filter(({ sendsEmail }) => sendsEmail).map(({ name }) => name)
    expect(sending).toEqual(['outreach_queue_emails', 'outreach_reply'])
    expect(tools.filter(({ spends }) => spends).map(({ name }) => name)).toEqual([
      'outreach_discover',
      'outreach_find_people',
      'cms_publish',
      'cms_schedule',
      'cms_unschedule',
      'cms_unpublish',
    ])
    expect(brands.map(({ canManage }) => canManage)).toEqual([true, false, true])
    expect(brands[1]?.readOnlyReason).toContain(desk.at(1).name)
    expect(brands[0]).toMatchObject({ readOnlyReason: null, syncEnabled: false, drift: [], error: null })
    for (const { set, effective } of brands) {
      const differing = tools.filter(({ name, default: standard }) => effective[name] !== standard)
      expect(set.toSorted()).toEqual(differing.map(({ name }) => name).toSorted())
    }
  })

  it('knows reads and writes of a service that sends only the group of a tool, or only its default', async () => {
    const desk = await openConnectorsDesk({ sandbox: { brands: 1 }, read: null })
    const { id, teamId } = desk.at(0)
    const tools = [
      { name: 'by_group_read', group: 'read', effective: 'deny' },
      { name: 'by_default_allow', default: 'allow', effective: 'allow' },
      { name: 'by_group_write', group: 'write', effective: 'deny' },
      { name: 'by_default_deny', default: 'deny', effective: 'allow' },
    ]
    const body = JSON.stringify({ brandId: teamId, canManage: true, syncEnabled: false, tools })
    await desk.sandbox.fault({ operation: 'connectors.catalog', kind: 'malformed', body })
    await desk.sync({ datasets: ['connectors'] })
    const matrix = await desk.call('connectors.matrix', {})
    expect(matrix.tools.map(({ name, group, default: standard }) => [name, group, standard])).toEqual([
      ['by_group_read', 'read', 'allow'],
      ['by_default_allow', 'read', 'allow'],
      ['by_group_write', 'write', 'deny'],
      ['by_default_deny', 'write', 'deny'],
    ])
    // What differs from its default is set for the brand.
    expect(matrix.brands).toMatchObject([{ brandId: id, set: ['by_group_read', 'by_default_deny'] }])
  })

  it('keeps the old catalog with the reason, when a read fails or its reply does not fit', async () => {
    const desk = await openConnectorsDesk({ sandbox: { brands: 2 } })
    const before = await desk.effective()
    const body = '{"brandId":"x","canManage":true,"syncEnabled":false,"tools":[{"name":"a","effective":"maybe"}]}'
    await desk.sandbox.fault({ operation: 'connectors.catalog', kind: 'malformed', body, teamId: desk.at(0).teamId })
    await desk.sandbox.fault({
      operation: 'connectors.catalog',
      kind: 'status',
      status: 404,
      teamId: desk.at(1).teamId,
    })
    await desk.sync({ datasets: ['connectors'] })
    const { brands } = await desk.call('connectors.matrix', {})
    expect(brands.map(({ error }) => error?.kind)).toEqual(['bad-response', 'not-found'])
    expect(await desk.effective()).toEqual(before)
  })
})

describe('tools named as parts of every object', () => {
  const NAMES = ['__proto__', 'constructor', 'toString', 'list_teams']

  it('have their value in the matrix, plan, request, presets and versions', async () => {
    const desk = await openConnectorsDesk({ sandbox: { brands: 1 } })
    const { id, teamId } = desk.at(0)
    const texts = { label: 'x', description: 'x', group: 'write', default: 'deny', effective: 'allow' }
    const tools = NAMES.map((name) => ({ name, ...texts }))
    const body = JSON.stringify({ brandId: teamId, canManage: true, syncEnabled: false, tools })
    await desk.sandbox.fault({ operation: 'connectors.catalog', kind: 'malformed', status: 200, body, times: 4 })
    await desk.sync({ datasets: ['connectors'] })
    const [brand] = (await desk.call('connectors.matrix', {})).brands
    expect(Object.entries(brand?.effective ?? {})).toEqual(NAMES.map((name) => [name, 'allow']))

    const permissions: unknown = JSON.parse('{"__proto__":"deny","constructor":"deny"}')
    const saved = await desk.desk.call('connectors.savePreset', { name: 'Ours', permissions })
    expect(saved.ok && JSON.stringify(saved.value)).toContain('"permissions":{"__proto__":"deny","constructor":"deny"}')
    const { presets } = await desk.call('connectors.presets', {})
    expect(presets.map((preset) => Object.keys(preset.permissions))).toEqual([NAMES, [], NAMES, NAMES.slice(0, 2)])
    const presetId = presets.at(-1)?.id ?? ''
    const plan = await desk.call('connectors.plan', { preset: { presetId, brandIds: 'all' } })
    expect(plan.brands[0]?.changes.map(({ tool, to }) => [tool, to])).toEqual([
      ['__proto__', 'deny'],
      ['constructor', 'deny'],
    ])
    // The sandbox has no such tools: what it says names the one that reached it.
    const { results } = await desk.call('connectors.apply', { planId: plan.planId })
    expect(results).toMatchObject([{ brandId: id, state: 'failed' }])
    expect(results[0]?.error?.detail?.serviceText).toContain('"__proto__"')
    const { versions } = await desk.call('connectors.versions', { brandId: id })
    const revert = await desk.call('connectors.revert', { brandId: id, versionId: versions[0]?.versionId ?? '' })
    expect(revert.brands).toEqual([])
  })
})

describe('after a read that failed', () => {
  it('an apply that read the catalog clears the old error and makes the brand fresh', async () => {
    const desk = await openConnectorsDesk({ sandbox: { brands: 2 } })
    const [one, two] = [desk.at(0), desk.at(1)]
    for (const { teamId } of [one, two])
      await desk.sandbox.fault({ operation: 'connectors.catalog', kind: 'status', status: 404, teamId })
    await desk.sync({ datasets: ['connectors'] })
    const value = flip((await desk.effective()).get(one.id)?.articles_list)
    const { planId } = await desk.call('connectors.plan', {
      changes: [{ brandId: one.id, tool: 'articles_list', value }],
    })
    const { results } = await desk.call('connectors.apply', { planId })
    expect(results).toMatchObject([{ state: 'applied' }])
    const { brands } = await desk.call('connectors.matrix', {})
    expect(brands.map(({ error }) => error?.kind ?? null)).toEqual([null, 'not-found'])
    const { rows } = await desk.call('sync.status', { brandIds: [one.id] })
    const row = rows.find(({ dataset }) => dataset === 'connectors')
    expect(row).toMatchObject({ state: 'ok', error: null, nextTryAt: null, rows: CONNECTOR_TOOLS.length })
  })
})

describe('a plan', () => {
  it('refuses unknown tools and brands by their index, and plans nothing', async () => {
    const desk = await openConnectorsDesk({ sandbox: { brands: 1 } })
    const good = { brandId: desk.at(0).id, tool: 'list_teams', value: 'deny' as const }
    const unknownTool = await errorOf(
      desk.call('connectors.plan', {
        changes: [good, { ...good, tool: 'no_such_tool' }, { ...good, tool: '__proto__' }],
      }),
    )
    expect(unknownTool).toMatchObject({ kind: 'invalid' })
    expect((unknownTool as { detail: { issues: { path: string }[] } }).detail.issues.map(({ path }) => path)).toEqual([
      'changes.1.tool',
      'changes.2.tool',
    ])
    const unknownBrand = await errorOf(desk.call('connectors.plan', { changes: [{ ...good, brandId: 'nobody' }] }))
    expect(unknownBrand).toMatchObject({ kind: 'invalid', detail: { issues: [{ path: 'changes.0.brandId' }] } })
    const value = await desk.desk.call('connectors.plan', { changes: [{ ...good, value: 'maybe' }] })
    expect(value).toMatchObject({
      ok: false,
      error: { kind: 'invalid', detail: { issues: [{ path: 'changes.0.value' }] } },
    })
    const twice = errorOf(desk.call('connectors.plan', { changes: [good, { ...good, value: 'allow' }] }))
    expect(await twice).toMatchObject({ kind: 'invalid', detail: { issues: [{ path: 'changes.1.value' }] } })
    const presetId = 'no-such-preset'
    expect(await errorOf(desk.call('connectors.plan', { preset: { presetId, brandIds: 'all' } }))).toMatchObject({
      kind: 'not-found',
    })
    expect(await errorOf(desk.call('connectors.plan', {}))).toMatchObject({ kind: 'invalid' })
    expect(await sentPatches(desk)).toEqual([])
  })

  it('drops cells that have the value already, refuses what a member may not do, and says what clears', async () => {
    const desk = await openConnectorsDesk({ sandbox: { brands: 2 } })
    await desk.elsewhere(desk.at(1).teamId, { role: 'member' })
    await desk.elsewhere(desk.at(0).teamId, { permissions: { outreach_reply: 'allow', list_teams: 'allow' } })
    await desk.elsewhere(desk.at(1).teamId, { permissions: { outreach_reply: 'allow' } })
    await desk.sync({ datasets: ['connectors'] })
    const changes = [0, 1].flatMap((index) => [
      { brandId: desk.at(index).id, tool: 'outreach_reply', value: 'deny' as const },
      { brandId: desk.at(0).id, tool: 'list_teams', value: 'allow' as const },
    ])
    const plan = await desk.call('connectors.plan', { changes })
    expect(plan).toMatchObject({
      changes: 1,
      refused: 1,
      brands: [
        { changes: [{ tool: 'outreach_reply', from: 'allow', to: 'deny', clears: true }], refused: [] },
        { changes: [], refused: [{ tool: 'outreach_reply', reason: expect.stringContaining('admin or owner') }] },
      ],
    })
  })

  it('reports a cell that had the wanted value when it was planned and no longer has it', async () => {
    const desk = await openConnectorsDesk({ sandbox: { brands: 2 } })
    const [one, two] = [desk.at(0), desk.at(1)]
    for (const { teamId } of [one, two]) await desk.elsewhere(teamId, { permissions: { [SENDING]: 'deny' } })
    await desk.elsewhere(one.teamId, { permissions: { outreach_reply: 'allow' } })
    await desk.elsewhere(two.teamId, { permissions: { outreach_reply: 'deny' } })
    await desk.sync({ datasets: ['connectors'] })
    const preset = { presetId: 'no-sending', brandIds: [one.id, two.id] }
    const first = await desk.call('connectors.plan', { preset })
    const second = await desk.call('connectors.plan', { preset })
    // The review leaves out what is set already.
    expect(first).toMatchObject({ changes: 1, brands: [{ brandId: one.id, changes: [{ tool: 'outreach_reply' }] }] })
    expect(first.brands).toHaveLength(1)
    await desk.elsewhere(one.teamId, { permissions: { [SENDING]: 'allow' } })
    const { results } = await desk.call('connectors.apply', { planId: first.planId })
    const moved = [{ tool: SENDING, planned: 'deny', now: 'allow' }]
    expect(results).toMatchObject([{ brandId: one.id, state: 'moved', moved }])
    expect(results).toHaveLength(1)
    expect(await sentPatches(desk)).toEqual([])
    await desk.elsewhere(two.teamId, { permissions: { [SENDING]: 'allow' } })
    const accepted = await desk.call('connectors.apply', { planId: second.planId, accept: ['moved'] })
    expect(accepted.results.map(({ state }) => state)).toEqual(['applied', 'applied'])
    for (const { teamId } of [one, two]) expect(await atService(desk, teamId, SENDING)).toBe('deny')
  })

  it('does not allow for one brand what another brand of its organisation is to deny', async () => {
    const desk = await openConnectorsDesk({ sandbox: { brands: 3, organizations: 2 } })
    for (const { teamId } of [desk.at(0), desk.at(1)])
      await desk.elsewhere(teamId, { syncEnabled: true, permissions: { [SENDING]: 'deny' } })
    await desk.elsewhere(desk.at(1).teamId, { permissions: { cms_publish: 'allow' } })
    await desk.elsewhere(desk.at(0).teamId, { permissions: { cms_publish: 'deny' } })
    await desk.sync({ datasets: ['connectors'] })
    const cell = (index: number, value: 'allow' | 'deny') => ({ brandId: desk.at(index).id, tool: SENDING, value })
    const contrary = await errorOf(
      desk.call('connectors.plan', { changes: [cell(0, 'allow'), cell(1, 'allow'), cell(2, 'deny')] }),
    )
    expect(contrary).toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining(desk.at(0).name),
      detail: { issues: [{ path: 'changes.0.value' }, { path: 'changes.2.value' }] },
    })
    // Another organisation has its own list.
    const apart = await desk.call('connectors.plan', { changes: [cell(0, 'deny'), cell(1, 'allow')] })
    expect(apart.changes).toBe(1)
  })

  it('is applied once, and the catalog shows it', async () => {
    const desk = await openConnectorsDesk({ sandbox: { brands: 1 } })
    const [brand] = (await desk.call('connectors.matrix', {})).brands
    const value = flip(brand?.effective.articles_list)
    const plan = await desk.call('connectors.plan', {
      changes: [{ brandId: desk.at(0).id, tool: 'articles_list', value }],
    })
    const { results } = await desk.call('connectors.apply', { planId: plan.planId })
    expect(results).toMatchObject([{ state: 'applied', applied: [{ tool: 'articles_list', to: value }], error: null }])
    expect((await desk.effective()).get(desk.at(0).id)?.articles_list).toBe(value)
    expect(await errorOf(desk.call('connectors.apply', { planId: plan.planId }))).toMatchObject({ kind: 'not-found' })
  })
})

describe('a change whose reply is lost', () => {
  const planned = async () => {
    const desk = await openConnectorsDesk({ sandbox: { brands: 1 }, desk: { random: () => 0 } })
    const before = (await desk.effective()).get(desk.at(0).id)
    const change = { brandId: desk.at(0).id, tool: 'articles_list', value: flip(before?.articles_list) }
    return { desk, change, plan: await desk.call('connectors.plan', { changes: [change] }) }
  }

  it('is applied when the catalog shows it', async () => {
    const { desk, change, plan } = await planned()
    await desk.sandbox.fault({ operation: PATCHES, kind: 'cut', at: 'after', times: 20 })
    const { results } = await desk.call('connectors.apply', { planId: plan.planId })
    expect(results).toMatchObject([{ state: 'applied', applied: [{ tool: 'articles_list' }], error: null }])
    expect((await desk.effective()).get(change.brandId)?.articles_list).toBe(change.value)
    expect((await desk.call('connectors.versions', { brandId: change.brandId })).versions[0]?.by).toBe('desk')
  })

  it('has failed when the catalog does not show it', async () => {
    const { desk, change, plan } = await planned()
    await desk.sandbox.fault({ operation: PATCHES, kind: 'cut', at: 'before', times: 20 })
    const { results } = await desk.call('connectors.apply', { planId: plan.planId })
    expect(results).toMatchObject([{ state: 'failed', applied: [], error: { kind: 'network' } }])
    expect((await desk.effective()).get(change.brandId)?.articles_list).not.toBe(change.value)
  })

  it('is applied by its reply when the catalog cannot be read again', async () => {
    const { desk, change, plan } = await planned()
    const { teamId } = desk.at(0)
    // The reading before the change is answered, the one after it is not.
    const sent = desk
      .next('changed', ({ datasets }) => datasets.includes('connectors'))
      .then(() =>
        desk.sandbox.fault({ operation: 'connectors.catalog', kind: 'status', status: 403, teamId, times: 5 }),
      )
      .then(() => expect.poll(async () => (await sentPatches(desk)).length).toBe(1))
      .then(desk.sandbox.release)
    await desk.sandbox.fault({ operation: PATCHES, kind: 'hold' })
    const { results } = await desk.call('connectors.apply', { planId: plan.planId })
    await sent
    expect(results).toMatchObject([{ state: 'applied', applied: [{ tool: 'articles_list' }] }])
    expect((await desk.effective()).get(change.brandId)?.articles_list).toBe(change.value)
  })
})

describe('two desks at the same time', () => {
  it('shows what changed meanwhile, sends nothing for that brand, and goes on when that is accepted', async () => {
    const desk = await openConnectorsDesk({ sandbox: { brands: 2 } })
    for (const { teamId } of desk.brands)
      await desk.elsewhere(teamId, { permissions: { cms_publish: 'deny', outreach_reply: 'deny' } })
    await desk.sync({ datasets: ['connectors'] })
    const changes = desk.brands.flatMap(({ id }) => [
      { brandId: id, tool: 'cms_publish', value: 'allow' as const },
      { brandId: id, tool: 'outreach_reply', value: 'allow' as const },
    ])
    const first = await desk.call('connectors.plan', { changes })
    const second = await desk.call('connectors.plan', { changes })
    expect(first.changes).toBe(4)
    await desk.elsewhere(desk.at(0).teamId, { permissions: { outreach_reply: 'allow' } })
    const { results } = await desk.call('connectors.apply', { planId: first.planId })
    expect(results).toMatchObject([
      {
        state: 'moved',
        applied: [],
        moved: [{ tool: 'outreach_reply', planned: 'deny', now: 'allow' }],
        error: null,
      },
      { state: 'applied', applied: [{ tool: 'cms_publish' }, { tool: 'outreach_reply' }], moved: [] },
    ])
    expect((await sentPatches(desk)).map(({ teamId }) => teamId)).toEqual([desk.at(1).teamId])
    const accepted = await desk.call('connectors.apply', { planId: second.planId, accept: ['moved'] })
    expect(accepted.results.map(({ state, applied }) => [state, applied.map(({ tool }) => tool)])).toEqual([
      ['applied', ['cms_publish']],
      ['unchanged', []],
    ])
    const { brands } = await desk.call('connectors.matrix', {})
    expect(brands.map(({ drift }) => drift.map(({ tool }) => tool).includes('outreach_reply'))).toEqual([true, false])
  })

  it('shows every brand of a plan the final shared list, and none of it as another user’s change', async () => {
    const desk = await openConnectorsDesk({ sandbox: { brands: 2 } })
    const [one, two] = [desk.at(0).id, desk.at(1).id]
    await desk.call('connectors.setSync', { brandId: one, enabled: true })
    const before = (await desk.effective()).get(one) ?? {}
    const plan = await desk.call('connectors.plan', {
      changes: [
        { brandId: one, tool: 'outreach_reply', value: flip(before.outreach_reply) },
        { brandId: two, tool: 'cms_publish', value: flip(before.cms_publish) },
      ],
    })
    const { results } = await desk.call('connectors.apply', { planId: plan.planId })
    expect(results.map(({ state }) => state)).toEqual(['applied', 'applied'])
    const { brands } = await desk.call('connectors.matrix', {})
    const teams = new Map([one, two].map((id, index) => [id, desk.at(index).teamId]))
    const held = await desk.service()
    for (const { brandId, effective, drift } of brands) {
      const tools = held.get(teams.get(brandId) ?? '')?.tools ?? []
      expect(effective).toEqual(Object.fromEntries(tools.map((tool) => [tool.name, tool.effective])))
      expect(drift).toEqual([])
    }
  })

  it('writes a shared list once for all the brands of a plan that follow it', async () => {
    const desk = await openConnectorsDesk({ sandbox: { brands: 4 } })
    await desk.elsewhere(desk.at(0).teamId, { syncEnabled: true, permissions: { cms_publish: 'deny' } })
    await desk.sync({ datasets: ['connectors'] })
    const changes = desk.brands.map(({ id }) => ({ brandId: id, tool: 'cms_publish', value: 'allow' as const }))
    const plan = await desk.call('connectors.plan', { changes })
    expect(plan.brands.every(({ isOrganisationWide }) => isOrganisationWide)).toBe(true)
    const { results } = await desk.call('connectors.apply', { planId: plan.planId })
    expect(results.map(({ state }) => state)).toEqual(['applied', 'unchanged', 'unchanged', 'unchanged'])
    expect(await sentPatches(desk)).toHaveLength(1)
    for (const [, effective] of await desk.effective()) expect(effective.cms_publish).toBe('allow')
  })

  it('skips a brand whose sync came on since, because the change would reach every brand', async () => {
    const desk = await openConnectorsDesk({ sandbox: { brands: 2 } })
    const value = flip((await desk.effective()).get(desk.at(0).id)?.cms_publish)
    const change = { brandId: desk.at(0).id, tool: 'cms_publish', value }
    const plan = await desk.call('connectors.plan', { changes: [change] })
    expect(plan.brands[0]?.isOrganisationWide).toBe(false)
    await desk.elsewhere(desk.at(0).teamId, { syncEnabled: true })
    const { results } = await desk.call('connectors.apply', { planId: plan.planId })
    expect(results).toMatchObject([{ state: 'moved', error: { kind: 'conflict' }, applied: [] }])
    expect(await sentPatches(desk)).toEqual([])
    const again = await desk.call('connectors.plan', { changes: [change] })
    expect(again.brands[0]?.isOrganisationWide).toBe(true)
    const wide = await desk.call('connectors.apply', { planId: again.planId })
    expect(wide.results).toMatchObject([{ state: 'applied' }])
    // The other brand follows the same list: the desk read it again, and it is not drift of another user.
    const { brands } = await desk.call('connectors.matrix', {})
    expect(brands.map(({ effective }) => effective.cms_publish)).toEqual([value, value])
    expect(brands[1]?.drift.map(({ tool }) => tool)).not.toContain('cms_publish')
  })

  it('changes every brand of an organisation only with separate consent', async () => {
    const desk = await openConnectorsDesk({ sandbox: { brands: 3 } })
    for (const { teamId } of desk.brands) await desk.elsewhere(teamId, { permissions: { [SENDING]: 'deny' } })
    await desk.sync({ datasets: ['connectors'] })
    const change = { brandId: desk.at(0).id, tool: SENDING, value: 'allow' as const }
    const planIds: string[] = []
    for (const _ of [1, 2]) planIds.push((await desk.call('connectors.plan', { changes: [change] })).planId)
    const [first = '', second = ''] = planIds
    await desk.elsewhere(desk.at(0).teamId, { syncEnabled: true })
    const { results } = await desk.call('connectors.apply', { planId: first, accept: ['moved'] })
    expect(results).toMatchObject([{ state: 'moved', error: { kind: 'conflict' } }])
    for (const { teamId } of desk.brands) expect(await atService(desk, teamId, SENDING)).toBe('deny')
    const wide = await desk.call('connectors.apply', { planId: second, accept: ['organisation'] })
    expect(wide.results).toMatchObject([{ state: 'applied' }])
    for (const { teamId } of desk.brands) expect(await atService(desk, teamId, SENDING)).toBe('allow')
  })

  it('hides nothing that another user allowed in another organisation meanwhile', async () => {
    const desk = await openConnectorsDesk({ sandbox: { brands: 2, organizations: 2 }, read: null })
    const [ours, theirs] = [desk.at(0), desk.at(1)]
    await desk.elsewhere(ours.teamId, { syncEnabled: true, permissions: { [SENDING]: 'allow' } })
    await desk.elsewhere(theirs.teamId, { syncEnabled: true, permissions: { [SENDING]: 'deny', cms_publish: 'allow' } })
    await desk.sync({ datasets: ['connectors'] })
    const plan = async (change: { brandId: string; tool: string; value: 'allow' | 'deny' }[]) =>
      (await desk.call('connectors.plan', { changes: change })).planId
    const drift = async () => {
      const { brands } = await desk.call('connectors.matrix', { brandIds: [theirs.id] })
      return brands[0]?.drift
    }
    const close = { brandId: ours.id, tool: SENDING, value: 'deny' as const }
    const alone = await plan([close])
    const both = await plan([close, { brandId: theirs.id, tool: 'cms_publish', value: 'deny' }])
    await desk.elsewhere(theirs.teamId, { permissions: { [SENDING]: 'allow' } })
    const first = await desk.call('connectors.apply', { planId: alone })
    expect(first.results).toMatchObject([{ state: 'applied' }])
    expect(await drift()).toMatchObject([{ tool: SENDING, to: 'allow' }])
    const { versions } = await desk.call('connectors.versions', { brandId: theirs.id })
    expect(versions.map(({ by }) => by)).toEqual(['elsewhere', 'elsewhere'])
    await desk.elsewhere(ours.teamId, { permissions: { [SENDING]: 'allow' } })
    const second = await desk.call('connectors.apply', { planId: both })
    expect(second.results.map(({ state }) => state)).toEqual(['applied', 'applied'])
    expect(await drift()).toMatchObject([{ tool: SENDING, to: 'allow' }])
  })

  it('counts as its own change only the list it wrote to, also when another one was changed the same way', async () => {
    const desk = await openConnectorsDesk({ sandbox: { brands: 2, organizations: 2 }, read: null })
    const [ours, theirs] = [desk.at(0), desk.at(1)]
    await desk.elsewhere(ours.teamId, { syncEnabled: true, permissions: { [SENDING]: 'deny', cms_publish: 'deny' } })
    await desk.elsewhere(theirs.teamId, { syncEnabled: true, permissions: { [SENDING]: 'deny', cms_publish: 'allow' } })
    await desk.sync({ datasets: ['connectors'] })
    const open = { brandId: ours.id, tool: SENDING, value: 'allow' as const }
    const { planId } = await desk.call('connectors.plan', { changes: [open] })
    await desk.elsewhere(theirs.teamId, { permissions: { [SENDING]: 'allow' } })
    await desk.call('connectors.apply', { planId })
    await desk.sync({ datasets: ['connectors'] })
    const { brands } = await desk.call('connectors.matrix', {})
    expect(brands.map(({ drift }) => drift)).toMatchObject([[], [{ tool: SENDING, from: 'deny', to: 'allow' }]])
  })

  it('reports drift by another user since the last view, and none of its own', async () => {
    const desk = await openConnectorsDesk({ sandbox: { brands: 1 } })
    const { id, teamId } = desk.at(0)
    const before = (await desk.effective()).get(id)
    const own = { brandId: id, tool: 'cms_publish', value: flip(before?.cms_publish) }
    const { planId } = await desk.call('connectors.plan', { changes: [own] })
    await desk.call('connectors.apply', { planId })
    await desk.elsewhere(teamId, { permissions: { articles_list: flip(before?.articles_list) } })
    await desk.sync({ datasets: ['connectors'] })
    const drift = async () => (await desk.call('connectors.matrix', {})).brands[0]?.drift
    expect(await drift()).toEqual([
      { tool: 'articles_list', from: before?.articles_list, to: flip(before?.articles_list) },
    ])
    expect(await desk.call('connectors.seen', { brandIds: [id] })).toEqual({ seen: 1 })
    expect(await drift()).toEqual([])
    const { versions } = await desk.call('connectors.versions', { brandId: id })
    expect(versions.map(({ by }) => by)).toEqual(['elsewhere', 'desk', 'elsewhere'])
    const [newest, , oldest] = versions
    const ids = { from: oldest?.versionId ?? '', to: newest?.versionId ?? '' }
    expect((await desk.call('connectors.compare', ids)).changes.map(({ tool }) => tool).toSorted()).toEqual([
      'articles_list',
      'cms_publish',
    ])
    const { planId: back } = await desk.call('connectors.revert', { brandId: id, versionId: ids.from })
    await desk.call('connectors.apply', { planId: back })
    expect((await desk.effective()).get(id)).toEqual(before)
  })
})

describe('sync of an organisation', () => {
  const changedCells = (brands: readonly { brandId: string; changes: readonly unknown[] }[]) =>
    new Map(brands.map(({ brandId, changes }) => [brandId, changes]))

  it('changes on and off exactly the cells of the preview', async () => {
    const desk = await openConnectorsDesk({ sandbox: { brands: 12 } })
    const before = await desk.effective()
    const { id } = desk.at(3)
    const on = await desk.call('connectors.previewSync', { brandId: id, enabled: true })
    expect(on.brands.length).toBeGreaterThan(0)
    expect(on.brands.map(({ brandId }) => brandId)).not.toContain(id)
    expect(on.note).toContain('does not report')
    const switched = await desk.call('connectors.setSync', { brandId: id, enabled: true })
    expect(switched).toMatchObject({ syncEnabled: true, failed: [] })
    expect(changedCells(switched.changed)).toEqual(changedCells(on.brands))
    for (const [, effective] of await desk.effective()) expect(effective).toEqual(before.get(id))

    const off = await desk.call('connectors.previewSync', { brandId: desk.at(0).id, enabled: false })
    const back = await desk.call('connectors.setSync', { brandId: desk.at(0).id, enabled: false })
    expect(back.syncEnabled).toBe(false)
    expect(changedCells(back.changed)).toEqual(changedCells(off.brands))
    expect(await desk.effective()).toEqual(before)
    const { brands } = await desk.call('connectors.matrix', {})
    expect(brands.flatMap(({ drift }) => drift)).toEqual([])
  })

  it('learns from a switch which brands share an organisation', async () => {
    const desk = await openConnectorsDesk({ sandbox: { brands: 6, organizations: 2 } })
    const { id } = desk.at(0)
    const own = new Set([desk.at(0).id, desk.at(2).id, desk.at(4).id])
    await desk.call('connectors.setSync', { brandId: id, enabled: true })
    const { brands } = await desk.call('connectors.matrix', {})
    expect(new Set(brands.filter(({ syncEnabled }) => syncEnabled).map(({ brandId }) => brandId))).toEqual(own)
    await desk.call('connectors.setSync', { brandId: id, enabled: false })
    const preview = await desk.call('connectors.previewSync', { brandId: id, enabled: true })
    for (const { brandId } of preview.brands) expect(own).toContain(brandId)
    expect(preview.unknown).toEqual([])
    expect(preview.note).toContain('known from an earlier switch')
    const real = await desk.call('connectors.setSync', { brandId: id, enabled: true })
    expect(changedCells(real.changed)).toEqual(changedCells(preview.brands))
  })

  it('is null for own settings that were never seen, and names what was not read', async () => {
    const desk = await openConnectorsDesk({ sandbox: { brands: 3 }, read: null })
    await desk.elsewhere(desk.at(0).teamId, { syncEnabled: true })
    await desk.sync({ datasets: ['connectors'], brandIds: [desk.at(0).id, desk.at(1).id] })
    const preview = await desk.call('connectors.previewSync', { brandId: desk.at(0).id, enabled: false })
    expect(preview.unknown).toEqual([desk.at(2).id])
    expect(preview.brands).toHaveLength(2)
    expect(preview.brands[0]?.changes).toHaveLength(CONNECTOR_TOOLS.length)
    expect(new Set(preview.brands.flatMap(({ changes }) => changes.map(({ to }) => to)))).toEqual(new Set([null]))
  })

  it('counts as its own nothing that another organisation changed meanwhile', async () => {
    const desk = await openConnectorsDesk({ sandbox: { brands: 2, organizations: 2 } })
    const { id, teamId } = desk.at(1)
    const value = flip((await desk.effective()).get(id)?.cms_publish)
    await desk.elsewhere(teamId, { permissions: { cms_publish: value } })
    await desk.call('connectors.setSync', { brandId: desk.at(0).id, enabled: true })
    const { brands } = await desk.call('connectors.matrix', { brandIds: [id] })
    expect(brands[0]?.drift).toMatchObject([{ tool: 'cms_publish', to: value }])
  })

  it('is not switched on with settings that the preview did not use', async () => {
    const desk = await openConnectorsDesk({ sandbox: { brands: 4 } })
    for (const { teamId } of desk.brands) await desk.elsewhere(teamId, { permissions: { [SENDING]: 'deny' } })
    await desk.sync({ datasets: ['connectors'] })
    const { id, teamId } = desk.at(0)
    const preview = () => desk.call('connectors.previewSync', { brandId: id, enabled: true })
    const previewed = async () => (await preview()).brands.flatMap(({ changes }) => changes.map(({ tool }) => tool))
    expect(await previewed()).not.toContain(SENDING)
    await desk.elsewhere(teamId, { permissions: { [SENDING]: 'allow' } })
    const refused = await errorOf(desk.call('connectors.setSync', { brandId: id, enabled: true }))
    expect(refused).toMatchObject({ kind: 'conflict', message: expect.stringContaining('since the preview') })
    for (const brand of desk.brands.slice(1)) expect(await atService(desk, brand.teamId, SENDING)).toBe('deny')
    expect(await previewed()).toContain(SENDING)
    expect(await desk.call('connectors.setSync', { brandId: id, enabled: true })).toMatchObject({ syncEnabled: true })
  })

  it('uses the settings of its preview, also when a sync has read newer ones since', async () => {
    const desk = await openConnectorsDesk({ sandbox: { brands: 2 } })
    const { id, teamId } = desk.at(0)
    const value = flip((await desk.effective()).get(id)?.cms_publish)
    await desk.call('connectors.previewSync', { brandId: id, enabled: true })
    await desk.elsewhere(teamId, { permissions: { cms_publish: value } })
    await desk.sync({ datasets: ['connectors'] })
    const switched = () => desk.call('connectors.setSync', { brandId: id, enabled: true })
    expect(await errorOf(switched())).toMatchObject({ kind: 'conflict' })
    await desk.call('connectors.previewSync', { brandId: id, enabled: true })
    expect(await switched()).toMatchObject({ syncEnabled: true })
  })

  it('hides nothing that another organisation’s switch changed meanwhile', async () => {
    const desk = await openConnectorsDesk({ sandbox: { brands: 2, organizations: 2 } })
    for (const { teamId } of desk.brands) await desk.elsewhere(teamId, { permissions: { [SENDING]: 'deny' } })
    await desk.sync({ datasets: ['connectors'] })
    await desk.call('connectors.seen', { brandIds: 'all' })
    await desk.elsewhere(desk.at(1).teamId, { syncEnabled: true, permissions: { [SENDING]: 'allow' } })
    await desk.call('connectors.setSync', { brandId: desk.at(0).id, enabled: true })
    const { brands } = await desk.call('connectors.matrix', { brandIds: [desk.at(1).id] })
    expect(brands[0]?.effective[SENDING]).toBe('allow')
    expect(brands[0]?.drift).toMatchObject([{ tool: SENDING, to: 'allow' }])
  })

  it('counts no brand as its own whose list differs', async () => {
    const desk = await openConnectorsDesk({ sandbox: { brands: 2, organizations: 2 } })
    const { id } = desk.at(0)
    await desk.elsewhere(desk.at(1).teamId, { syncEnabled: true })
    await desk.call('connectors.setSync', { brandId: id, enabled: true })
    const off = await desk.call('connectors.previewSync', { brandId: id, enabled: false })
    expect(off.unknown).toEqual([desk.at(1).id])
    expect(off.note).not.toContain('known from an earlier switch')
    const real = await desk.call('connectors.setSync', { brandId: id, enabled: false })
    expect(changedCells(real.changed)).toEqual(changedCells(off.brands))
  })

  it('includes a brand known to be of the organisation even if its catalog is old', async () => {
    const desk = await openConnectorsDesk({ sandbox: { brands: 2 } })
    const [first, second] = [desk.at(0), desk.at(1)]
    await desk.elsewhere(first.teamId, { permissions: { [SENDING]: 'deny' } })
    await desk.elsewhere(second.teamId, { permissions: { [SENDING]: 'allow' } })
    await desk.sync({ datasets: ['connectors'] })
    await desk.call('connectors.setSync', { brandId: first.id, enabled: true })
    await desk.elsewhere(first.teamId, { syncEnabled: false })
    await desk.sync({ datasets: ['connectors'], brandIds: [second.id] })
    const preview = await desk.call('connectors.previewSync', { brandId: second.id, enabled: true })
    expect(preview).toMatchObject({ brands: [], unknown: [first.id] })
    const real = await desk.call('connectors.setSync', { brandId: second.id, enabled: true })
    expect(real.syncEnabled).toBe(true)
  })

  it('sends nothing when sync has that state already', async () => {
    const desk = await openConnectorsDesk({ sandbox: { brands: 2 } })
    await desk.call('connectors.setSync', { brandId: desk.at(0).id, enabled: true })
    const preview = await desk.call('connectors.previewSync', { brandId: desk.at(1).id, enabled: true })
    expect(preview.note).toContain('Nothing changes')
    const again = await desk.call('connectors.setSync', { brandId: desk.at(1).id, enabled: true })
    expect(again).toEqual({ syncEnabled: true, changed: [], failed: [] })
    const sent = (await desk.sandbox.requests()).filter(({ operation }) => operation === 'connectors.setSync')
    expect(sent).toHaveLength(1)
  })

  it('is found in the catalogs as this desk’s own change when the reply was cut off', async () => {
    const desk = await openConnectorsDesk({ sandbox: { brands: 3 }, desk: { random: () => 0 } })
    await desk.sandbox.fault({ operation: 'connectors.setSync', kind: 'cut', at: 'after', times: 20 })
    const real = await desk.call('connectors.setSync', { brandId: desk.at(0).id, enabled: true })
    expect(real).toMatchObject({ syncEnabled: true, failed: [] })
    const { brands } = await desk.call('connectors.matrix', {})
    expect(brands.map(({ syncEnabled, drift }) => [syncEnabled, drift])).toEqual([0, 1, 2].map(() => [true, []]))
  })

  it('has failed when the reply was cut off and the catalog does not show it', async () => {
    const desk = await openConnectorsDesk({ sandbox: { brands: 2 }, desk: { random: () => 0 } })
    await desk.sandbox.fault({ operation: 'connectors.setSync', kind: 'cut', at: 'before', times: 20 })
    const failed = errorOf(desk.call('connectors.setSync', { brandId: desk.at(0).id, enabled: true }))
    expect(await failed).toMatchObject({ kind: 'network' })
  })

  it('refuses a member with the reason, and names a brand that could not be read afterwards', async () => {
    const desk = await openConnectorsDesk({ sandbox: { brands: 3 } })
    await desk.elsewhere(desk.at(0).teamId, { role: 'member' })
    const refused = await errorOf(desk.call('connectors.setSync', { brandId: desk.at(0).id, enabled: true }))
    expect(refused).toMatchObject({ kind: 'forbidden', message: expect.stringContaining('admin or owner') })
    const { teamId, id } = desk.at(2)
    await desk.sandbox.fault({ operation: 'connectors.catalog', kind: 'status', status: 403, teamId, times: 2 })
    const result = await desk.call('connectors.setSync', { brandId: desk.at(1).id, enabled: true })
    expect(result.failed).toMatchObject([{ brandId: id, error: { kind: 'forbidden' } }])
  })
})

describe('presets and the address', () => {
  it('has three fixed built-in presets, and saves own ones', async () => {
    const desk = await openConnectorsDesk({ sandbox: { brands: 1 } })
    const { presets } = await desk.call('connectors.presets', {})
    expect(presets.map(({ id, isBuiltIn }) => [id, isBuiltIn])).toEqual([
      ['read-only', true],
      ['no-sending', true],
      ['service-defaults', true],
    ])
    const permissions = { outreach_reply: 'deny' as const, list_teams: 'allow' as const }
    expect(presets[1]?.permissions).toEqual({ outreach_queue_emails: 'deny', outreach_reply: 'deny' })
    const own = await desk.call('connectors.savePreset', { name: 'Ours', permissions })
    expect(await desk.call('connectors.savePreset', { id: own.id, name: 'Ours too', permissions })).toMatchObject({
      id: own.id,
      name: 'Ours too',
    })
    const refused = [
      [{ id: 'read-only', name: 'Mine', permissions }, 'conflict'],
      [{ name: 'read ONLY', permissions }, 'conflict'],
      [{ id: 'nobody', name: 'Mine', permissions }, 'not-found'],
      [{ name: 'Mine', permissions: { no_such_tool: 'deny' as const } }, 'invalid'],
    ] as const
    for (const [input, kind] of refused)
      expect(await errorOf(desk.call('connectors.savePreset', input))).toMatchObject({ kind })
    expect(await errorOf(desk.call('connectors.removePreset', { id: 'no-sending' }))).toMatchObject({
      kind: 'conflict',
    })
    expect(await desk.call('connectors.removePreset', { id: own.id })).toMatchObject({ name: 'Ours too' })
    expect((await desk.call('connectors.presets', {})).presets).toHaveLength(3)
  })

  testAlone("gives the demo's own address for a demo brand", async () => {
    const cli = fileURLToPath(new URL('../../src-sandbox/cli.ts', import.meta.url))
    const args = [cli, '--brands', '1', '--keywords', '1', '--days', '1']
    const { call } = await openTestDesk({ startSandbox: spawnSandbox({ command: process.execPath, args }) })
    const { demo } = await call('desk.about', {})
    const [brand] = (await call('brands.list', {})).brands
    expect(demo.baseUrl).not.toBeNull()
    expect(await call('connectors.address', { brandId: brand?.id ?? '' })).toEqual({ mcpUrl: `${demo.baseUrl}/mcp` })
  })

  it('plans nothing before a first read, and says so', async () => {
    const desk = await openConnectorsDesk({ sandbox: { brands: 1 }, read: null })
    const preset = { presetId: 'read-only', brandIds: 'all' as const }
    expect(await errorOf(desk.call('connectors.plan', { preset }))).toMatchObject({ kind: 'conflict' })
    const [brand] = (await desk.call('connectors.matrix', {})).brands
    expect(brand).toMatchObject({ fetchedAt: null, canManage: false, effective: {} })
    expect(brand?.readOnlyReason).toContain('have not been read yet')
  })

  it('gives the MCP address of the profile, or null without one', async () => {
    const desk = await openConnectorsDesk({ sandbox: { brands: 1 }, read: null })
    const brandId = desk.at(0).id
    expect(await desk.call('connectors.address', { brandId })).toEqual({ mcpUrl: null })
    await desk.call('service.setProfile', { mcpUrl: 'https://mcp.example/mcp' })
    expect(await desk.call('connectors.address', { brandId })).toEqual({ mcpUrl: 'https://mcp.example/mcp' })
  })
})
