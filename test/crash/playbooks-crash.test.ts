// Exact moments; test/faults/playbook-kills.test.ts kills a desk at many random ones.
import { expect, test } from 'vitest'
import { drive, openPlaybookKills, whenStep } from '../support/playbook-kills.ts'

test('SIGKILL while an audit and a discovery are under way: both are looked up, neither is asked for again', async () => {
  const { proxy, first, kill, restart, start, paid } = await openPlaybookKills()
  const id = await start(first)
  const approve = async (desk: typeof first, index: number) => {
    const run = await whenStep(desk, id, index, ['waiting'])
    await desk.value('playbooks.approve', { runId: id, index, gate: run.steps[index]?.gate?.no ?? 0 })
  }
  const audited = proxy.trap('/v3/website-audit', 'committed')
  await approve(first, 1)
  await audited
  await kill(first)

  const second = await restart()
  const unknown = await whenStep(second, id, 1, ['unknown'])
  expect(unknown.steps.map(({ state }) => state)).toEqual(['done', 'unknown', 'pending', 'pending'])
  expect(await paid()).toEqual([1, 0])
  await second.value('playbooks.decide', { runId: id, index: 1, as: 'done' })
  const discovered = proxy.trap('/v3/outreach/discover/run', 'committed')
  await approve(second, 2)
  await discovered
  await kill(second)

  const third = await restart()
  const found = await whenStep(third, id, 2, ['done', 'unknown'])
  expect(found.steps[2]?.intentId).not.toBeNull()
  expect((await drive(third, id)).state).toBe('done')
  expect(await paid()).toEqual([1, 1])
  expect((await third.value('intents.list', { filter: { kind: ['discover'] } })).total).toBe(1)
  await kill(third)
})

test('SIGKILL before an audit is sent: the gate asks again, and one approval is not used twice', async () => {
  const { proxy, first, kill, restart, start, paid } = await openPlaybookKills()
  const id = await start(first)
  const asking = await whenStep(first, id, 1, ['waiting'])
  const trapped = proxy.trap('/v3/website-audit', 'before')
  await first.value('playbooks.approve', { runId: id, index: 1, gate: asking.steps[1]?.gate?.no ?? 0 })
  await trapped
  await kill(first)

  const second = await restart()
  // Its row was stored before it was sent: whether it arrived cannot be known.
  const after = await whenStep(second, id, 1, ['unknown', 'waiting'])
  expect(after.steps[1]).toMatchObject({ state: 'unknown' })
  expect(await paid()).toEqual([0, 0])
  await second.value('playbooks.retry', { runId: id, index: 1 })
  const again = await whenStep(second, id, 1, ['waiting'])
  expect(again.steps[1]).toMatchObject({ attempt: 2, approval: null, gate: { no: 2 } })
  const old = await second.call('playbooks.approve', { runId: id, index: 1, gate: 1 })
  expect(old).toMatchObject({ ok: false, error: { kind: 'conflict' } })
  await kill(second)
})
