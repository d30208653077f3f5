import { expect, test } from 'vitest'
import { annotationDays, annotationText, eventText } from '../../../src-renderer/format/annotation-labels.ts'

const published = { kind: 'published', day: '2025-11-22', untilDay: null, at: '2025-11-22T19:00:00Z' } as const

test('an event names the day of its chart, and the own day of the person where that is another one', () => {
  expect(annotationDays(published, 'UTC')).toBe('22 Nov 2025')
  expect(annotationDays(published, 'Europe/Berlin')).toBe('22 Nov 2025')
  expect(annotationDays(published, 'Pacific/Auckland')).toBe('22 Nov 2025 · 23 Nov 2025 in your time')
  const early = { ...published, at: '2025-11-22T03:00:00Z' }
  expect(annotationDays(early, 'America/Los_Angeles')).toBe('22 Nov 2025 · 21 Nov 2025 in your time')
})

test('a note stands on the day that its writer chose, in every zone', () => {
  const note = { ...published, kind: 'note' } as const
  expect(annotationDays(note, 'Pacific/Auckland')).toBe('22 Nov 2025')
  expect(annotationDays({ ...note, untilDay: '2025-11-24' }, 'Pacific/Auckland')).toBe('22 Nov 2025 – 24 Nov 2025')
})

test('a note is shown without its Markdown, and an event with the names of its article and site', () => {
  expect(annotationText({ kind: 'note', text: '# Relaunch\n\nof the **shop**' })).toBe('Relaunch of the shop')
  const text = 'Permissions changed: outreach_discover deny → allow'
  expect(annotationText({ kind: 'permission', text })).toBe(text)
  const published = {
    kind: 'published',
    text: 'Published tent-care, confirmed by webhook',
    subject: 'tent-care',
  } as const
  expect(annotationText(published)).toBe('Published Tent care, confirmed by webhook')
  const audit = {
    kind: 'audit',
    text: 'Audit of https://www.acme.com/: score 70',
    subject: 'https://www.acme.com/',
  } as const
  expect(annotationText(audit)).toBe('Audit of acme.com: score 70')
  expect(annotationText({ kind: 'audit', text: 'x'.repeat(200) })).toHaveLength(160)
})

test('an event does not say its kind twice, and a note keeps its words', () => {
  const published = { kind: 'published' as const, text: 'Published tent-care', subject: 'tent-care' }
  const audit = { kind: 'audit' as const, text: 'Audit of https://acme.com/: score 57', subject: 'https://acme.com/' }
  const note = { kind: 'note' as const, text: 'Note the new prices' }
  expect([published, audit, note].map(eventText)).toEqual(['Tent care', 'acme.com: score 57', 'Note the new prices'])
})
