// Works on runs until each waits for a person, for an action of the journal, or is over. Whatever it does is an event that
// the store has accepted before: a step that is not stored as running is not performed.
import PQueue from 'p-queue'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { Intent } from '../../src-shared/desk/intents.ts'
import type { Gate, Run, RunStep } from '../../src-shared/desk/playbooks.ts'
import { stepLabel } from '../../src-shared/desk/values/playbook-labels.ts'
import { gateOf } from '../../src-shared/desk/values/playbook-names.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import { asDeskError } from '../desk.ts'
import type { Notices } from '../notices.ts'
import type { RoomParts } from '../room.ts'
import { intentEnd } from './rules/intent-end.ts'
import { nextOf, type RunEvent } from './rules/machine.ts'
import { findStep, interruptedText, performStep, planStep } from './steps/index.ts'
import type { Ask, BrandInput, BrandOfRun, Outcome, StepPlan } from './steps/step-kind.ts'
import { createWhenSynced, type Subscribe } from './when-synced.ts'

export type EngineDeps = RoomParts & {
  readonly brands: Pick<BrandBook, 'find'>
  readonly notify: Notices['notify']
  readonly ask: Ask
  readonly subscribe: Subscribe
}

/** Runs that are worked on at the same time. Those that wait for a person or the journal take no place. */
const SIDE_BY_SIDE = 4

export const numberOf = (runId: string): number => Number(runId.slice(1))
const keyOf = (no: number, index: number): string => `${no} ${index}`
const originOf = (no: number, { index, attempt }: RunStep): string => `playbook r${no} step ${index} attempt ${attempt}`

type GateText = Omit<Gate, 'no' | 'at'>

const gateText = (plan: StepPlan, { step }: RunStep, brand: BrandOfRun): GateText => {
  const { action = `Do “${stepLabel(step)}”`, lines, would, credits, count, passesBudget } = plan
  return {
    kind: gateOf(step) ?? 'ask',
    action: brand.id === '' ? action : `${action} for ${brand.name}`,
    lines: [...(lines ?? [would])],
    credits: credits ?? null,
    count: count ?? null,
    passesBudget: passesBudget ?? false,
  }
}

/** Whether what a person approved is still what would be done. */
export const isSameGate = (gate: GateText, now: GateText): boolean =>
  gate.action === now.action && gate.credits === now.credits && gate.lines.join('\n') === now.lines.join('\n')

const isPriceConflict = (error: unknown): boolean =>
  error instanceof DeskError &&
  error.kind === 'conflict' &&
  (error.detail?.issues ?? []).some(({ code }) => code === 'price' || code === 'budget')

type StepDeps = Omit<EngineDeps, 'subscribe'> & {
  readonly closing: AbortSignal
  readonly whenSynced: ReturnType<typeof createWhenSynced>
}

/** What is stored of a run, and who hears of it. */
const createRunChanges = ({ store, clock, emit, log, brands, ask, notify }: StepDeps) => {
  const brandOf = ({ brandId }: Pick<Run, 'brandId'>): BrandOfRun =>
    brandId === null ? { id: '', name: 'a new brand' } : { id: brandId, name: brands.find(brandId)?.name ?? brandId }
  const contextOf = (run: Run) => ({ brand: brandOf(run), ask, nowMs: clock.now() })

  const change = async (no: number, event: RunEvent, brandId?: string): Promise<Run | null> => {
    const run = await store.write('playbookRuns.change', { no, event, atMs: clock.now(), brandId })
    if (run !== null)
      emit('changed', { brandIds: run.brandId === null ? 'all' : [run.brandId], datasets: ['playbookRuns'] })
    return run
  }

  const storeOutcome = (no: number, index: number, outcome: Outcome): Promise<Run | null> =>
    'intentId' in outcome
      ? change(no, { type: 'link', index, intentId: outcome.intentId })
      : change(no, { type: 'end', index, state: outcome.state, result: outcome.result }, outcome.addedBrandId)

  const fail = (no: number, index: number, error: unknown): Promise<Run | null> => {
    if (!(error instanceof DeskError)) log.error({ err: error }, 'a step of a playbook failed')
    const { kind, message } = asDeskError(error)
    return change(no, { type: 'end', index, state: kind === 'unknown-outcome' ? 'unknown' : 'failed', result: message })
  }

  let lastNotice = ''
  const notifyWaiting = (run: Run, gate: string): void => {
    const minute = `${run.playbookId} ${Math.floor(clock.now() / 60_000)}`
    if (minute === lastNotice) return // 200 brands come to the same gate together
    lastNotice = minute
    notify({
      level: 'info',
      title: 'Playbook waits for you',
      message: `${run.name}: ${gate}. Nothing is done until you confirm.`,
      opens: { view: 'playbooks', params: { open: run.id } },
      ...(run.brandId === null ? {} : { brandId: run.brandId }),
    })
  }

  return { brandOf, contextOf, change, storeOutcome, fail, notifyWaiting }
}

