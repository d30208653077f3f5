import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createPacer, type PacedMailbox, spacingOf, type Taken } from '../../src-sandbox/state/outreach-pacing.ts'

const DAY_MS = 86_400_000
const NOW_MS = Date.parse('2026-03-10T12:00:00Z')

const mailboxes = fc
  .array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 3 })
  .map((limits) => limits.map((dailyLimit, index): PacedMailbox => ({ id: `mailbox_${index}`, dailyLimit })))
/** A batch is paced, sent at once, or takes every second of what was there back; then the clock moves on. */
const act = fc.record({
  kind: fc.constantFrom('batch', 'batch', 'at once', 'unsend'),
  count: fc.integer({ min: 1, max: 90 }),
  only: fc.option(fc.nat({ max: 2 })),
  laterMs: fc.nat({ max: 2 * DAY_MS }),
})

const perMailboxAndDay = (taken: readonly Taken[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const { mailboxId, atMs } of taken) {
    const key = `${mailboxId} ${Math.floor(atMs / DAY_MS)}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

it('never exceeds a mailbox’s daily limit, plans in the past, or puts two of a batch too close', () => {
  fc.assert(
    fc.property(mailboxes, fc.array(act, { maxLength: 8 }), (all, acts) => {
      let nowMs = NOW_MS
      let taken: Taken[] = []
      for (const { kind, count, only, laterMs } of acts) {
        const chosen = only === null ? all : all.slice(only % all.length, (only % all.length) + 1)
        const pacer = createPacer(chosen, taken, nowMs)
        if (kind === 'unsend') taken = taken.filter(({ atMs }, index) => atMs <= nowMs || index % 2 === 0)
        if (kind === 'at once') taken = [...taken, ...[pacer.now()].filter((place) => place !== undefined)]
        if (kind === 'batch') {
          const places = Array.from({ length: count }, () => pacer.next())
          for (const [index, { atMs }] of places.entries()) {
            expect(atMs).toBeGreaterThan(nowMs)
            const before = places[index - 1]
            if (before !== undefined) expect(atMs - before.atMs).toBeGreaterThanOrEqual(spacingOf(chosen))
          }
          taken = [...taken, ...places]
        }
        nowMs += laterMs
      }
      const limits = new Map(all.map(({ id, dailyLimit }) => [id, dailyLimit]))
      for (const [key, count] of perMailboxAndDay(taken)) {
        expect(count).toBeLessThanOrEqual(limits.get(key.split(' ')[0] ?? '') ?? 0)
      }
    }),
  )
})

it('reuses the times of unsent pitches', () => {
  const all = [{ id: 'one', dailyLimit: 24 }]
  const first = createPacer(all, [], NOW_MS)
  const places = [first.next(), first.next(), first.next()]
  const again = createPacer(
    all,
    [places[0], places[2]].filter((place) => place !== undefined),
    NOW_MS,
  )
  expect(again.next()).toEqual(places[1])
  expect(again.next().atMs).toBe((places[2]?.atMs ?? 0) + spacingOf(all))
})
