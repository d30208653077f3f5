// The journal's rules as a model: a service that counts what reaches it, a disk that keeps what was stored, and a desk
// that may end at any moment. For any events in any order, no item is sent twice by itself.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { leavesUnknown } from '../../../../src-main/journal/rules/batches.ts'
import { countStates, endOf, withItems } from '../../../../src-main/journal/rules/ends.ts'
import { type IntentEvent, type Scope, scopeOf } from '../../../../src-main/journal/rules/events.ts'
import { mayRetry } from '../../../../src-main/journal/rules/item-updates.ts'
import {
  type IntentModel,
  type ItemModel,
  type ItemOutcome,
  NO_REST,
} from '../../../../src-main/journal/rules/model.ts'
import { step } from '../../../../src-main/journal/rules/step.ts'
import { cpuMs } from '../../../support/cpu-time.ts'

const held = (batches: readonly number[], holdMs = 30_000): IntentModel => ({
  state: holdMs === 0 ? 'ready' : 'held',
  isPaused: false,
  releaseAtMs: holdMs === 0 ? null : holdMs,
  holdLeftMs: null,
  sentAtMs: null,
  endedAtMs: null,
  reason: null,
  problem: null,
  rest: NO_REST,
  items: batches.map((batch, item): ItemModel => ({ item, batch, state: 'waiting', reason: null, result: {} })),
})

const ENDS = ['confirmed', 'partly_done', 'failed', 'unknown', 'cancelled']
const FINAL_ITEM: readonly string[] = ['confirmed', 'failed', 'skipped', 'cancelled']
const outcomeState = fc.constantFrom('confirmed', 'failed', 'skipped', 'unknown', null)

/** What happens next; a number picks among what there is. */
const happening = fc.oneof(
  fc.record({
    what: fc.constantFrom('release', 'elapse', 'pause', 'resume', 'cancel', 'crash', 'limited', 'wait', 'stop'),
  }),
  fc.record({
    what: fc.constant('send'),
    ends: fc.constantFrom('reply', 'crash-before', 'crash-after', 'refused', 'key-refused'),
    outcomes: fc.array(outcomeState, { minLength: 1, maxLength: 6 }),
    isTold: fc.boolean(),
  }),
  fc.record({ what: fc.constant('decide'), as: fc.constantFrom('confirmed', 'failed'), at: fc.nat(20) }),
  fc.record({ what: fc.constant('leaveOut'), at: fc.nat(20) }),
  fc.record({ what: fc.constant('cancelOne'), at: fc.nat(20) }),
  fc.record({ what: fc.constant('retry'), at: fc.nat(20) }),
  fc.record({ what: fc.constant('confirm'), at: fc.nat(20) }),
)
type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never

const isSeen = (scope: Scope, { item, batch }: ItemModel): boolean =>
  scope === 'all' || ('batch' in scope ? batch === scope.batch : scope.items.includes(item))

/** The same step with no more than the items its event is about, as the store takes it; the others put back after. */
const seenInPart = (model: IntentModel, event: IntentEvent, atMs: number): IntentModel | null => {
  const asked = scopeOf(event)
  const ofCall = model.items.filter((item) => isSeen(asked, item))
  const isWider = event.type === 'settle' && leavesUnknown(ofCall, event)
  const scope = isWider ? 'all' : asked
  const seen = model.items.filter((item) => isSeen(scope, item))
  const others = model.items.filter((item) => !isSeen(scope, item))
  const reasons = Object.fromEntries(
    others.toReversed().flatMap(({ state, reason }) => (reason === null ? [] : [[state, reason]])),
  )
  const next = step({ ...model, items: seen, rest: { counts: countStates(others, NO_REST), reasons } }, event, atMs)
  if (next === null) return null
  const changed = new Map(next.items.map((item) => [item.item, item]))
  const items = model.items.map((item) => changed.get(item.item) ?? item)
  return { ...next, items, rest: NO_REST }
}

const withoutReason = (model: IntentModel | null) =>
  model === null || model.endedAtMs === null ? model : { ...model, reason: model.reason === null }

