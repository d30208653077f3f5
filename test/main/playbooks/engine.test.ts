// Runs between an approval and its end, over the real table of runs: what was found out, what changed meanwhile, and what
// nobody can know yet. The calls of the desk answer as each test says.
import { expect, onTestFinished, test } from 'vitest'
import { silentLog } from '../../../src-main/base/log.ts'
import { createEngine, type EngineDeps } from '../../../src-main/playbooks/engine.ts'
import { beginRuns, changeRun, getRun, runsToGoOn } from '../../../src-main/playbooks/queries/runs.ts'
import type { RunEvent } from '../../../src-main/playbooks/rules/machine.ts'
import type { DeskEvent } from '../../../src-shared/desk/contract.ts'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { addBrand, rankDb } from '../rankings/rank-db.ts'

const NOW_MS = Date.UTC(2026, 10, 21, 10)
const PRICE = { isNeeded: true, monthlyBudget: null, spentThisMonth: 0, underWay: 0, passesBudget: false }
const quote = (credits: number) => ({ ...PRICE, credits, explanation: `Up to ${credits}.` })
const ORIGIN = 'playbook r1 step 0 attempt 1'
const counts = { total: 1, confirmed: 1, skipped: 0 }
const UNDER_WAY = { state: 'sending', counts, reason: null }
const NONE = { 'intents.list': { rows: [] }, 'outreach.quote': quote(25), 'intents.get': UNDER_WAY }
const OWN = {
  rows: [
    { id: 'other', details: { origin: 'playbook r1 step 0 attempt 2' } },
    { id: 'own', details: { origin: ORIGIN } },
  ],
}

type Answers = Readonly<Record<string, unknown>>

/** A run of one discovery for Acme; an answer may be an error. */
const openRun = async (given: Answers = {}) => {
  const db = rankDb()
  const brandId = addBrand(db, 'Acme')
  const step = { kind: 'discover' as const, asksFirst: false, goesOn: false }
  const playbook = { id: 'own', name: 'Own', steps: [step] }
  const [no = 0] = beginRuns(db, { playbook, brandIds: [brandId], by: null, atMs: NOW_MS }).nos
  let answers: Answers = { ...NONE, ...given }
  const asked: [string, unknown][] = []
  const [notices, logged]: [string[], string[]] = [[], []]
  const listeners = new Set<(event: DeskEvent) => void>()
  const read = async (name: string) => {
    if (answers.store !== undefined) throw answers.store
    return name === 'playbookRuns.get' ? getRun(db, { no }) : runsToGoOn(db, {})
  }
  const note = (_: unknown, text: string) => void logged.push(text)
  const open = () =>
    createEngine({
      store: { read, write: async (_: string, change: Parameters<typeof changeRun>[1]) => changeRun(db, change) },
      clock: { now: () => NOW_MS },
      emit: () => undefined,
      log: { ...silentLog, warn: note, error: note },
      brands: { find: () => ({ name: 'Acme' }) },
      notify: ({ message }: { message: string }) => void notices.push(message),
      ask: async (name: string, input: unknown) => {
        asked.push([name, input])
        const answer = answers[name]
        if (answer instanceof Error) throw answer
        return answer
      },
      subscribe: (listener: (event: DeskEvent) => void) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    } as unknown as EngineDeps) // what the engine uses of them
  const engine = open()
  onTestFinished(() => engine.close())
  const stepNow = () => getRun(db, { no }).steps[0]
  const when = (wanted: object) => expect.poll(stepNow, { interval: 2 }).toMatchObject(wanted)
  const event = (one: RunEvent) => changeRun(db, { no, event: one, atMs: NOW_MS })
  const approve = (gateNo = 1) => {
    event({ type: 'approve', index: 0, gateNo, approval: { by: null, note: null, acceptsBudget: false } })
    engine.wake(no)
  }
  await engine.start()
  await when({ state: 'waiting', gate: { no: 1 } })
  return {
    ...{ no, engine, open, approve, when, event, stepNow, notices, logged },
    run: () => getRun(db, { no }),
    answer: (more: Answers) => {
      answers = { ...answers, ...more }
    },
    discovered: () => asked.flatMap(([name, input]) => (name === 'outreach.discover' ? [input] : [])),
    intentChanged: (intentId: string) => {
      for (const listener of listeners) listener({ name: 'intents.changed', payload: { intentId } } as DeskEvent) // what is read of it
    },
  }
}

test('an approved step is asked for once, at its price, and ends with its intent', async () => {
  const { approve, answer, when, intentChanged, discovered, notices, run } = await openRun()
  expect(notices).toEqual(['Own: Spend up to 25 credits for Acme. Nothing is done until you confirm.'])
  answer({ 'outreach.discover': { intentId: 'i1' } })
  approve()
  await when({ state: 'running', intentId: 'i1' })
  expect(discovered()).toEqual([{ brandId: run().brandId, accept: [], acceptCredits: 25, origin: ORIGIN }])
  answer({ 'intents.get': { state: 'confirmed', counts, reason: null } })
  intentChanged('other')
  intentChanged('i1')
  await when({ state: 'done', result: '1 of 1 confirmed by the service.' })
  expect(run().state).toBe('done')
})

