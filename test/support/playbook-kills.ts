// A desk that is killed while a playbook runs on it, and a person who answers whatever the run asks afterwards.
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import type { Run, StepSchema } from '../../src-shared/desk/playbooks.ts'
import { openCrashDesk } from './crash-desk.ts'
import { outreachControl } from './credits-desk.ts'
import type { DeskProcess } from './desk-process.ts'
import { syncAll } from './sync-all.ts'

const PAID = ['websiteAudit.run', 'outreach.discover'] as const

type GivenStep = z.input<typeof StepSchema>

/** A desk with a playbook that audits and discovers after these steps, ready to be killed. */
export const openPlaybookKills = async (steps: readonly GivenStep[] = []) => {
  const crash = await openCrashDesk()
  const { sandbox, first, brandId } = crash
  await first.value('desk.setSettings', { syncEveryMinutes: 0 })
  await first.value('research.setAuditSite', { brandId, url: 'example.com' })
  const { id: playbookId } = await first.value('playbooks.save', {
    name: 'Paid',
    description: '',
    steps: [...steps, { kind: 'suggest' }, { kind: 'audit' }, { kind: 'discover' }, { kind: 'person', text: 'Look' }],
  })
  return {
    ...crash,
    start: async (desk: DeskProcess): Promise<string> =>
      (await desk.value('playbooks.start', { playbookId, brandIds: [brandId] })).runIds[0] ?? '',
    /** How often the service was asked for each paid operation. */
    paid: async (): Promise<number[]> => {
      const requests = await sandbox.requests()
      return PAID.map((name) => requests.filter(({ operation }) => operation === name).length)
    },
  }
}

/** One answer of a person; false once the run is over. Nothing that may have been done is asked for again. */
const answer = async (desk: DeskProcess, run: Run): Promise<boolean> => {
  const step = run.steps.find(({ state }) => state !== 'done' && state !== 'skipped')
  if (step === undefined || run.state === 'done') return false
  const target = { runId: run.id, index: step.index }
  if (step.state === 'waiting' && step.approval === null)
    await desk.call('playbooks.approveMany', { gates: [{ ...target, gate: step.gate?.no ?? 0 }] })
  else if (step.state === 'unknown') await desk.call('playbooks.decide', { ...target, as: 'done' })
  else if (step.state === 'failed' && /\bkey\b/i.test(step.result ?? '')) await desk.call('playbooks.retry', target)
  else if (step.state === 'failed') await desk.call('playbooks.skip', { ...target, reason: 'refused' })
  else await sleep(10)
  return true
}

/** Answers until the run is over, and keeps what was seen of it. */
export const drive = async (desk: DeskProcess, id: string, seen: Run[] = []): Promise<Run> => {
  for (;;) {
    const run = await desk.value('playbooks.run', { id })
    seen.push(run)
    if (!(await answer(desk, run))) return run
  }
}

/** Waits until the run is at this step, and the step in this state. */
export const whenStep = async (
  desk: DeskProcess,
  id: string,
  index: number,
  states: readonly string[],
): Promise<Run> => {
  for (;;) {
    const run = await desk.value('playbooks.run', { id })
    if (states.includes(run.steps[index]?.state ?? '')) return run
    await sleep(10)
  }
}

const KEPT_STEPS: readonly GivenStep[] = [
  { kind: 'alertRules', rules: [{ name: 'Drift', condition: { kind: 'drift' } }] },
  { kind: 'report', templateId: 'short' },
]

/** One alert rule, which is removed for the next round, and one draft a round. */
const keptFaults = async (desk: DeskProcess, round: number): Promise<string[]> => {
  const { rules } = await desk.value('alerts.rules', {})
  for (const { id } of rules) await desk.value('alerts.removeRule', { id })
  const { total } = await desk.value('reports.packs', {})
  return [
    ...(rules.length === 1 ? [] : [`round ${round}: ${rules.length} alert rules`]),
    ...(total === round + 1 ? [] : [`round ${round}: ${total} report drafts`]),
  ]
}

/**
 * Kills a desk at a random moment of each run. What was done stays done; what is paid for is asked for at most once, and what
 * is kept on the desk is there once.
 */
export const killRounds = async (rounds: number) => {
  const { first, kill, restart, start, paid, sandbox, brandId } = await openPlaybookKills(KEPT_STEPS)
  const { advance } = outreachControl(sandbox.controlUrl, sandbox.teamOf(0))
  let desk = first
  const faults: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    // The discovery of the round before is over: it can be paid for again.
    await advance(120_000)
    await syncAll(desk, { brandIds: [brandId], datasets: ['prospects'] })
    const before = await paid()
    const id = await start(desk)
    const seen: Run[] = []
    const driven = drive(desk, id, seen).catch(() => null) // its desk is killed
    await sleep(randomInt(0, 250))
    await kill(desk)
    await driven
    desk = await restart()
    const back = await desk.value('playbooks.run', { id })
    for (const { index, state } of seen.at(-1)?.steps ?? [])
      if (state === 'done' && back.steps[index]?.state !== 'done')
        faults.push(`round ${round}: step ${index} was done, and is not`)
    const ended = await drive(desk, id)
    if (ended.state !== 'done') faults.push(`round ${round}: the run is ${ended.state}`)
    faults.push(...(await keptFaults(desk, round)))
    const after = await paid()
    after.forEach((count, at) => {
      if (count - (before[at] ?? 0) > 1)
        faults.push(`round ${round}: ${PAID[at]} was asked for ${count - (before[at] ?? 0)} times`)
    })
  }
  const counts = await paid()
  await kill(desk)
  return { faults, counts }
}