const createWorld = (batches: readonly number[], isRepeatable: boolean) => {
  let model = held(batches)
  let nowMs = 0
  /** How often each item reached the service. */
  const reached = batches.map(() => 0)
  /** How often a person let an item go again, which makes it another intent's. */
  const history: IntentModel[] = [model]

  const apply = (event: IntentEvent): boolean => {
    nowMs += 1
    const next = step(model, event, nowMs)
    // Which of several reasons an end quotes may differ: it is not a matter of the rules.
    expect(withoutReason(seenInPart(model, event, nowMs))).toEqual(withoutReason(next))
    if (next === null) return false
    model = next
    history.push(model)
    return true
  }
  const restart = () =>
    model.state === 'in_flight' && apply({ type: 'recover', isRepeatable, reason: 'The desk ended meanwhile.' })
  const reach = (sent: readonly ItemModel[]) => {
    for (const { item } of sent) reached[item] = (reached[item] ?? 0) + 1
  }

  const send = (happens: Extract<Happening, { what: 'send' }>) => {
    const batch = model.items.find(({ state }) => state === 'waiting')?.batch
    if (batch === undefined || (model.state !== 'ready' && model.state !== 'in_flight')) return
    const sent = model.items.filter((item) => item.batch === batch && item.state === 'waiting')
    if (!apply({ type: 'begin', batch })) return
    if (happens.ends === 'crash-before') return void restart()
    if (happens.ends === 'refused') return void apply({ type: 'postpone', batch })
    if (happens.ends === 'key-refused') {
      apply({ type: 'postpone', batch })
      return void apply({ type: 'wait', reason: 'It waits for a key.' })
    }
    reach(sent)
    if (happens.isTold) apply({ type: 'confirm', item: sent[0]?.item ?? 0, result: {} })
    if (happens.ends === 'crash-after') return void restart()
    const outcomes = sent.flatMap(({ item }, place): ItemOutcome[] => {
      const state = happens.outcomes[place % happens.outcomes.length]
      return state == null ? [] : [{ item, state, reason: state === 'confirmed' ? null : 'why', result: {} }]
    })
    apply({ type: 'settle', batch, outcomes })
  }

  const happen = (happens: Happening) => {
    switch (happens.what) {
      case 'send':
        return send(happens as Extract<Happening, { what: 'send' }>)
      case 'crash':
        return void restart()
      case 'elapse': // the countdown that the hold began with
        return void apply({ type: 'elapse', releaseAtMs: 30_000 })
      case 'wait':
        return void apply({ type: 'wait', reason: 'All sends are held.' })
      case 'stop':
        return void apply({ type: 'stop', reason: 'It is not what was queued.' })
      case 'limited': // the desk closes while a batch waits for the limiter: nothing was begun
        return
      case 'decide': {
        const { at, as } = happens as { at: number; as: 'confirmed' | 'failed' }
        return void apply({
          type: 'decide',
          outcomes: [{ item: at % batches.length, state: as, reason: null, result: {} }],
        })
      }
      case 'leaveOut': {
        const item = (happens as { at: number }).at % batches.length
        const outcome = { item, state: 'skipped', reason: 'on the suppression list', result: {} } as const
        return void apply({ type: 'leaveOut', batch: batches[item] ?? 0, outcomes: [outcome] })
      }
      case 'cancelOne':
        return void apply({ type: 'cancel', items: [(happens as { at: number }).at % batches.length] })
      case 'retry':
        return void apply({ type: 'retry', items: [(happens as { at: number }).at % batches.length], intentId: 'next' })
      case 'confirm':
        return void apply({ type: 'confirm', item: (happens as { at: number }).at % batches.length, result: {} })
      default:
        return void apply({ type: happens.what as 'release' | 'pause' | 'resume' | 'cancel' })
    }
  }
  return { happen, now: () => model, reached, history }
}

/** Items in batches of up to three, in order. */
const callsOf = fc
  .array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 5 })
  .map((sizes) => sizes.flatMap((size, batch) => Array.from({ length: size }, () => batch)))

const anyRun = (isRepeatable: boolean, check: (world: ReturnType<typeof createWorld>) => void) =>
  fc.assert(
    fc.property(callsOf, fc.array(happening, { maxLength: 40 }), (batches, happenings) => {
      const world = createWorld(batches, isRepeatable)
      world.happen({ what: 'release' })
      for (const happens of happenings) world.happen(happens)
      check(world)
    }),
    { numRuns: 1500 },
  )

