import fc from 'fast-check'
import { expect, test } from 'vitest'
import { intentEnd } from '../../../src-main/playbooks/rules/intent-end.ts'
import {
  apply,
  currentStep,
  type Model,
  newStep,
  nextOf,
  type RunEvent,
  runState,
} from '../../../src-main/playbooks/rules/machine.ts'
import type { RunStep, Step } from '../../../src-shared/desk/playbooks.ts'
import { gateOf } from '../../../src-shared/desk/values/playbook-names.ts'

const common = { asksFirst: false, goesOn: false }
const STEPS: readonly Step[] = [
  { ...common, kind: 'checkKey' },
  { ...common, kind: 'audit' },
  { ...common, kind: 'discover' },
  { ...common, kind: 'sync', datasets: ['rankings'], asksFirst: true },
  { ...common, kind: 'person', text: 'Ask the client' },
  { ...common, kind: 'quote', goesOn: true },
]
const gate = { kind: 'spend' as const, action: 'Do', lines: [], credits: 1, count: 1, passesBudget: false }
const approval = { by: null, note: null, acceptsBudget: false }

const model = (...steps: readonly Step[]): Model => ({ isCancelled: false, steps: steps.map(newStep) })
/** Applies what is allowed; what is not changes nothing. */
const after = (start: Model, events: readonly RunEvent[]): Model =>
  events.reduce((run, event) => apply(run, event, 1) ?? run, start)

const TYPES = [
  'gate',
  'gate',
  'approve',
  'approve',
  'begin',
  'begin',
  'link',
  'end',
  'end',
  'undone',
  'retry',
  'decide',
  'stop',
] as const
/** An event as it is tried on a run: mostly on the step that it is at, and of the gate that it shows. */
const anyEvent = fc
  .record({
    type: fc.constantFrom(...TYPES),
    /** Another step than the current one; rarely. */
    other: fc.oneof({ arbitrary: fc.constant(null), weight: 9 }, fc.nat({ max: 3 })),
    isOldGate: fc.oneof({ arbitrary: fc.constant(false), weight: 4 }, fc.constant(true)),
    state: fc.constantFrom('done' as const, 'failed' as const, 'unknown' as const),
    chance: fc.nat({ max: 19 }),
  })
  .map(({ type, other, isOldGate, state, chance }) => (run: Model): RunEvent => {
    const index = other ?? run.steps.find((one) => one.state === 'running')?.index ?? currentStep(run)?.index ?? 0
    const gateNo = (run.steps[index]?.gate?.no ?? 1) - (isOldGate ? 1 : 0)
    switch (type) {
      case 'gate':
        return { type, index, gate }
      case 'approve':
        return { type, index, gateNo, approval }
      case 'link':
        return { type, index, intentId: 'i' }
      case 'end':
        return { type, index, state, result: '' }
      case 'undone':
        return { type, index, result: null }
      case 'decide':
        return { type, index, as: state === 'done' ? 'done' : 'failed' }
      case 'stop':
        return chance === 0
          ? { type: 'cancel' }
          : chance < 6
            ? { type: 'skip', index, reason: 'r' }
            : { type: 'begin', index }
      default:
        return { type, index }
    }
  })
const anyRun = fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 4 })

test('a step with a gate begins only with an approval that is stored, and once for each', () => {
  let begun = 0
  fc.assert(
    fc.property(anyRun, fc.array(anyEvent, { maxLength: 60, size: 'max' }), (steps, events) => {
      let run = model(...steps)
      const [approvals, begins] = [new Map<number, number>(), new Map<number, number>()]
      const add = (to: Map<number, number>, at: number) => to.set(at, (to.get(at) ?? 0) + 1)
      for (const eventOf of events) {
        const event = eventOf(run)
        const next = apply(run, event, 1)
        if (next === null) continue
        if (event.type === 'approve') add(approvals, event.index)
        if (event.type === 'begin') {
          const before = run.steps[event.index] as RunStep // the event was allowed
          expect(run.isCancelled).toBe(false)
          expect(currentStep(run)?.index).toBe(event.index)
          if (gateOf(before.step) !== null) {
            begun += 1
            expect(before).toMatchObject({ state: 'waiting', approval: { by: null } })
            add(begins, event.index)
            expect(begins.get(event.index)).toBeLessThanOrEqual(approvals.get(event.index) ?? 0)
          }
        }
        run = next
      }
    }),
    { numRuns: 3000 },
  )
  expect(begun).toBeGreaterThan(100) // the random events come that far
})