/** What is done for a step, by what `nextOf` says of it. */
const createStepWork = (deps: StepDeps) => {
  const { closing, whenSynced } = deps
  const changes = createRunChanges(deps)
  const { brandOf, contextOf, change, storeOutcome, fail, notifyWaiting } = changes
  /** Names and keys between their approval and the call that takes them, in memory alone. */
  const inputs = new Map<string, BrandInput>()

  const begin = async (run: Run, { index }: RunStep): Promise<Run | null> => {
    const no = numberOf(run.id)
    const begun = await change(no, { type: 'begin', index })
    const step = begun?.steps[index]
    if (begun === null || step === undefined) return null
    const input = inputs.get(keyOf(no, index))
    inputs.delete(keyOf(no, index))
    const { approval, gate } = step
    const given = { approval, credits: gate?.credits ?? null, origin: originOf(no, step), input, whenSynced }
    try {
      return await storeOutcome(no, index, await performStep(step.step, { ...contextOf(begun), ...given }))
    } catch (error) {
      if (closing.aborted) return null // the next start finds out what came of it
      if (isPriceConflict(error)) return change(no, { type: 'undone', index, result: asDeskError(error).message })
      return fail(no, index, error)
    }
  }

  const plan = async (run: Run, step: RunStep): Promise<Run | null> => {
    const [no, { index }] = [numberOf(run.id), step]
    const planned = await planStep(step.step, contextOf(run))
    const [reason] = planned.missing ?? []
    if (planned.needless !== undefined)
      return change(no, { type: 'end', index, state: 'done', result: planned.needless })
    if (reason !== undefined) return change(no, { type: 'end', index, state: 'failed', result: reason })
    if (gateOf(step.step) === null) return begin(run, step)
    const gate = gateText(planned, step, brandOf(run))
    const waiting = await change(no, { type: 'gate', index, gate })
    if (waiting !== null) notifyWaiting(waiting, gate.action)
    return waiting
  }

  /** An approval is for what the person saw: if that is another thing by now, it is asked for again. */
  const perform = async (run: Run, step: RunStep): Promise<Run | null> => {
    const [no, { index, gate }] = [numberOf(run.id), step]
    const found = await findStep(step.step, {
      ...contextOf(run),
      approval: step.approval,
      origin: originOf(no, step),
      beganAt: step.approval?.at ?? run.startedAt,
    })
    // Stored by a desk of the team only after it was looked for.
    if (found !== null && 'intentId' in found) {
      await change(no, { type: 'begin', index })
      return storeOutcome(no, index, found)
    }
    const planned = await planStep(step.step, contextOf(run))
    if (gate !== null && isSameGate(gate, gateText(planned, step, brandOf(run)))) return begin(run, step)
    inputs.delete(keyOf(no, index))
    return change(no, { type: 'undone', index, result: 'What this step does has changed. Confirm it again.' })
  }

  const recover = async (run: Run, step: RunStep): Promise<Run | null> => {
    const [no, { index, beganAt }] = [numberOf(run.id), step]
    const given = { approval: step.approval, origin: originOf(no, step), beganAt: beganAt ?? run.startedAt }
    const found = await findStep(step.step, { ...contextOf(run), ...given })
    if (found !== null) return storeOutcome(no, index, found)
    return change(no, { type: 'undone', index, result: interruptedText(step.step) })
  }

  return { ...changes, inputs, plan, perform, recover }
}

