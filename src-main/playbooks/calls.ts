import { randomBytes } from 'node:crypto'
import type { Handlers, ParsedInput } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { Playbook, Run, RunStep, Step } from '../../src-shared/desk/playbooks.ts'
import { stepLabel } from '../../src-shared/desk/values/playbook-labels.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import { toErrorValue } from '../desk.ts'
import { colleaguesOf } from '../store/team/colleagues.ts'
import { BUILT_IN_PLAYBOOKS } from './built-in.ts'
import { createDryRun } from './dry-run.ts'
import { createEngine, type EngineDeps, isSameGate, numberOf } from './engine.ts'
import type { RunEvent } from './rules/machine.ts'

export type PlaybookDeps = EngineDeps & { readonly brands: Pick<BrandBook, 'find' | 'get' | 'resolve'> }

type PlaybookCalls = Extract<keyof Handlers, `playbooks.${string}`>

const builtIn = (id: string): Playbook | undefined => BUILT_IN_PLAYBOOKS.find((one) => one.id === id)

const refuse = (message: string): never => {
  throw new DeskError('conflict', message)
}

const assertSteps = (steps: readonly Step[]): void => {
  const index = steps.findIndex(({ kind }, at) => kind === 'addBrand' && at > 0)
  if (index < 0) return
  throw new DeskError('invalid', 'A playbook can add a brand as its first step only.', {
    issues: [{ path: `steps.${index}.kind`, message: 'must be the first step' }],
  })
}

const stepOf = (run: Run, index: number): RunStep =>
  run.steps[index] ?? refuse(`Run ${run.id} has ${run.steps.length} steps.`)