test('at most one step is under way, and every run can be brought to its end', () => {
  fc.assert(
    fc.property(anyRun, fc.array(anyEvent, { maxLength: 40, size: 'max' }), (steps, events) => {
      let run = events.reduce((before, eventOf) => apply(before, eventOf(before), 1) ?? before, model(...steps))
      expect(run.steps.filter(({ state }) => state === 'running').length).toBeLessThanOrEqual(1)
      for (let round = 0; round < 200 && runState(run) !== 'done' && runState(run) !== 'cancelled'; round += 1) {
        const running = run.steps.find(({ state }) => state === 'running')
        const at = running?.index ?? currentStep(run)?.index ?? 0
        run = after(run, [
          { type: 'end', index: at, state: 'done', result: '' },
          { type: 'undone', index: at, result: null },
          { type: 'skip', index: at, reason: 'r' },
        ])
      }
      expect(['done', 'cancelled']).toContain(runState(run))
    }),
    { numRuns: 1000 },
  )
})

test('what was under way when the desk ended is looked up, never begun again', () => {
  const [, audit] = STEPS
  const run = after(model(audit as Step), [
    { type: 'gate', index: 0, gate },
    { type: 'approve', index: 0, gateNo: 1, approval },
    { type: 'begin', index: 0 },
  ])
  expect(nextOf(run)).toMatchObject({ type: 'recover' })
  expect(apply(run, { type: 'begin', index: 0 }, 2)).toBeNull()
  const undone = after(run, [{ type: 'undone', index: 0, result: 'Nothing was sent.' }])
  expect(undone.steps[0]).toMatchObject({ state: 'pending', approval: null })
  expect(apply(undone, { type: 'begin', index: 0 }, 2)).toBeNull()
})

test('an approval of an older gate is refused', () => {
  const [, audit] = STEPS
  const run = after(model(audit as Step), [
    { type: 'gate', index: 0, gate },
    { type: 'gate', index: 0, gate: { ...gate, credits: 2 } },
  ])
  expect(apply(run, { type: 'approve', index: 0, gateNo: 1, approval }, 2)).toBeNull()
  expect(apply(run, { type: 'approve', index: 0, gateNo: 2, approval }, 2)).not.toBeNull()
})

test('a check that may fail does not stop the run; another one does', () => {
  const checks = model({ ...common, kind: 'quote', goesOn: true }, { ...common, kind: 'checkKey' })
  const run = after(checks, [
    { type: 'begin', index: 0 },
    { type: 'end', index: 0, state: 'failed', result: 'old' },
    { type: 'begin', index: 1 },
    { type: 'end', index: 1, state: 'failed', result: 'refused' },
  ])
  expect(run.steps.map(({ state }) => state)).toEqual(['failed', 'failed'])
  expect(runState(run)).toBe('failed')
  expect(nextOf(run)).toBeNull()
})

test('a run that is cancelled begins nothing more, and keeps what was under way', () => {
  const run = after(model(...STEPS.slice(0, 2)), [{ type: 'begin', index: 0 }, { type: 'cancel' }])
  expect(run.steps.map(({ state }) => state)).toEqual(['running', 'cancelled'])
  const ended = after(run, [{ type: 'end', index: 0, state: 'done', result: 'ok' }])
  expect(ended.steps[0]).toMatchObject({ state: 'done', result: 'ok' })
  expect(runState(ended)).toBe('cancelled')
  expect(nextOf(ended)).toBeNull()
})

