import { expect, test } from 'vitest'
import { contactHistoryLabel } from '../../../../src-renderer/views/prospects/contact-history.tsx'

const nowMs = Date.UTC(2026, 5, 15)
const pitched = {
  brandId: 'a',
  contactId: 'c',
  byBrandId: 'b',
  match: 'domain' as const,
  at: '2026-06-03T00:00:00Z',
  isWaiting: false,
  subject: null,
}

test('contact history label begins with the age, because a narrow cell cuts the end', () => {
  expect(contactHistoryLabel(pitched, nowMs)).toBe('12 d ago, someone at this site')
  expect(contactHistoryLabel({ ...pitched, match: 'person' }, nowMs)).toBe('12 d ago')
  expect(contactHistoryLabel({ ...pitched, isWaiting: true }, nowMs)).toBe('queued, someone at this site')
})