export const createPlaybooks = (deps: PlaybookDeps) => {
  const { store, clock, emit, brands, ask } = deps
  const engine = createEngine(deps)
  const dryRun = createDryRun({ ask, clock, brands })
  const { me } = colleaguesOf(store)

  const playbookOf = async (id: string): Promise<Playbook> => builtIn(id) ?? store.read('playbooks.get', { id })
  const runOf = (runId: string): Promise<Run> => store.read('playbookRuns.get', { no: numberOf(runId) })
  const saved = (playbook: Playbook): Playbook => {
    emit('changed', { brandIds: 'all', datasets: ['playbooks'] })
    return playbook
  }

  /** Stores what a person did and goes on; `conflict` where the step does not allow it now. */
  const act = async (runId: string, event: RunEvent, refusal: (run: Run) => string): Promise<Run> => {
    const no = numberOf(runId)
    const changed = await engine.change(no, event)
    if (changed === null) return refuse(refusal(await runOf(runId)))
    engine.wake(no)
    return changed
  }
  const actOn = (given: { runId: string; index: number }, event: RunEvent, verb: string): Promise<Run> =>
    act(given.runId, event, (run) => {
      const { step, state } = stepOf(run, given.index)
      return `“${stepLabel(step)}” cannot be ${verb}: it is ${state}, or not the step that the run is at.`
    })

  const assertSameGate = async (run: Run, step: RunStep, gateNo: number): Promise<void> => {
    const { gate, state } = step
    if (state !== 'waiting' || gate === null || step.approval !== null)
      return refuse(`“${stepLabel(step.step)}” does not wait for an approval: it is ${state}.`)
    if (gate.no !== gateNo) return refuse('This step asks for something else by now. View it again.')
    if (gate.kind === 'person') return
    const now = await engine.gateNow(run, step)
    if (now !== null && isSameGate(gate, now)) return
    await engine.change(
      numberOf(run.id),
      now === null
        ? { type: 'undone', index: step.index, result: null }
        : { type: 'gate', index: step.index, gate: now },
    )
    engine.wake(numberOf(run.id))
    refuse('What this step does, or its price, has changed. Nothing was done. View it again.')
  }

  /** Stores a person's answer to the gate that they saw, after the step was planned again. */
  const approve = async (input: ParsedInput<'playbooks.approve'>): Promise<Run> => {
    const { runId, index, gate, note, acceptsBudget, name, key, sessionOnly } = input
    const run = await runOf(runId)
    const step = stepOf(run, index)
    await assertSameGate(run, step, gate)
    if (step.gate?.passesBudget === true && !acceptsBudget)
      refuse('This would exceed the monthly budget. Accept that, or raise the budget in Credits.')
    const isInput = step.gate?.kind === 'input'
    if (isInput && (name === undefined || key === undefined)) refuse('Give the name and the key of the new brand.')
    const no = numberOf(runId)
    if (isInput && name !== undefined && key !== undefined) engine.keepInput(no, index, { name, key, sessionOnly })
    const approval = { by: me(), note: isInput ? (name ?? null) : (note ?? null), acceptsBudget }
    return actOn({ runId, index }, { type: 'approve', index, gateNo: gate, approval }, 'approved').catch(
      (error: unknown) => {
        engine.dropInput(no, index)
        throw error
      },
    )
  }

  const handlers: Pick<Handlers, PlaybookCalls> = {
    'playbooks.list': async () => ({ playbooks: [...BUILT_IN_PLAYBOOKS, ...(await store.read('playbooks.list', {}))] }),
    'playbooks.save': async ({ id, ...playbook }) => {
      assertSteps(playbook.steps)
      if (id !== undefined && builtIn(id) !== undefined)
        refuse(`“${playbook.name}” comes with the desk. Save a copy instead.`)
      if (id !== undefined) await store.read('playbooks.get', { id })
      const newId = `playbook_${randomBytes(9).toString('base64url')}`
      return saved(await store.write('playbooks.save', { ...playbook, id: id ?? newId, atMs: clock.now() }))
    },
    'playbooks.remove': async ({ id }) => {
      if (builtIn(id) !== undefined) refuse('A playbook that comes with the desk cannot be removed.')
      return saved(await store.write('playbooks.remove', { id }))
    },
    'playbooks.dryRun': async ({ playbookId, brandIds }) => {
      const playbook = await playbookOf(playbookId)
      return dryRun(playbook, { brandIds: brandIds.length === 0 ? [] : brands.resolve(brandIds) })
    },
    'playbooks.start': async ({ playbookId, brandIds }) => {
      const playbook = await playbookOf(playbookId)
      const addsBrand = playbook.steps[0]?.kind === 'addBrand'
      if (brandIds.length === 0 && !addsBrand) refuse(`Choose at least one brand for “${playbook.name}”.`)
      const ids = brandIds.length === 0 ? [null] : brands.resolve(brandIds)
      const begun = await store.write('playbookRuns.begin', { playbook, brandIds: ids, by: me(), atMs: clock.now() })
      emit('changed', { brandIds: 'all', datasets: ['playbookRuns'] })
      for (const no of begun.nos) engine.wake(no)
      return {
        runIds: begun.nos.map((no) => `r${no}`),
        left: begun.left.map(({ brandId, no }) => ({ brandId, runId: `r${no}` })),
      }
    },
    'playbooks.runs': (input) =>
      store.read('playbookRuns.page', {
        ...input,
        brandIds: input.brandIds === 'all' ? 'all' : brands.resolve(input.brandIds),
      }),
    'playbooks.run': ({ id }) => runOf(id),
    'playbooks.approve': approve,
    'playbooks.approveMany': async ({ gates }) => {
      const results = []
      for (const gate of gates) {
        const refused = await approve({ ...gate, sessionOnly: false }).then(() => null, toErrorValue)
        results.push({ runId: gate.runId, index: gate.index, error: refused })
      }
      return { results }
    },
    'playbooks.skip': ({ runId, index, reason }) => actOn({ runId, index }, { type: 'skip', index, reason }, 'skipped'),
    'playbooks.retry': ({ runId, index }) => actOn({ runId, index }, { type: 'retry', index }, 'tried again'),
    'playbooks.decide': ({ runId, index, as }) => actOn({ runId, index }, { type: 'decide', index, as }, 'decided'),
    'playbooks.continue': async ({ runId }) => {
      const run = await runOf(runId)
      engine.wake(numberOf(runId))
      return run
    },
    'playbooks.cancel': async ({ runId }) => {
      const run = await act(
        runId,
        { type: 'cancel' },
        ({ state }) => `Run ${runId} is ${state}: there is nothing to cancel.`,
      )
      for (const { index } of run.steps) engine.dropInput(numberOf(runId), index)
      return run
    },
  }
  const { start, close } = engine
  return { handlers, start, close }
}
