// Results of pitches, traced against a model of the service that follows the rules of the interface: whatever is sent in
// whatever order, nothing is confirmed that the outbox does not hold, and nothing uncertain is passed off as certain.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ItemOutcome, ResultFields } from '../../../src-main/journal/rules/model.ts'
import type { OutboxTrace } from '../../../src-main/pitches/queries/outbox-rows.ts'
import { certainOutcomes, type QueueCounts } from '../../../src-main/pitches/rules/certain.ts'
import { missingOf } from '../../../src-main/pitches/rules/pitch.ts'
import { linkConversations, othersDoing, reconcileUnknown } from '../../../src-main/pitches/rules/reconcile.ts'
import { type SentPitch, traceOutcomes } from '../../../src-main/pitches/rules/trace.ts'
import { reconcileUnqueued, unqueueOutcomes } from '../../../src-main/pitches/rules/unqueue-trace.ts'

const NOBODY = othersDoing([])

type Row = { -readonly [Field in keyof OutboxTrace]: OutboxTrace[Field] }

const CONTACTS = ['a', 'b', 'c', 'd', 'e'] as const
const contacts = new Map(CONTACTS.map((id) => [id as string, { email: `${id}@site.test` }]))

/** Items as people and programs give them: whole, lacking something, or for nobody; also twice for one contact. */
const anyItem = fc.record({
  prospectEmailId: fc.constantFrom(undefined, '', ...CONTACTS, 'stranger'),
  subject: fc.constantFrom(undefined, ' ', 'Hello', 'An idea', 'x'.repeat(600)),
  body: fc.constantFrom(undefined, '', 'Some text'),
})
const wholeItem = fc.record({
  prospectEmailId: fc.constantFrom(...CONTACTS),
  subject: fc.constantFrom('Hello', 'An idea', 'x'.repeat(600)),
  body: fc.constant('Some text'),
})

/** An outbox before a request: sent pitches, and at most one queued per contact. */
const anyOutbox = fc
  .array(
    fc.record({
      contact: fc.constantFrom(...CONTACTS),
      isWaiting: fc.boolean(),
      subject: fc.constantFrom('Hello', 'Old'),
    }),
    {
      maxLength: 6,
    },
  )
  .map((rows) => {
    const waiting = new Set<string>()
    return rows.map(({ contact, isWaiting, subject }, at): Row => {
      const isFree = isWaiting && !waiting.has(contact)
      if (isFree) waiting.add(contact)
      return { conversationId: `old_${at}`, prospectEmailId: contact, subject, isWaiting: isFree }
    })
  })

/** The service by the rules of the interface (behaviour rules 1 and 3). */
const queueAt = (before: readonly Row[], items: readonly Omit<SentPitch, 'item' | 'knownBefore'>[]) => {
  const rows = before.map((row) => ({ ...row }))
  const queuedConversationIds: string[] = []
  let [updated, skipped] = [0, 0]
  for (const { prospectEmailId = '', subject = '', body = '' } of items) {
    if (!contacts.has(prospectEmailId) || subject.trim() === '' || body.trim() === '') {
      skipped += 1
      continue
    }
    const kept = subject.slice(0, 500)
    const waiting = rows.find((row) => row.prospectEmailId === prospectEmailId && row.isWaiting)
    if (waiting === undefined) {
      const conversationId = `new_${queuedConversationIds.length}`
      queuedConversationIds.push(conversationId)
      rows.push({ conversationId, prospectEmailId, subject: kept, isWaiting: true })
    } else {
      waiting.subject = kept
      updated += 1
    }
  }
  const reply: QueueCounts = { queued: queuedConversationIds.length, queuedConversationIds, updated, skipped }
  return { rows, reply }
}

const sentOf = (items: readonly Omit<SentPitch, 'item' | 'knownBefore'>[], before: readonly Row[]): SentPitch[] =>
  items.map((fields, item) => {
    const known = before.filter((row) => row.prospectEmailId === fields.prospectEmailId)
    return { item, ...fields, knownBefore: known.map((row) => ({ ...row })) }
  })

