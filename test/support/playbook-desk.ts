// Follows runs of playbooks through the calls of a desk.

import type { z } from 'zod'
import type { CallInput, CallName, CallOutput } from '../../src-shared/desk/contract.ts'
import type { Run, RunStep, StepSchema } from '../../src-shared/desk/playbooks.ts'
import { openTestDesk } from './composed-desk.ts'
import { openSandbox } from './sandbox.ts'
import { tempHome } from './temp-home.ts'

type Ask = <Name extends CallName>(name: Name, input: CallInput<Name>) => Promise<CallOutput<Name>>

const isAtRest = (run: Run): boolean => run.state !== 'running' && !run.steps.some(({ state }) => state === 'running')

/** Asks until the run waits for a person, or is over. */
export const whenAtRest = async (call: Ask, id: string): Promise<Run> => {
  for (;;) {
    const run = await call('playbooks.run', { id })
    if (isAtRest(run)) return run
    await new Promise((resolve) => setImmediate(resolve))
  }
}

export const waitingStep = (run: Run): RunStep => {
  const waiting = run.steps.find(({ state }) => state === 'waiting')
  if (waiting === undefined) throw new Error(`Run ${run.id} waits for nobody: ${JSON.stringify(run.steps, null, 1)}`)
  return waiting
}

/** Confirms what the run waits for, and waits for what comes of it. */
export const approve = async (
  call: Ask,
  run: Run,
  more: Partial<CallInput<'playbooks.approve'>> = {},
): Promise<Run> => {
  const { index, gate } = waitingStep(run)
  await call('playbooks.approve', { runId: run.id, index, gate: gate?.no ?? 0, ...more })
  return whenAtRest(call, run.id)
}

const LIMITS = { requestsPerMinute: 100_000 }
type GivenStep = z.input<typeof StepSchema>

/** A desk with brands of a sandbox, and short ways to save and run playbooks. */
export const openPlaybookDesk = async (brands = 1, home = tempHome().home) => {
  const sandbox = await openSandbox({ brands: Math.max(brands, 1), keywords: 10, days: 5, profile: { limits: LIMITS } })
  const desk = await openTestDesk({ home })
  const { call } = desk
  await call('service.setProfile', { baseUrl: sandbox.baseUrl, limits: LIMITS })
  await call('desk.setSettings', { historyDays: 1, syncEveryMinutes: 0 })
  const rows = sandbox.brands.slice(0, brands).map(({ name, key }) => ({ name, key }))
  const { results } = rows.length === 0 ? { results: [] } : await call('brands.addMany', { rows, sessionOnly: true })
  const ids = results.map(({ brand }) => brand?.id ?? '')
  const asked = async (operation: string) =>
    (await sandbox.requests()).filter((request) => request.operation === operation).length
  const save = async (steps: readonly GivenStep[]) =>
    (await call('playbooks.save', { name: 'Own', description: '', steps: [...steps] })).id
  const start = async (playbookId: string, brandIds: readonly string[] = ids.slice(0, 1)) => {
    const { runIds } = await call('playbooks.start', { playbookId, brandIds: [...brandIds] })
    return whenAtRest(call, runIds[0] ?? '')
  }
  const run = async (...steps: readonly GivenStep[]) => start(await save(steps))
  return { ...desk, home, sandbox, ids, brandId: ids[0] ?? '', asked, save, start, run }
}