const END = { type: 'end', index: 0, result: 'ended' } as const
const CHECK = model({ ...common, kind: 'checkKey' })
const BEGUN = after(CHECK, [{ type: 'begin', index: 0 }])
const ASKING = after(model({ ...common, kind: 'audit' }), [{ type: 'gate', index: 0, gate }])
const APPROVED = after(ASKING, [{ type: 'approve', index: 0, gateNo: 1, approval }])
const endedAs = (state: 'done' | 'failed' | 'unknown', run = BEGUN) => after(run, [{ ...END, state }])
const LINKED = after(BEGUN, [{ type: 'link', index: 0, intentId: 'i' }])
const stateAfter = (run: Model, event: RunEvent) => apply(run, event, 2)?.steps[0]?.state ?? null

test('a step that failed or is unknown is tried again: its attempts are counted, its gate and result stay', () => {
  const failed = endedAs('failed', after(APPROVED, [{ type: 'begin', index: 0 }]))
  const retry = { type: 'retry', index: 0 } as const
  expect(apply(failed, retry, 2)?.steps[0]).toMatchObject({
    ...{ state: 'pending', attempt: 2, approval: null, result: 'ended', endedAt: null },
    gate: { no: 1 },
  })
  expect(stateAfter(endedAs('unknown'), retry)).toBe('pending')
  for (const run of [CHECK, BEGUN, ASKING, endedAs('done')]) expect(stateAfter(run, retry)).toBeNull()
})

test('a step ends where it is under way, early where it is needless, and unknown only once it was begun', () => {
  for (const run of [BEGUN, CHECK, ASKING]) expect(stateAfter(run, { ...END, state: 'done' })).toBe('done')
  expect(stateAfter(BEGUN, { ...END, state: 'unknown' })).toBe('unknown')
  for (const run of [CHECK, ASKING]) expect(stateAfter(run, { ...END, state: 'unknown' })).toBeNull()
  // It is settled later only where there is something to look at.
  expect(stateAfter(endedAs('unknown'), { ...END, state: 'done' })).toBeNull()
  expect(stateAfter(endedAs('unknown', LINKED), { ...END, state: 'done' })).toBe('done')
  expect(stateAfter(endedAs('failed'), { ...END, state: 'done' })).toBeNull()
})

test('a step is skipped while it waits for nobody who has answered, and undone once it was begun or approved', () => {
  const skip = { type: 'skip', index: 0, reason: 'r' } as const
  for (const run of [CHECK, ASKING, endedAs('failed')]) expect(stateAfter(run, skip)).toBe('skipped')
  for (const run of [BEGUN, APPROVED, endedAs('done')]) expect(stateAfter(run, skip)).toBeNull()
  const undone = { type: 'undone', index: 0, result: null } as const
  for (const run of [BEGUN, APPROVED]) expect(stateAfter(run, undone)).toBe('pending')
  for (const run of [CHECK, ASKING, endedAs('failed')]) expect(stateAfter(run, undone)).toBeNull()
})

test.each([
  ['confirmed', { confirmed: 3, skipped: 0 }, null, 'done', '3 of 3 confirmed by the service.'],
  [
    'partly_done',
    { confirmed: 2, skipped: 1 },
    'One is new.',
    'done',
    '2 of 3 confirmed by the service, 1 skipped. One is new.',
  ],
  [
    'unknown',
    { confirmed: 2, skipped: 0 },
    'The counts disagree.',
    'unknown',
    'The counts disagree. Activity shows what is known.',
  ],
  ['failed', { confirmed: 0, skipped: 0 }, 'No credits.', 'failed', 'No credits.'],
  ['failed', { confirmed: 0, skipped: 3 }, null, 'failed', 'The service skipped all 3.'],
  ['failed', { confirmed: 0, skipped: 0 }, null, 'failed', 'The service refused it.'],
] as const)(
  'an intent that is %s with %o and the reason %s ends its step as %s: %s',
  (state, counts, reason, as, result) => {
    const none = { waiting: 0, sending: 0, failed: 0, unknown: 0 }
    expect(intentEnd({ state, reason, counts: { ...none, total: 3, ...counts } })).toEqual({ state: as, result })
  },
)
