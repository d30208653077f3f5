import { expect, test } from 'vitest'
import { statusTone } from '../../../../src-renderer/views/outbox/outbox-columns.tsx'
import {
  goneLabel,
  nearDay,
  pacingLabel,
  roughDistance,
  unsendingLabel,
  whenOf,
} from '../../../../src-renderer/views/outbox/outbox-labels.ts'
import { factsOf } from '../../../../src-renderer/views/outbox/outcomes-strip.tsx'
import type { OutboxRow } from '../../../../src-shared/desk/outreach.ts'

const NOW = Date.parse('2026-11-20T10:00:00Z')
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString()
const row = (more: Partial<OutboxRow>): OutboxRow => ({
  brandId: 'a',
  conversationId: 'c',
  prospectEmailId: 'p',
  name: null,
  email: null,
  domain: null,
  subject: null,
  status: 'queued',
  isWaiting: true,
  mailboxEmail: null,
  scheduledAt: null,
  estimatedAt: null,
  sentAt: null,
  more: {},
  ...more,
})

test('send time is the time it was sent, else the service’s plan, else the estimate', () => {
  expect(whenOf(row({ estimatedAt: at(5) }))).toEqual({ kind: 'estimated', at: at(5) })
  expect(whenOf(row({ estimatedAt: at(5), scheduledAt: at(4) }))).toEqual({ kind: 'planned', at: at(4) })
  expect(whenOf(row({ scheduledAt: at(4), sentAt: at(3), isWaiting: false }))).toEqual({ kind: 'sent', at: at(3) })
  expect(whenOf(row({ estimatedAt: at(5), isWaiting: false }))).toEqual({ kind: 'none', at: null })
})

test('nearDay and roughDistance shorten near times', () => {
  expect(nearDay(at(30), NOW, 'UTC')).toBe('today 10:30')
  expect(nearDay(at(15 * 60), NOW, 'Europe/Berlin')).toBe('tomorrow 02:00')
  expect(nearDay('2026-11-09T11:00:00Z', NOW, 'UTC')).toBe('9 Nov, 11:00')
  expect(nearDay('2027-01-04T11:00:00Z', NOW, 'UTC')).toBe('4 Jan 2027, 11:00')
  expect(roughDistance(at(80), NOW, 'UTC')).toBe('in 1 h')
  expect(roughDistance(at(5), NOW, 'UTC')).toBe('in 5 min')
})

test('roughDistance counts calendar days of the zone, so that two dates are never equally far', () => {
  expect(roughDistance('2026-11-22T12:00:00Z', NOW, 'UTC')).toBe('in 2 d')
  expect(roughDistance('2026-11-23T09:00:00Z', NOW, 'UTC')).toBe('in 3 d')
  expect(roughDistance('2026-11-18T12:00:00Z', NOW, 'UTC')).toBe('2 d ago')
  expect(roughDistance('2026-11-22T23:30:00Z', NOW, 'Europe/Berlin')).toBe('in 3 d')
  expect(roughDistance(at(-23 * 60), NOW, 'UTC')).toBe('23 h ago')
})

const around = { nowMs: NOW, zone: 'UTC' }

test('the line of queued pitches has their count and the last time, and marks an estimate', () => {
  const labelOf = (minutes: number, isEstimated: boolean) =>
    pacingLabel({ waiting: 3, lastQueued: { at: at(minutes), isEstimated } }, around)
  expect(labelOf(1460, true)).toBe('3 queued; last about tomorrow 10:20 UTC (estimated)')
  expect(labelOf(3, false)).toBe('3 queued; last today 10:03 UTC')
  expect(pacingLabel({ waiting: 3, lastQueued: null }, around)).toBe('3 queued')
  expect(pacingLabel({ waiting: 0, lastQueued: null }, around)).toBe('No queued pitches.')
})

test('a pitch that did not arrive stands out, and one that arrived looks like one that was sent', () => {
  const toneOf = (status: string) => statusTone(row({ status, isWaiting: false }))
  expect(['bounced', 'soft_bounce', 'failed', 'rejected'].map(toneOf)).toEqual(['bad', 'bad', 'bad', 'bad'])
  expect(['sent', 'delivered', 'opened'].map(toneOf)).toEqual(['plain', 'plain', 'plain'])
  expect(['replied', 'not_replied'].map(toneOf)).toEqual(['good', 'plain'])
  expect(statusTone(row({ status: 'queued' }))).toBe('busy')
})

test('a pitch that left the queue was sent only if the service says when', () => {
  expect(goneLabel({ sentAt: at(-5) })).toMatch(/^Sent; it cannot be recalled\./)
  expect(goneLabel({ sentAt: null })).toMatch(/^No longer queued; it cannot be recalled\./)
})

test('as many pitches are unsent as the desk accepted', () => {
  expect(unsendingLabel([{ count: 2 }, { count: 3 }])).toBe('Unsending 5 pitches')
  expect(unsendingLabel([{ count: 1 }])).toBe('Unsending 1 pitch')
})

test('nothing is said of an outbox that was never synced', () => {
  const outcomes = { days: 28, queued: 0, sent: 0, replied: null, bounced: 0, skipped: 0, failed: 0, unknown: 0 }
  const values = (isSynced: boolean) =>
    factsOf(outcomes, isSynced).map(({ name, value, change }) => [name, value, change === undefined ? '' : 'said'])
  expect(values(false)).toEqual([
    ...['Queued', 'Sent', 'Replied', 'Bounced'].map((name) => [name, '—', '']),
    ...['Skipped', 'Failed to queue'].map((name) => [name, '0', 'said']),
  ])
  expect(values(true).map(([, value]) => value)).toEqual(['0', '0', '—', '0', '0', '0'])
})