test('an intent of this very attempt is followed, and nothing is asked for again', async () => {
  const { approve, answer, when, discovered } = await openRun()
  answer({ 'intents.list': OWN })
  approve()
  await when({ state: 'running', intentId: 'own' })
  expect(discovered()).toEqual([])
})

test('what costs another price by now is asked for again, and an old approval does nothing', async () => {
  const { approve, answer, when, discovered, engine, run, stepNow } = await openRun()
  answer({ 'outreach.quote': quote(30) })
  approve()
  await when({ state: 'waiting', approval: null, gate: { no: 2, credits: 30 } })
  expect(stepNow()?.result).toBe('What this step does has changed. Confirm it again.')
  approve(1)
  await when({ state: 'waiting', approval: null })
  expect(discovered()).toEqual([])
  const step = stepNow()
  if (step === undefined) throw new Error('The run has one step.')
  expect(await engine.gateNow(run(), step)).toMatchObject({ kind: 'spend', credits: 30 })
  answer({ 'outreach.quote': { ...quote(30), isNeeded: false } })
  expect(await engine.gateNow(run(), step)).toBeNull()
})

const conflict = (code: string) =>
  new DeskError('conflict', 'No.', {
    issues: [
      { path: 'x', message: 'y', code: 'other' },
      { path: 'x', message: 'y', code },
    ],
  } as never) // as calls say it
const SENT: readonly [string, Error, object, string[]][] = [
  ['a price that rose', conflict('price'), { state: 'waiting', gate: { no: 2 }, result: 'No.' }, []],
  ['a budget that is too small', conflict('budget'), { state: 'waiting', gate: { no: 2 }, result: 'No.' }, []],
  ['another conflict', conflict('held'), { state: 'failed', result: 'No.' }, []],
  ['a conflict without a reason', new DeskError('conflict', 'No.'), { state: 'failed', result: 'No.' }, []],
  [
    'a refusal that names a price',
    new DeskError('invalid', 'No.', { issues: [{ path: '', message: '', code: 'price' }] } as never),
    { state: 'failed' },
    [],
  ], // as calls say it
  ['an unknown outcome', new DeskError('unknown-outcome', 'Perhaps.'), { state: 'unknown', result: 'Perhaps.' }, []],
  ['a slip of ours', new TypeError('slip'), { state: 'failed' }, ['a step of a playbook failed']],
]
test.each(SENT)('%s ends an approved step as it should', async (_, error, wanted, log) => {
  const { approve, answer, when, logged, discovered } = await openRun()
  answer({ 'outreach.discover': error })
  approve()
  await when(wanted)
  expect(discovered()).toHaveLength(1)
  expect(logged).toEqual(log)
})

test('a step that cannot be looked up before it is done fails, and its approval is gone', async () => {
  const { approve, answer, when, discovered } = await openRun({})
  answer({ 'intents.list': new DeskError('network', 'No answer.') })
  approve()
  await when({ state: 'failed', approval: null, result: 'No answer.' })
  expect(discovered()).toEqual([])
})

test('a step that was under way when the desk ended is looked up, and asks again where nothing was sent', async () => {
  const cut = async (given: Answers) => {
    const one = await openRun()
    await one.engine.close()
    one.event({ type: 'approve', index: 0, gateNo: 1, approval: { by: null, note: null, acceptsBudget: false } })
    one.event({ type: 'begin', index: 0 })
    one.answer(given)
    const again = one.open()
    onTestFinished(() => again.close())
    await again.start()
    return one
  }
  await (await cut({ 'intents.list': OWN })).when({ state: 'running', intentId: 'own' })
  const none = await cut({})
  await none.when({ state: 'waiting', approval: null, gate: { no: 2 } })
  expect(none.stepNow()?.result).toBe('The desk ended before this was sent. Nothing was sent.')
  expect(none.discovered()).toEqual([])
  const unsure = await cut({ 'intents.list': new DeskError('network', 'No answer.') })
  await expect.poll(() => unsure.logged, { interval: 2 }).toEqual(['a step of a playbook could not be looked up'])
  expect(unsure.stepNow()).toMatchObject({ state: 'running', intentId: null })
})

test('what the end of the desk cuts off stays as it is stored, and nothing is logged', async () => {
  const { approve, answer, engine, discovered, logged, stepNow } = await openRun()
  const sent = Promise.withResolvers<never>()
  answer({ 'outreach.discover': sent.promise })
  approve()
  await expect.poll(discovered, { interval: 2 }).toHaveLength(1)
  const closed = engine.close()
  sent.reject(conflict('price'))
  await closed
  expect(stepNow()).toMatchObject({ state: 'running', approval: expect.anything() })
  expect(logged).toEqual([])
})

test('a run whose row cannot be read stops, and the log says so once', async () => {
  const { approve, answer, logged, discovered } = await openRun()
  answer({ store: new Error('disk') })
  approve()
  await expect.poll(() => logged, { interval: 2 }).toEqual(['a playbook run stopped'])
  expect(discovered()).toEqual([])
})
