import { beforeEach, describe, expect, test } from 'vitest'
import {
  changedSection,
  editableOf,
  LOGO_MAX_BYTES,
  logoProblem,
  movedSection,
  NEW_ORDER,
  orderedDays,
  orderInput,
} from '../../../src-renderer/state/report-forms.ts'
import {
  approveLabel,
  draftLabel,
  draftsInOrder,
  nextDraft,
  type PackRow,
} from '../../../src-renderer/state/reports.ts'
import type { ReportTemplateToSave } from '../../../src-shared/desk/reports.ts'
import { REPORT_SECTION_KINDS } from '../../../src-shared/desk/values/report-names.ts'

const section = (kind: (typeof REPORT_SECTION_KINDS)[number]) => ({ kind, isOn: true, title: null, rows: null })
const SECTIONS = [section('summary'), section('positions'), section('movers')]
const TEMPLATE: ReportTemplateToSave = {
  name: 'Ours',
  title: 'Report',
  language: 'en',
  compare: 'previous',
  sections: SECTIONS,
  summary: '',
  nextSteps: '',
}
const kinds = (sections: ReportTemplateToSave['sections']) => sections.map(({ kind }) => kind)

describe('sections of a template', () => {
  test('one moves by a step, and stays at the ends', () => {
    expect(kinds(movedSection(SECTIONS, 'movers', -1))).toEqual(['summary', 'movers', 'positions'])
    expect(movedSection(SECTIONS, 'summary', -1)).toBe(SECTIONS)
    expect(movedSection(SECTIONS, 'movers', 1)).toBe(SECTIONS)
    expect(movedSection(SECTIONS, 'audits', 1)).toBe(SECTIONS)
  })

  test('one changes alone', () => {
    const changed = changedSection(SECTIONS, 'positions', { isOn: false })
    expect(changed.map(({ isOn }) => isOn)).toEqual([true, false, true])
  })

  test('kinds that an older template does not name can be switched on', () => {
    const { sections } = editableOf(TEMPLATE)
    expect(new Set(kinds(sections))).toEqual(new Set(REPORT_SECTION_KINDS))
    expect(sections.slice(0, 3)).toEqual(SECTIONS)
    expect(sections.slice(3).every(({ isOn }) => !isOn)).toBe(true)
  })
})

describe('an order', () => {
  test('asks for the brand in view, else for those that are chosen', () => {
    expect(orderInput(NEW_ORDER, 'brand-1', 'monthly')).toMatchObject({ brands: { brandIds: ['brand-1'] } })
    expect(orderInput(NEW_ORDER, 'all', 'monthly')).toMatchObject({ brands: 'all', period: 'last-month', review: true })
    expect(orderInput({ ...NEW_ORDER, brands: { tags: [] } }, 'all', 'monthly')).toBeNull()
    expect(orderInput({ ...NEW_ORDER, formats: [] }, 'all', 'monthly')).toBeNull()
    expect(orderInput(NEW_ORDER, 'all', '')).toBeNull()
  })

  test('has no days before both are chosen in their order', () => {
    const days = { ...NEW_ORDER, periodMode: 'days' as const, from: '2026-03-02' }
    expect(orderInput(days, 'all', 'monthly')).toBeNull()
    expect(orderInput({ ...days, to: '2026-03-01' }, 'all', 'monthly')).toBeNull()
    expect(orderInput({ ...days, to: '2026-03-08' }, 'all', 'monthly')?.period).toEqual({
      from: '2026-03-02',
      to: '2026-03-08',
    })
  })

  test('names the days of last month, and of another one', () => {
    expect(orderedDays(NEW_ORDER, '2026-03-15')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
    const other = { ...NEW_ORDER, periodMode: 'month' as const, month: '2025-12' }
    expect(orderedDays(other, '2026-03-15')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  })
})

describe('drafts', () => {
  const draft = (id: string, runId: string) => ({ id, runId }) as PackRow // only what decides the order
  let drafts: readonly PackRow[]
  beforeEach(() => {
    drafts = draftsInOrder([draft('p2', 'r1'), draft('p11', 'r2'), draft('p10', 'r2'), draft('p1', 'r1')], undefined)
  })
  const ids = (rows: readonly PackRow[]) => rows.map(({ id }) => id)

  test('the newest batch comes first, each in the order it was made', () => {
    expect(ids(drafts)).toEqual(['p10', 'p11', 'p1', 'p2'])
    expect(ids(draftsInOrder(drafts, 'r1'))).toEqual(['p1', 'p2'])
  })

  test('after an approval the next one follows, at the end the one before', () => {
    expect(nextDraft(drafts, [{ id: 'p11' }])?.id).toBe('p1')
    expect(nextDraft(drafts, [{ id: 'p2' }])?.id).toBe('p1')
    expect(nextDraft(drafts, [{ id: 'p10' }, { id: 'p11' }])?.id).toBe('p1')
    expect(nextDraft(drafts, drafts)).toBeUndefined()
  })
})

test('a logo is a picture of at most 512 KB', () => {
  expect(logoProblem({ type: 'image/png', size: LOGO_MAX_BYTES })).toBeNull()
  expect(logoProblem({ type: 'image/png', size: LOGO_MAX_BYTES + 1 })).toContain('513 KB')
  expect(logoProblem({ type: 'image/gif', size: 10 })).toContain('PNG, JPEG or SVG')
})

test('drafts to review are all of them only where none that waits is missing from the list', () => {
  expect([draftLabel(0, 38, true), approveLabel(38, true)]).toEqual(['Draft 1 of 38', 'Approve all 38'])
  expect([draftLabel(0, 500, false), approveLabel(400, false)]).toEqual([
    'Draft 1 of the newest 500',
    'Approve these 400',
  ])
})