describe('any events in any order, with a crash at any point', () => {
  test('no item reaches the service twice by itself', () => {
    anyRun(false, ({ reached }) => expect(Math.max(...reached)).toBeLessThanOrEqual(1))
  })

  test('the counts add up, and the state matches the items', () => {
    anyRun(false, ({ history }) => {
      for (const { state, items, endedAtMs } of history) {
        expect(items.length).toBe(history[0]?.items.length)
        const end = endOf(countStates(items, NO_REST))
        if (ENDS.includes(state)) expect([state, endedAtMs !== null]).toEqual([end, true])
        else expect(endedAtMs).toBeNull()
        if (state === 'held') expect(items.every((item) => item.state === 'waiting')).toBe(true)
        if (state === 'ready') expect(items.some((item) => item.state === 'in_flight')).toBe(false)
        if (state === 'confirmed') expect(items.every((item) => item.state === 'confirmed')).toBe(true)
      }
    })
  })

  test('states of items and intents only go forward', () => {
    anyRun(false, ({ history }) => {
      history.forEach((model, at) => {
        const next = history[at + 1]
        if (next === undefined) return
        model.items.forEach(({ state }, place) => {
          // PostgreSQL refuses any other change (queued.ts of a team's schema).
          if (FINAL_ITEM.includes(state)) expect(next.items[place]?.state).toBe(state)
          if (state !== 'waiting' && state !== 'in_flight')
            expect(['waiting', 'in_flight']).not.toContain(next.items[place]?.state)
        })
        if (ENDS.includes(model.state)) expect(ENDS).toContain(next.state)
        if (ENDS.includes(model.state) && model.state !== 'unknown') expect(next.state).toBe(model.state)
        if (model.state === 'in_flight') expect(next.state).not.toBe('held')
      })
    })
  })

  test('after a crash items in flight are unknown, and those after them are not sent', () => {
    anyRun(false, (world) => {
      world.happen({ what: 'crash' })
      const { state, items } = world.now()
      expect(items.some((item) => item.state === 'in_flight')).toBe(false)
      const isFound = items.some(({ reason }) => reason === 'The desk ended meanwhile.')
      if (isFound) expect(items.some((item) => item.state === 'waiting')).toBe(false)
      if (items.some((item) => item.state === 'waiting')) expect(['held', 'ready']).toContain(state)
      else expect(ENDS).toContain(state)
    })
  })

  test('an operation that may be repeated waits again after a crash, and is never unknown', () => {
    anyRun(true, ({ history }) => {
      history.forEach((model, at) => {
        const next = history[at + 1]
        model.items.forEach((item, place) => {
          const after = next?.items[place]
          if (item.state === 'in_flight' && after?.reason === 'The desk ended meanwhile.') expect.fail('became unknown')
        })
      })
    })
  })

  test('nothing is sent before the hold has ended', () => {
    fc.assert(
      fc.property(callsOf, fc.array(happening, { maxLength: 30 }), (batches, happenings) => {
        const world = createWorld(batches, false)
        const isEnd = ({ what }: Happening) => what === 'release' || what === 'elapse'
        for (const happens of happenings) if (!isEnd(happens)) world.happen(happens)
        expect(Math.max(...world.reached)).toBe(0)
      }),
    )
  })
})