export const createEngine = (deps: EngineDeps) => {
  const { store, log, ask, subscribe } = deps
  const closing = new AbortController()
  const whenSynced = createWhenSynced({ ask, subscribe, closing: closing.signal })
  const { brandOf, contextOf, change, inputs, plan, perform, recover } = createStepWork({
    ...deps,
    closing: closing.signal,
    whenSynced,
  })
  const queue = new PQueue({ concurrency: SIDE_BY_SIDE })
  /** Runs under way; true: an event came meanwhile. */
  const going = new Map<number, boolean>()
  /** Runs that wait for an intent. */
  const followed = new Map<string, number>()

  /** Null: the intent has not ended. */
  const follow = async (run: Run, { index, intentId, state }: RunStep): Promise<Run | null> => {
    const no = numberOf(run.id)
    if (intentId === null) return null
    followed.set(intentId, no)
    const intent: Intent = await ask('intents.get', { id: intentId })
    const end = intentEnd(intent)
    if (end === null || end.state === state) return null
    if (end.state !== 'unknown') followed.delete(intentId)
    return change(no, { type: 'end', index, ...end })
  }

  const stepOnce = async (run: Run): Promise<Run | null> => {
    const next = nextOf(run)
    if (next === null) return null
    const work = { plan, perform, recover, follow }[next.type]
    try {
      return await work(run, next.step)
    } catch (error) {
      if (closing.signal.aborted) return null
      // What cannot be found out yet stays as it is: the next start asks again.
      if (next.type === 'recover' || next.type === 'follow') {
        log.warn({ err: error }, 'a step of a playbook could not be looked up')
        return null
      }
      if (next.type === 'perform')
        await change(numberOf(run.id), { type: 'undone', index: next.step.index, result: null })
      return change(numberOf(run.id), {
        type: 'end',
        index: next.step.index,
        state: 'failed',
        result: asDeskError(error).message,
      })
    }
  }

  const goOn = async (no: number): Promise<void> => {
    try {
      do {
        going.set(no, false)
        let run: Run | null = await store.read('playbookRuns.get', { no })
        while (run !== null && !closing.signal.aborted) run = await stepOnce(run)
      } while (going.get(no) === true && !closing.signal.aborted)
    } catch (error) {
      // Its brand was removed, or the disk refused: it goes on from what is stored.
      if (!closing.signal.aborted) log.warn({ err: error }, 'a playbook run stopped')
    }
    going.delete(no)
  }

  const wake = (no: number): void => {
    if (closing.signal.aborted) return
    const isGoing = going.has(no)
    going.set(no, isGoing)
    if (!isGoing) void queue.add(() => goOn(no))
  }

  const stopListening = subscribe((event) => {
    if (event.name !== 'intents.changed') return
    const no = followed.get(event.payload.intentId)
    if (no !== undefined) wake(no)
  })

  return {
    wake,
    change,
    /** The gate as it would be now; null: nothing is left to ask. */
    gateNow: async (run: Run, step: RunStep): Promise<GateText | null> => {
      const planned = await planStep(step.step, contextOf(run))
      return planned.needless !== undefined || (planned.missing ?? []).length > 0
        ? null
        : gateText(planned, step, brandOf(run))
    },
    keepInput: (no: number, index: number, input: BrandInput): void => void inputs.set(keyOf(no, index), input),
    dropInput: (no: number, index: number): void => void inputs.delete(keyOf(no, index)),
    /** Goes on with all runs that need no person. */
    start: async (): Promise<void> => {
      try {
        for (const no of await store.read('playbookRuns.toGoOn', {})) wake(no)
      } catch (error) {
        log.error({ err: error }, 'Playbook runs did not continue')
      }
    },
    close: async (): Promise<void> => {
      closing.abort()
      stopListening()
      queue.clear()
      await queue.onIdle()
    },
  }
}
