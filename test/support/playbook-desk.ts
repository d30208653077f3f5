// Follows runs of playbooks through the calls of a desk.
import type { CallInput, CallName, CallOutput } from '../../src-shared/desk/contract.ts'
import type { Run, RunStep } from '../../src-shared/desk/playbooks.ts'

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
