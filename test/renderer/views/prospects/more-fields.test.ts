import { expect, test } from 'vitest'
import { formatMoment } from '../../../../src-renderer/format/time.ts'
import { moreFields } from '../../../../src-renderer/views/prospects/more-fields.ts'

test('field text shows an instant as day and time, and anything else as received', () => {
  const foundAt = '2026-02-14T08:00:00.000Z'
  const shown = moreFields({
    foundAt,
    domain_authority: 91,
    note: '2026-02-14',
    odd: '2026-99-99T08:00:00Z',
    none: null,
  })
  expect(shown).toEqual([
    { name: 'found at', text: formatMoment(foundAt) },
    { name: 'domain authority', text: '91' },
    { name: 'note', text: '2026-02-14' },
    { name: 'odd', text: '2026-99-99T08:00:00Z' },
    { name: 'none', text: '—' },
  ])
  expect(formatMoment(foundAt)).toMatch(/^1[345] Feb, \d\d:00$/)
})