describe('the rules one by one', () => {
  const following = (model: IntentModel, ...events: IntentEvent[]): IntentModel =>
    events.reduce((at, event) => step(at, event, 1_000) ?? expect.fail(`${event.type} was refused`), model)
  const outcome = (item: number, state: ItemOutcome['state']): ItemOutcome => ({
    item,
    state,
    reason: state,
    result: {},
  })

  test('a pause keeps the remaining hold', () => {
    const paused = step(held([0]), { type: 'pause' }, 10_000)
    expect(paused).toMatchObject({ isPaused: true, releaseAtMs: null, holdLeftMs: 20_000 })
    expect(paused && step(paused, { type: 'resume' }, 500_000)).toMatchObject({ isPaused: false, releaseAtMs: 520_000 })
  })

  test('a paused or restarted hold ignores its old end; a person may end both', () => {
    const ends = (model: IntentModel, releaseAtMs: number) => step(model, { type: 'elapse', releaseAtMs }, 40_000)
    expect(ends(held([0]), 30_000)?.state).toBe('ready')
    const paused = following(held([0]), { type: 'pause' })
    expect(ends(paused, 30_000)).toBeNull()
    expect(ends(following(paused, { type: 'resume' }), 29_000)).toBeNull()
    expect(following(paused, { type: 'release' }).state).toBe('ready')
  })

  test('a batch with an unknown outcome stops the batches after it', () => {
    const end = following(
      held([0, 1, 2], 0),
      { type: 'begin', batch: 0 },
      { type: 'settle', batch: 0, outcomes: [outcome(0, 'unknown')] },
    )
    expect([end.state, ...end.items.map(({ state }) => state)]).toEqual(['unknown', 'unknown', 'failed', 'failed'])
    expect(end.items[1]?.reason).toMatch(/^Not sent/)
  })

  test('a batch that has certainly failed stops no other', () => {
    const next = following(
      held([0, 1], 0),
      { type: 'begin', batch: 0 },
      { type: 'settle', batch: 0, outcomes: [outcome(0, 'failed')] },
    )
    expect([next.state, ...next.items.map(({ state }) => state)]).toEqual(['in_flight', 'failed', 'waiting'])
  })

  test('items that must not be sent any more are left out of their batch, after the hold and before sending', () => {
    const event: IntentEvent = { type: 'leaveOut', batch: 0, outcomes: [outcome(0, 'skipped')] }
    const left = following(held([0, 0], 0), event)
    expect([left.state, ...left.items.map(({ state }) => state)]).toEqual(['ready', 'skipped', 'waiting'])
    expect(following(held([0], 0), event)).toMatchObject({ state: 'failed', reason: 'skipped' })
    expect(step(following(held([0], 0), { type: 'begin', batch: 0 }), event, 0)).toBeNull()
    expect(step(held([0]), event, 0)).toBeNull()
  })

  test('a webhook that arrives before the reply decides the outcome', () => {
    const end = following(
      held([0], 0),
      { type: 'begin', batch: 0 },
      { type: 'confirm', item: 0, result: { deliveryId: 'd1' } },
      { type: 'settle', batch: 0, outcomes: [{ item: 0, state: 'confirmed', reason: null, result: { postId: '7' } }] },
    )
    expect(end).toMatchObject({ state: 'confirmed', items: [{ result: { deliveryId: 'd1', postId: '7' } }] })
  })

  test('a webhook settles an unknown outcome', () => {
    const unknown = following(held([0], 0), { type: 'begin', batch: 0 }, { type: 'settle', batch: 0, outcomes: [] })
    expect(unknown.state).toBe('unknown')
    expect(following(unknown, { type: 'confirm', item: 0, result: {} }).state).toBe('confirmed')
  })

  test('deciding thousands of items is fast, at any index in the intent', () => {
    const unknown = Array.from({ length: 9_800 }, (_, at): ItemModel => {
      return { item: at + 200, batch: 1, state: 'unknown', reason: null, result: {} }
    })
    const model: IntentModel = { ...held([0], 0), state: 'unknown', endedAtMs: 1, items: unknown }
    const outcomes = unknown.map(({ item }) => outcome(item, 'failed'))
    const startedMs = cpuMs()
    expect(step(model, { type: 'decide', outcomes }, 2)?.state).toBe('failed')
    expect(cpuMs() - startedMs).toBeLessThan(100)
  })

  test('an item is retried once', () => {
    const failed = following(
      held([0], 0),
      { type: 'begin', batch: 0 },
      { type: 'settle', batch: 0, outcomes: [outcome(0, 'failed')] },
    )
    const again = following(failed, { type: 'retry', items: [0], intentId: 'next' })
    expect(again.items.map(mayRetry)).toEqual([false])
    expect(step(again, { type: 'retry', items: [0], intentId: 'third' }, 0)).toBeNull()
  })

  test('a retry that also names an item that is not there is refused whole', () => {
    const failed = following(
      held([0], 0),
      { type: 'begin', batch: 0 },
      { type: 'settle', batch: 0, outcomes: [outcome(0, 'failed')] },
    )
    expect(step(failed, { type: 'retry', items: [0, 7], intentId: 'next' }, 0)).toBeNull()
  })

  test('items of a held intent are cancelled alone; the others keep their hold, and the last one ends it', () => {
    const model = held([0, 0, 1], 1000)
    const rest = following(model, { type: 'cancel', items: [0, 2] })
    expect(rest).toEqual({ ...model, items: rest.items })
    expect(rest.items.map(({ state }) => state)).toEqual(['cancelled', 'waiting', 'cancelled'])
    expect(step(rest, { type: 'cancel', items: [0, 7] }, 0)).toBeNull()
    expect(following(rest, { type: 'cancel', items: [1] })).toMatchObject({ state: 'cancelled', releaseAtMs: null })
    const ready = following(rest, { type: 'release' })
    expect(step(ready, { type: 'cancel', items: [1] }, 0)).toBeNull()
    const sent = following(
      ready,
      { type: 'begin', batch: 0 },
      { type: 'settle', batch: 0, outcomes: [outcome(1, 'confirmed')] },
    )
    expect(sent.state).toBe('partly_done')
  })

  test('items in flight cannot be cancelled, those after them can', () => {
    const flying = following(held([0, 1], 0), { type: 'begin', batch: 0 })
    const rest = following(flying, { type: 'cancel' })
    expect([rest.state, ...rest.items.map(({ state }) => state)]).toEqual(['in_flight', 'in_flight', 'cancelled'])
    expect(step(rest, { type: 'cancel' }, 0)).toBeNull()
    expect(following(rest, { type: 'settle', batch: 0, outcomes: [outcome(0, 'confirmed')] }).state).toBe('partly_done')
  })
})

test('an intent is ready while all its items wait, and in flight once one of them was sent', () => {
  const model = held([0, 1], 0)
  expect(withItems(model, model.items, 5).state).toBe('ready')
  const [first, ...rest] = model.items
  if (first === undefined) throw new Error('The intent has no item.')
  expect(withItems(model, [{ ...first, state: 'confirmed' }, ...rest], 5).state).toBe('in_flight')
})