const count = (outcomes: readonly ItemOutcome[], as: string) => outcomes.filter(({ result }) => result.as === as).length

const expectHeld = (outcomes: readonly ItemOutcome[], sent: readonly SentPitch[], rows: readonly Row[]) => {
  for (const { item, state, result } of outcomes) {
    if (state !== 'confirmed') continue
    const row = rows.find(({ conversationId }) => conversationId === result.conversationId)
    expect(row?.prospectEmailId).toBe(sent[item]?.prospectEmailId)
  }
}

describe('an answered request', () => {
  test('every item gets one outcome, and their counts match the service’s', () => {
    fc.assert(
      fc.property(anyOutbox, fc.array(anyItem, { minLength: 1, maxLength: 12 }), (before, items) => {
        const { rows, reply } = queueAt(before, items)
        const sent = sentOf(items, before)
        const { outcomes, problem } = traceOutcomes({ reply, items: sent, rows, contacts })
        expect(problem).toBeNull()
        expect(outcomes.map(({ item }) => item)).toEqual(sent.map(({ item }) => item))
        expect([count(outcomes, 'queued'), count(outcomes, 'updated')]).toEqual([reply.queued, reply.updated])
        expect(outcomes.filter(({ state }) => state === 'skipped')).toHaveLength(reply.skipped)
        expect(outcomes.every(({ state, reason }) => state === 'confirmed' || reason !== null)).toBe(true)
        expectHeld(outcomes, sent, rows)
      }),
      { numRuns: 2000 },
    )
  })

  test('counts that differ are an error, and nothing is confirmed or skipped by guess', () => {
    const off = fc.constantFrom(-2, -1, 0, 1, 3)
    fc.assert(
      fc.property(
        anyOutbox,
        fc.array(anyItem, { minLength: 1, maxLength: 8 }),
        fc.tuple(off, off, off).filter((by) => by.some((one) => one !== 0)),
        (before, items, [queued, updated, skipped]) => {
          const { rows, reply } = queueAt(before, items)
          const counted = {
            ...reply,
            queued: reply.queued + queued,
            updated: reply.updated + updated,
            skipped: reply.skipped + skipped,
          }
          const sent = sentOf(items, before)
          const { outcomes, problem } = traceOutcomes({ reply: counted, items: sent, rows, contacts })
          expect(problem).toMatch(/\d+ (queued|conversations)/)
          expect(outcomes).toHaveLength(sent.length)
          expectHeld(outcomes, sent, rows)
          for (const [at, pitch] of sent.entries())
            if (outcomes[at]?.state === 'skipped') expect(missingOf(pitch)).not.toBeNull()
        },
      ),
    )
  })

  test('an outbox without the counted pitches confirms none of them', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(wholeItem, { selector: ({ prospectEmailId }) => prospectEmailId, minLength: 2 }),
        (items) => {
          const { rows, reply } = queueAt([], items)
          const sent = sentOf(items, [])
          const { outcomes, problem } = traceOutcomes({ reply, items: sent, rows: rows.slice(1), contacts })
          expect(problem).not.toBeNull()
          expect(outcomes[0]).toMatchObject({ state: 'unknown' })
          expectHeld(outcomes, sent, rows.slice(1))
        },
      ),
    )
  })

  test('outcomes that are certain by the reply alone match the service', () => {
    fc.assert(
      fc.property(anyOutbox, fc.array(anyItem, { minLength: 1, maxLength: 8 }), (before, items) => {
        const { rows, reply } = queueAt(before, items)
        const sent = sentOf(items, before)
        const { outcomes } = traceOutcomes({ reply, items: sent, rows, contacts })
        const certain = certainOutcomes(
          reply,
          items.map(({ prospectEmailId = '', subject, body }) => !contacts.has(prospectEmailId) || !subject || !body),
        )
        for (const [index, one] of certain.entries()) {
          if (one !== null) expect(outcomes[index]?.state).toBe(one.state)
          if (one?.state !== 'confirmed') continue
          if (one.as !== null) expect(outcomes[index]?.result.as).toBe(one.as)
          if (one.conversationId !== null) expect(outcomes[index]?.result.conversationId).toBe(one.conversationId)
        }
      }),
    )
  })

  test('a pitch sent between the request and the outbox check keeps its outcome', () => {
    const before = [{ conversationId: 'old', prospectEmailId: 'a', subject: 'Old', isWaiting: true }]
    const items = [{ prospectEmailId: 'a', subject: 'New', body: 'x' }]
    const { rows, reply } = queueAt(before, items)
    const gone = rows.map((row) => ({ ...row, isWaiting: false }))
    const { outcomes, problem } = traceOutcomes({ reply, items: sentOf(items, before), rows: gone, contacts })
    expect([problem, outcomes[0]?.result]).toEqual([null, { as: 'updated', conversationId: 'old' }])
  })

  test.each([
    [{ body: 'x', prospectEmailId: 'a' }, 'It has no subject.'],
    [{ subject: 'x', prospectEmailId: 'a' }, 'It has no body.'],
    [{ subject: 'x', body: 'x' }, 'The pitch has no contact.'],
    [{ subject: 'x', body: 'x', prospectEmailId: 'stranger' }, 'This brand has no such contact.'],
    [{ subject: 'x', body: 'x', prospectEmailId: 'mute' }, 'The service has no address for this contact.'],
  ])('a skipped pitch has its likely cause: %j', (fields, reason) => {
    const item = { prospectEmailId: undefined, subject: undefined, body: undefined, ...fields }
    const reply = { queued: 0, queuedConversationIds: [], updated: 0, skipped: 1 }
    const known = new Map<string, { email: string | null }>([...contacts, ['mute', { email: null }]])
    const { outcomes } = traceOutcomes({ reply, items: sentOf([item], []), rows: [], contacts: known })
    expect(outcomes).toEqual([{ item: 0, state: 'skipped', reason, result: {} }])
  })
})

