import { describe, expect, test } from 'vitest'
import {
  brandIdsMeant,
  brandsLabel,
  draftsFrom,
  fileLabel,
  filesLabel,
  madeLabel,
  monthsBefore,
  periodLabel,
  runWord,
  withPlaceholder,
} from '../../../src-renderer/format/report-labels.ts'

describe('labels of reports', () => {
  test('a whole month is named, other days are written out', () => {
    expect(periodLabel({ from: '2025-10-01', to: '2025-10-31' })).toBe('Oct 2025')
    expect(periodLabel({ from: '2025-10-02', to: '2025-10-31' })).toBe('2 Oct 2025 – 31 Oct 2025')
    expect(periodLabel({ from: '2025-10-02', to: '2025-10-02' })).toBe('2 Oct 2025')
  })

  test('months go back from the one before this day', () => {
    expect(monthsBefore('2026-02-11', 3)).toEqual(['2026-01', '2025-12', '2025-11'])
  })

  test('reports that failed are not made, and drafts that nobody approved are not being made', () => {
    expect(madeLabel({ done: 3, failed: 0, total: 38, toReview: 0 })).toBe('3 of 38 made')
    expect(madeLabel({ done: 1, failed: 2, total: 38, toReview: 34 })).toBe('1 of 4 made, 2 failed')
  })

  test('a batch says what needs a person: drafts, then failures', () => {
    expect(runWord({ state: 'review', failed: 0, toReview: 12 }).word).toBe('12 to review')
    expect(runWord({ state: 'done', failed: 2, toReview: 0 })).toEqual({ word: '2 failed', tone: 'bad' })
    expect(runWord({ state: 'done', failed: 0, toReview: 0 }).word).toBe('done')
    expect(runWord({ state: 'running', failed: 1, toReview: 3 }).word).toBe('in progress')
  })

  test('files and brands are named as they are chosen', () => {
    expect(filesLabel({ formats: ['pdf', 'csv'], asZip: true })).toBe('PDF, CSV · ZIP')
    expect(fileLabel({ format: 'csv', fileName: 'reports/2026-10/acme-2-keywords.csv' })).toBe('CSV keywords')
    expect(fileLabel({ format: 'pdf', fileName: 'reports/2026-10/acme.pdf' })).toBe('PDF')
    expect(brandsLabel('all')).toBe('all brands')
    expect(brandsLabel({ tags: ['retail', 'eu'] })).toBe('brands with the tags retail, eu')
    expect(brandsLabel({ brandIds: ['a'] })).toBe('1 brand')
  })

  test('brands are those of the choice, and one that is gone is left out', () => {
    const list = [
      { id: 'a', tags: ['retail'] },
      { id: 'b', tags: [] },
    ]
    expect(brandIdsMeant('all', list)).toEqual(['a', 'b'])
    expect(brandIdsMeant({ tags: ['retail', 'eu'] }, list)).toEqual(['a'])
    expect(brandIdsMeant({ brandIds: ['b', 'gone'] }, list)).toEqual(['b'])
  })

  test('a placeholder replaces what is selected', () => {
    expect(withPlaceholder('With x clicks', 'clicks', 5, 6)).toEqual({ text: 'With {{ clicks }} clicks', caret: 17 })
  })
})

test('drafts are made once the day has begun here and in UTC', () => {
  expect(draftsFrom('2026-12-01', 'UTC')).toBe('Tue 1 Dec from 00:00')
  expect(draftsFrom('2026-12-01', 'Europe/Berlin')).toBe('Tue 1 Dec from 01:00')
  expect(draftsFrom('2026-12-01', 'America/New_York')).toBe('Tue 1 Dec from 00:00')
})
