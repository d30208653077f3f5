// The state machine of a run as one pure function, applied by the store's writer before anything is done. A step with a gate
// begins only with an approval that is stored, and each approval is used once.

import type { Approval, Gate, Run, RunStep } from '../../../src-shared/desk/playbooks.ts'
import { type Asking, gateOf, type RunState, type StepState } from '../../../src-shared/desk/values/playbook-names.ts'
import { toInstant } from '../../base/clock.ts'

export type Model = Pick<Run, 'steps' | 'isCancelled'>
type EndState = 'done' | 'failed' | 'unknown'

/** `no` of a gate is the machine's. */
export type RunEvent =
  | { readonly type: 'gate'; readonly index: number; readonly gate: Omit<Gate, 'no' | 'at'> }
  | {
      readonly type: 'approve'
      readonly index: number
      readonly gateNo: number
      readonly approval: Omit<Approval, 'at'>
    }
  | { readonly type: 'begin'; readonly index: number }
  | { readonly type: 'link'; readonly index: number; readonly intentId: string }
  | { readonly type: 'end'; readonly index: number; readonly state: EndState; readonly result: string }
  /** It was not done after all: it is done again, or asks again where it has a gate. */
  | { readonly type: 'undone'; readonly index: number; readonly result: string | null }
  | { readonly type: 'skip'; readonly index: number; readonly reason: string }
  | { readonly type: 'retry'; readonly index: number }
  | { readonly type: 'decide'; readonly index: number; readonly as: 'done' | 'failed' }
  | { readonly type: 'cancel' }

const isOver = ({ state, step }: RunStep): boolean =>
  state === 'done' || state === 'skipped' || state === 'cancelled' || (state === 'failed' && step.goesOn)

/** The step that a run is at; undefined: all are over. */
export const currentStep = ({ steps }: Pick<Model, 'steps'>): RunStep | undefined => steps.find((one) => !isOver(one))

const OF_STEP: Readonly<Record<StepState, RunState>> = {
  pending: 'running',
  running: 'running',
  waiting: 'waiting',
  unknown: 'waiting',
  failed: 'failed',
  done: 'running',
  skipped: 'running',
  cancelled: 'running',
}

export const runState = (model: Model): RunState => {
  if (model.isCancelled) return 'cancelled'
  const current = currentStep(model)
  if (current === undefined) return 'done'
  return current.state === 'waiting' && current.approval !== null ? 'running' : OF_STEP[current.state]
}

/** What is to be done next, without a person. */
export type Next =
  | { readonly type: 'plan' | 'perform' | 'follow' | 'recover'; readonly step: RunStep }
  /** It waits for a person, or is over. */
  | null

export const nextOf = (model: Model): Next => {
  const running = model.steps.find(({ state }) => state === 'running')
  if (running !== undefined) return { type: running.intentId === null ? 'recover' : 'follow', step: running }
  const step = model.isCancelled ? undefined : currentStep(model)
  if (step?.state === 'pending') return { type: 'plan', step }
  if (step?.state === 'waiting' && step.approval !== null) return { type: 'perform', step }
  if (step?.state === 'unknown' && step.intentId !== null) return { type: 'follow', step }
  return null
}

export const newStep = (step: RunStep['step'], index: number): RunStep => ({
  index,
  step,
  state: 'pending',
  gate: null,
  approval: null,
  attempt: 1,
  beganAt: null,
  endedAt: null,
  result: null,
  intentId: null,
})

const mayBegin = (one: RunStep): boolean => {
  const gate = gateOf(one.step as Asking)
  if (gate === 'person') return false
  return gate === null ? one.state === 'pending' : one.state === 'waiting' && one.approval !== null
}

/** The step after the event; null: the event is not allowed. */
const applied = (one: RunStep, event: Exclude<RunEvent, { type: 'cancel' }>, at: string): RunStep | null => {
  const { state } = one
  switch (event.type) {
    case 'gate': {
      if (state !== 'pending' && state !== 'waiting') return null
      const gate: Gate = { ...event.gate, no: (one.gate?.no ?? 0) + 1, at }
      return { ...one, state: 'waiting', gate, approval: null }
    }
    case 'approve': {
      if (state !== 'waiting' || one.approval !== null || one.gate?.no !== event.gateNo) return null
      const approval = { ...event.approval, at }
      if (one.gate.kind !== 'person') return { ...one, approval }
      return {
        ...one,
        approval,
        state: 'done',
        beganAt: one.beganAt ?? at,
        endedAt: at,
        result: approval.note ?? 'Done.',
      }
    }
    case 'begin':
      return mayBegin(one)
        ? { ...one, state: 'running', beganAt: at, endedAt: null, result: null, intentId: null }
        : null
    case 'link':
      return state === 'running' ? { ...one, intentId: event.intentId } : null
    case 'end': {
      // Before it begins a step may turn out to be needless or impossible; an unknown one may be settled later.
      const isEarly = (state === 'pending' || state === 'waiting') && event.state !== 'unknown'
      const isSettled = state === 'unknown' && one.intentId !== null
      if (state !== 'running' && !isEarly && !isSettled) return null
      return { ...one, state: event.state, endedAt: at, result: event.result }
    }
    case 'undone':
      return state === 'running' || (state === 'waiting' && one.approval !== null)
        ? { ...one, state: 'pending', approval: null, beganAt: null, result: event.result }
        : null
    case 'skip':
      return state === 'running' || isOver(one) || (state === 'waiting' && one.approval !== null)
        ? null
        : { ...one, state: 'skipped', endedAt: at, result: event.reason }
    case 'retry': {
      if (state !== 'failed' && state !== 'unknown') return null
      const again = { ...newStep(one.step, one.index), attempt: one.attempt + 1, gate: one.gate }
      return { ...again, result: one.result }
    }
    case 'decide':
      return state === 'unknown' ? { ...one, state: event.as, endedAt: at } : null
  }
}

const cancelled = (model: Model, at: string): Model | null => {
  const state = runState(model)
  if (state === 'done' || state === 'cancelled') return null
  const steps = model.steps.map(
    (one): RunStep =>
      one.state === 'pending' || one.state === 'waiting' ? { ...one, state: 'cancelled', endedAt: at } : one,
  )
  return { isCancelled: true, steps }
}

/** The run after the event; null: the event is not allowed. */
export const apply = (model: Model, event: RunEvent, atMs: number): Model | null => {
  const at = toInstant(atMs)
  if (event.type === 'cancel') return cancelled(model, at)
  const one = model.steps[event.index]
  if (one === undefined) return null
  const isEnding =
    (one.state === 'running' || one.state === 'unknown') &&
    (event.type === 'link' || event.type === 'end' || event.type === 'decide')
  if (model.isCancelled && !isEnding) return null
  // Steps go one after the other; one that was passed over may be tried again.
  const isCurrent = currentStep(model)?.index === event.index
  const isPassedOver = one.state === 'failed' && event.type === 'retry'
  if (!isCurrent && !isPassedOver && !isEnding) return null
  const next = applied(one, event, at)
  return next === null ? null : { ...model, steps: model.steps.with(event.index, next) }
}