describe('an unanswered request', () => {
  const MINUTE_MS = 60_000
  type Doubt = { readonly sent: SentPitch[]; readonly results: ResultFields[] }

  /** Outbox checks, one after the other, each with the findings of the ones before. */
  const look = ({ sent, results }: Doubt, rows: readonly Row[], nowMs: number) => {
    const doubtful = sent.map((pitch, at) => ({ ...pitch, result: results[at] ?? {} }))
    return reconcileUnknown(doubtful, rows, { others: NOBODY, nowMs })
  }

  test('pitches that the service queued are found, others are never confirmed', () => {
    fc.assert(
      fc.property(
        anyOutbox,
        fc.array(wholeItem, { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        (before, items, isDone) => {
          const { rows } = queueAt(before, items)
          const sent = sentOf(items, before)
          const outcomes = look({ sent, results: [] }, isDone ? rows : before, 0)
          expect(outcomes.map(({ item }) => item)).toEqual(sent.map(({ item }) => item))
          expectHeld(outcomes, sent, rows)
          if (isDone) expect(outcomes.filter(({ state }) => state === 'failed')).toEqual([])
          else expect(outcomes.filter(({ state }) => state === 'confirmed')).toEqual([])
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('one outbox check never proves that a cut request did nothing; two a minute apart, or a failure reply, do', () => {
    fc.assert(
      fc.property(
        fc.array(wholeItem, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 0, max: 3 * MINUTE_MS }),
        (items, laterMs) => {
          const sent = sentOf(items, [])
          const first = look({ sent, results: [] }, [], 1000)
          expect(first.map(({ state }) => state)).toEqual(items.map(() => 'unknown'))
          const second = look({ sent, results: first.map(({ result }) => result) }, [], 1000 + laterMs)
          const state = laterMs >= MINUTE_MS ? 'failed' : 'unknown'
          expect(second.map((one) => one.state)).toEqual(items.map(() => state))
          const answered = look({ sent, results: items.map(() => ({ lostStatus: 503 })) }, [], 1000)
          expect(answered.map((one) => [one.state, one.reason?.includes('you can send it again')])).toEqual(
            items.map(() => ['failed', true]),
          )
        },
      ),
    )
  })

  test('nothing is queued again by itself, regardless of how often it is checked', () => {
    fc.assert(
      fc.property(
        anyOutbox,
        fc.array(anyItem, { minLength: 1, maxLength: 6 }),
        fc.array(fc.nat(200_000), { maxLength: 4 }),
        (before, items, spans) => {
          const sent = sentOf(items, before)
          let results: ResultFields[] = []
          let nowMs = 0
          for (const span of spans) {
            nowMs += span
            const outcomes = look({ sent, results }, before, nowMs)
            expect(outcomes.every(({ state }) => ['confirmed', 'failed', 'skipped', 'unknown'].includes(state))).toBe(
              true,
            )
            results = outcomes.map(({ result }, at) => ({ ...results[at], ...result }))
          }
        },
      ),
    )
  })

  test('an earlier pitch with the same subject, or an outbox never read, leaves it to a person', () => {
    const row = { conversationId: 'old', prospectEmailId: 'a', subject: 'Hello', isWaiting: true }
    const items = [{ prospectEmailId: 'a', subject: 'Hello', body: 'x' }]
    const same = look({ sent: sentOf(items, [row]), results: [] }, [row], 0)
    const unread = sentOf(items, []).map((pitch) => ({ ...pitch, knownBefore: null }))
    expect([same, look({ sent: unread, results: [] }, [row], 0)].map(([one]) => one?.state)).toEqual([
      'unknown',
      'unknown',
    ])
    const later = look({ sent: sentOf(items, [row]), results: same.map(({ result }) => result) }, [row], 10 * MINUTE_MS)
    expect(later[0]).toMatchObject({ state: 'unknown', result: { looks: 2 } })
  })

  test('a pitch of last month with the same subject does not confirm this one', () => {
    const row = { conversationId: 'old', prospectEmailId: 'a', subject: 'Hello', isWaiting: false }
    const sent = sentOf([{ prospectEmailId: 'a', subject: 'Hello', body: 'x' }], [row])
    expect(look({ sent, results: [{ lostStatus: 500 }] }, [row], 0)[0]).toMatchObject({ state: 'failed' })
  })
})

describe('an answered request with another text in the outbox', () => {
  const sent = (item: number, prospectEmailId: string, more: Partial<SentPitch> = {}): SentPitch => {
    return { item, prospectEmailId, subject: 'New', body: 'x', knownBefore: [], ...more }
  }
  const row = (conversationId: string, prospectEmailId: string, subject: string | null, isWaiting = true): Row => {
    return { conversationId, prospectEmailId, subject, isWaiting }
  }

  test('an older queued pitch is not counted as the update of a skipped one', () => {
    const old = row('old', 'b', 'Last month')
    const { outcomes, problem } = traceOutcomes({
      reply: { queued: 1, queuedConversationIds: ['n'], updated: 0, skipped: 1 },
      items: [sent(0, 'a'), sent(1, 'b', { knownBefore: [old] })],
      rows: [row('n', 'a', 'New'), old],
      contacts: new Map(),
    })
    expect([problem, outcomes.map(({ state }) => state)]).toEqual([null, ['confirmed', 'skipped']])
  })

  test('a sent pitch with our text that was unknown is not reported as skipped', () => {
    const { outcomes, problem } = traceOutcomes({
      reply: { queued: 0, queuedConversationIds: [], updated: 1, skipped: 1 },
      items: [sent(0, 'a'), sent(1, 'b')],
      rows: [row('1', 'a', 'New', false), row('2', 'b', 'Last month')],
      contacts: new Map(),
    })
    expect(problem).not.toBeNull()
    expect(outcomes.map(({ state }) => state)).toEqual(['unknown', 'unknown'])
  })

  test('an update that no subject proves is certain only if the counts agree', () => {
    const known = row('old', 'a', null)
    const trace = (skipped: number) =>
      traceOutcomes({
        reply: { queued: 0, queuedConversationIds: [], updated: 1, skipped },
        items: [sent(0, 'a', { knownBefore: [known] })],
        rows: [known],
        contacts: new Map(),
      }).outcomes
    expect(trace(0)).toMatchObject([{ state: 'confirmed', result: { as: 'updated', conversationId: 'old' } }])
    expect(trace(1)).toMatchObject([{ state: 'unknown', result: {} }])
  })
})

describe('an undecided outbox', () => {
  const NOW = Date.UTC(2026, 0, 1, 12)
  const pitch = (subject: string, more: Partial<SentPitch> = {}): SentPitch => {
    return { item: 0, prospectEmailId: 'a', subject, body: 'x', knownBefore: [], ...more }
  }
  const rowOf = (subject: string | null, isWaiting: boolean, conversationId = 'c1'): Row => {
    return { conversationId, prospectEmailId: 'a', subject, isWaiting }
  }
  const looked = (sent: SentPitch, rows: readonly Row[], result: ResultFields = {}, nowMs = NOW, others = NOBODY) =>
    reconcileUnknown([{ ...sent, result }], rows, { others, nowMs })[0]
  const absentSince = new Date(NOW - 61_000).toISOString()

  test('a new conversation with another subject is never "surely absent", sent or not', () => {
    for (const isWaiting of [true, false])
      for (const result of [{ looks: 1, lookedAt: absentSince, absentSince }, { lostStatus: 503 }])
        expect(looked(pitch('An idea'), [rowOf('Another idea', isWaiting)], result)?.state).toBe('unknown')
  })

  test.each([
    ['white space', 'An  idea\t for you ', 'An idea for you'],
    ['characters', '😀'.repeat(600), '😀'.repeat(500)],
    ['units of strings', '😀'.repeat(400), '😀'.repeat(250)],
    ['half a character', `x${'😀'.repeat(400)}`, `x${'😀'.repeat(400)}`.slice(0, 500)],
    ['half a character, mended', `x${'😀'.repeat(400)}`, `x${'😀'.repeat(249)}\ufffd`],
    ['white space that was taken away before the cut', ` ${'y'.repeat(501)}`, 'y'.repeat(500)],
  ])('a subject is recognised in the service’s form: %s', (_, subject, kept) => {
    expect(looked(pitch(subject), [rowOf(kept, true)])?.state).toBe('confirmed')
    expect(looked(pitch(`Z${subject}`), [rowOf(kept, true)])?.state).toBe('unknown')
  })

  test('an undecided outbox check does not count as finding nothing', () => {
    const first = looked(pitch('An idea'), [rowOf('Other', true)])
    const second = looked(pitch('An idea'), [], first?.result, NOW + 61_000)
    expect(second).toMatchObject({ state: 'unknown', result: { looks: 1 } })
    expect(looked(pitch('An idea'), [], second?.result, NOW + 122_000)?.state).toBe('failed')
  })

  test.each([
    ['another made it', { conversationId: 'c1', isSince: false, isShortlyBefore: false }, 'unknown'],
    ['another since, not found yet', { conversationId: null, isSince: true, isShortlyBefore: true }, 'unknown'],
    ['another an hour ago, not found yet', { conversationId: null, isSince: false, isShortlyBefore: true }, 'unknown'],
    ['another made another', { conversationId: 'c0', isSince: true, isShortlyBefore: true }, 'confirmed'],
    ['another last month, never found', { conversationId: null, isSince: false, isShortlyBefore: false }, 'confirmed'],
  ])('a new conversation with our subject, but %s', (_, other, state) => {
    const others = othersDoing([{ contactId: 'a', ...other }])
    expect(looked(pitch('An idea'), [rowOf('An idea', true)], {}, NOW, others)?.state).toBe(state)
  })

  test('a conversation that others may have changed since proves no update', () => {
    const other = { contactId: 'a', conversationId: 'c1', isShortlyBefore: true }
    const states = [true, false].map((isSince) => {
      const sent = pitch('An idea', { knownBefore: [rowOf('Old', true)] })
      return looked(sent, [rowOf('An idea', true)], {}, NOW, othersDoing([{ ...other, isSince }]))?.state
    })
    expect(states).toEqual(['unknown', 'confirmed'])
  })

  test('a time in the future proves nothing', () => {
    const later = new Date(NOW + 3_600_000).toISOString()
    const result = { looks: 1, lookedAt: later, absentSince: later }
    const first = looked(pitch('An idea'), [], result)
    expect(first?.state).toBe('unknown')
    expect(looked(pitch('An idea'), [], first?.result, NOW + 60_000)?.state).toBe('failed')
  })

  test('the link is to the new conversation, in any order of the outbox', () => {
    const rows = [rowOf('An idea', true, 'new'), rowOf('An idea', false, 'last month')]
    const knownBefore = [rowOf('An idea', false, 'last month')]
    for (const listed of [rows, rows.toReversed()])
      expect(linkConversations([pitch('An idea', { knownBefore })], listed)).toEqual([
        { item: 0, result: { conversationId: 'new' } },
      ])
  })

  test('the link is to the waiting conversation where all were known before, else to the last one', () => {
    const waiting = [rowOf('An idea', true, 'waiting'), rowOf('An idea', false, 'sent')]
    const linked = (rows: typeof waiting) => linkConversations([pitch('An idea', { knownBefore: rows })], rows)
    expect(linked(waiting)).toEqual([{ item: 0, result: { conversationId: 'waiting' } }])
    const sent = [rowOf('An idea', false, 'first'), rowOf('An idea', false, 'last')]
    expect(linked(sent)).toEqual([{ item: 0, result: { conversationId: 'last' } }])
  })
})

test('a confirmed pitch is linked to the newest conversation of its contact with its subject', () => {
  const rows = [
    { conversationId: '1', prospectEmailId: 'a', subject: 'Hello', isWaiting: false },
    { conversationId: '2', prospectEmailId: 'a', subject: 'Hello', isWaiting: true },
    { conversationId: '3', prospectEmailId: 'a', subject: 'Other', isWaiting: false },
  ]
  const sent = sentOf(
    [
      { prospectEmailId: 'a', subject: 'Hello', body: 'x' },
      { prospectEmailId: 'b', subject: 'Hello', body: 'x' },
    ],
    [],
  )
  expect(linkConversations(sent, rows)).toEqual([{ item: 0, result: { conversationId: '2' } }])
})

test('unsend reports missing pitches as unsent, and sent or queued ones as such', () => {
  const items = ['gone', 'out', 'there', 'strange'].map((conversationId, item) => ({
    item,
    conversationId,
    wasKnown: conversationId !== 'strange',
    isDisputed: false,
  }))
  const listed = new Map([
    ['out', false],
    ['there', true],
  ])
  const states = ['confirmed', 'skipped', 'failed', 'skipped']
  expect(reconcileUnqueued(items, listed).map(({ state }) => state)).toEqual(states)
  const mixed = unqueueOutcomes({ removed: 1, skipped: 3 }, items, listed)
  expect([mixed.problem, mixed.outcomes.map(({ state }) => state)]).toEqual([null, states])
  expect(unqueueOutcomes({ removed: 1, skipped: 1 }, items, listed).problem).toContain('do not add up')
})

test('unsend leaves unlisted pitches open when the service’s count differs from its outbox', () => {
  const items = ['c1', 'c2'].map((conversationId, item) => ({
    item,
    conversationId,
    wasKnown: true,
    isDisputed: false,
  }))
  const listed = new Map([['c2', false]])
  const { outcomes, problem } = unqueueOutcomes({ removed: 0, skipped: 2 }, items, listed)
  expect(problem).toContain('0 removed and 2 skipped of 2')
  expect(outcomes.map(({ state }) => state)).toEqual(['unknown', 'skipped'])
  // The outbox, read again, says no more.
  const again = items.map((one, at) => ({ ...one, isDisputed: outcomes[at]?.result.isDisputed === true }))
  expect(reconcileUnqueued(again, listed).map(({ state }) => state)).toEqual(['unknown', 'skipped'])
})
