import { describe, expect, it } from 'vitest'
import type { UnfinishedApply } from '../../src-shared/desk/connectors.ts'
import { CHANGES_PATH, openConnectorsCrash } from '../support/connectors-crash.ts'
import type { DeskProcess } from '../support/desk-process.ts'

const TOOL = 'articles_list'

const setup = async (brands: number) => {
  const crash = await openConnectorsCrash(brands)
  for (const { teamId } of crash.sandbox.brands)
    await crash.elsewhere({ teamId, role: 'admin', permissions: { [TOOL]: 'allow' } })
  await crash.sync(crash.first)
  await crash.first.value('connectors.seen', { brandIds: 'all' })
  const changes = crash.ids.map((brandId) => ({ brandId, tool: TOOL, value: 'deny' as const }))
  const { planId } = await crash.first.value('connectors.plan', { changes })
  return { ...crash, planId }
}

const only = async (desk: DeskProcess): Promise<UnfinishedApply> => {
  const { applies } = await desk.value('connectors.unfinished', {})
  expect(applies).toHaveLength(1)
  return applies[0] as UnfinishedApply // there is one, as was just seen
}

const count = ({ brands }: UnfinishedApply, state: UnfinishedApply['brands'][number]['state']): number =>
  brands.filter((brand) => brand.state === state).length

describe('an apply interrupted by a kill', () => {
  it('is reported at the next start, read again where the outcome is unknown, and replanned by one call', async () => {
    const { first, ids, planId, proxy, end, restart, giveKeys, sync, changesSent } = await setup(9)
    const passed = [1, 2].map(() => proxy.trap(CHANGES_PATH, 'before', 'pass'))
    // Six at once: one is taken by the service and never answered, five never reach it, and the ninth is never begun.
    const stuck = [
      proxy.trap(CHANGES_PATH, 'committed'),
      ...[1, 2, 3, 4, 5].map(() => proxy.trap(CHANGES_PATH, 'before')),
    ]
    const lost = first.call('connectors.apply', { planId }).catch(() => 'cut off')
    await Promise.all([...passed, ...stuck])
    await expect.poll(() => only(first)).toMatchObject({ state: 'running', done: 2, total: 9 })
    await end(first, 'SIGKILL')
    expect(await lost).toBe('cut off')

    const second = await restart()
    const found = await only(second)
    expect(found).toMatchObject({ applyId: planId, state: 'cut-off', done: 2, total: 9 })
    expect([count(found, 'applied'), count(found, 'unknown'), count(found, 'not-sent')]).toEqual([2, 6, 1])
    expect(found.brands.every(({ changes }) => changes[0]?.tool === TOOL)).toBe(true)

    await giveKeys(second)
    await sync(second)
    const read = await only(second)
    expect([count(read, 'applied'), count(read, 'failed'), count(read, 'not-sent')]).toEqual([3, 5, 1])
    expect(read.brands.find(({ state }) => state === 'failed')?.error?.message).toContain('the apply was interrupted')
    const arrived = read.brands.find(
      (brand, index) => brand.state === 'applied' && found.brands[index]?.state === 'unknown',
    )
    const { versions } = await second.value('connectors.versions', { brandId: arrived?.brandId ?? '' })
    expect(versions[0]).toMatchObject({ by: 'desk', changes: [{ tool: TOOL, from: 'allow', to: 'deny' }] })
    const { brands } = await second.value('connectors.matrix', {})
    expect(brands.flatMap(({ drift }) => drift)).toEqual([])
    // Nothing was sent by itself.
    expect(await changesSent()).toBe(3)

    const rest = await second.value('connectors.planRest', { applyId: planId })
    expect(rest).toMatchObject({ changes: 6, refused: 0 })
    const { results } = await second.value('connectors.apply', { planId: rest.planId })
    expect(results.map(({ state }) => state)).toEqual(Array.from({ length: 6 }, () => 'applied'))
    expect((await second.value('connectors.unfinished', {})).applies).toEqual([])
    expect(await changesSent()).toBe(9)
    const after = await second.value('connectors.matrix', {})
    expect(after.brands.map(({ effective }) => effective[TOOL])).toEqual(ids.map(() => 'deny'))
    await end(second, 'SIGKILL')
  })
})

describe('an apply interrupted by quitting', () => {
  it('begins no further brand; the brand in flight is unknown, and the rest can be dismissed', async () => {
    const { first, planId, proxy, end, restart, giveKeys, changesSent } = await setup(7)
    const stuck = [1, 2, 3, 4, 5, 6].map(() => proxy.trap(CHANGES_PATH, 'committed'))
    void first.call('connectors.apply', { planId }).catch(() => undefined)
    await Promise.all(stuck)
    await end(first, 'SIGINT')

    const second = await restart()
    const found = await only(second)
    expect(found).toMatchObject({ state: 'cut-off', done: 0, total: 7 })
    expect([count(found, 'unknown'), count(found, 'not-sent')]).toEqual([6, 1])
    await giveKeys(second)
    // Planning the rest reads what is unknown: it all arrived, one brand is left.
    const rest = await second.value('connectors.planRest', { applyId: planId })
    expect(rest.brands.map(({ changes }) => changes.length)).toEqual([1])
    expect(await only(second)).toMatchObject({ done: 6, total: 7 })
    expect(await changesSent()).toBe(6)
    await second.value('connectors.dropRest', { applyId: planId })
    expect((await second.value('connectors.unfinished', {})).applies).toEqual([])
    const again = await second.call('connectors.planRest', { applyId: planId })
    expect(again).toMatchObject({ ok: false, error: { kind: 'not-found' } })
    await end(second, 'SIGKILL')
  })
})
