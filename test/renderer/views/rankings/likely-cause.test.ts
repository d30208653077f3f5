import { MantineProvider } from '@mantine/core'
import { type ComponentProps, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { formatDay, formatShortDay } from '../../../../src-renderer/format/time.ts'
import { DropCause, isSameCause } from '../../../../src-renderer/views/rankings/likely-cause.tsx'
import type { CauseRow } from '../../../../src-shared/desk/causes.ts'

const HOSTILE = '<img src=x onerror="alert(1)">'
const ROW: CauseRow = {
  brandId: 'b1',
  of: 'keyword',
  keyword: HOSTILE,
  page: null,
  kind: 'down',
  since: '2026-10-01',
  positionBefore: 4,
  positionNow: 8.26,
  absentOn: null,
  clicksBefore: 20,
  clicksNow: 8,
  causes: [
    {
      kind: 'one-page',
      confidence: 'clear',
      since: '2026-10-01',
      title: 'One page fell',
      evidence: [`Page: https://a.example/${HOSTILE}.`, '7 of 7 other keywords of the page fell in the same days.'],
      next: 'Open the page.',
    },
    { kind: 'demand', confidence: 'likely', since: '2026-10-01', title: 'Fewer searches', evidence: [], next: 'Wait.' },
  ],
  unchecked: ['few-days'],
  uncheckedTexts: ['Fewer than 14 days before it are stored.'],
  answer: null,
}

type Told = Omit<ComponentProps<typeof DropCause>, 'row'>
const NOTHING: Told = { evidence: null, record: null, first: null }

/** What it paints, a part after the other. */
const painted = (row: CauseRow, told: Told = NOTHING) =>
  renderToStaticMarkup(createElement(MantineProvider, null, createElement(DropCause, { row, ...told })))
    .replace(/<style[^>]*>.*?<\/style>/gs, '')
    .replace(/(<[^>]*>)+/g, ' | ')
const day = formatDay('2026-10-01')

test('a drop shows its cause, its evidence, what else may be and what was not checked, hostile names as text', () => {
  const text = painted(ROW)
  for (const part of [
    `Fell from 4.0 to 8.3 since ${day}`,
    'One page fell',
    ', clear',
    '7 of 7 other keywords of the page fell in the same days.',
    'Next: Open the page.',
    'Also possible: Fewer searches',
    'Fewer than 14 days before it are stored.',
  ])
    expect(text).toContain(part)
  expect(text).toContain('https://a.example/&lt;img src=x onerror=')
})

test('a drop of a keyword that did not rank on the newest day says so, and names no position now', () => {
  const text = painted({ ...ROW, positionNow: null, absentOn: '2026-10-04' })
  expect(text).toContain(`Falling since ${day}: did not rank on ${formatShortDay('2026-10-04')}, usually 4.0`)
  expect(text).not.toContain('Not ranking since')
})

test('of two drops with one cause of the whole brand, the later one names it alone', () => {
  const [cause, other] = ROW.causes
  if (cause === undefined || other === undefined) throw new Error('The row has causes.')
  const site: CauseRow = { ...ROW, causes: [{ ...cause, kind: 'whole-site', title: 'The whole site fell' }, other] }
  const text = painted(site, { ...NOTHING, isSaid: true })
  expect(text).toContain('The same cause: The whole site fell')
  expect(text).toContain('Name the cause')
  expect(text).not.toContain('7 of 7')
  expect(isSameCause(site, site)).toBe(true)
  const later: CauseRow = { ...site, causes: site.causes.map((one) => ({ ...one, since: '2026-10-02' })) }
  expect(isSameCause(site, later)).toBe(false)
  // Two pages that fell are two causes.
  expect(isSameCause(ROW, ROW)).toBe(false)
})

test('a drop without a cause says that none was found, and what fell', () => {
  const none = { ...ROW, causes: [], uncheckedTexts: [] }
  expect(painted(none)).toContain('No cause found')
  expect(painted(none)).not.toContain('Not checked')
  expect(painted({ ...none, kind: 'lost', positionNow: null })).toContain(`Not ranking since ${day}`)
  expect(painted({ ...none, kind: 'clicks', positionBefore: null, positionNow: null })).toContain(
    `Clicks fell from 20.0 to 8.0 a day since ${day}`,
  )
})

test('a page or a brand that fell has no position: what it says is its clicks', () => {
  const down = { ...ROW, keyword: null, positionBefore: null, positionNow: null }
  for (const of of ['page', 'brand'] as const) {
    const text = painted({ ...down, of, page: of === 'page' ? 'https://a.example/x' : null })
    expect(text).toContain(`Clicks fell from 20.0 to 8.0 a day since ${day}`)
    expect(text).not.toContain('Not ranking')
  }
})

test('what a person said stands before what the data shows, with their name, both as text', () => {
  const answer = {
    ...{ isNamed: true, kind: null, text: HOSTILE, at: '2026-10-03T10:00:00.000Z' },
    by: { login: 'ana', name: `Ana ${HOSTILE}` },
  }
  const named = painted({ ...ROW, answer })
  expect(named).toMatch(/Named by .*Ana &lt;img src=x .*&lt;img src=x .*The data shows: .*One page fell/)
  expect(named).not.toContain('<img')
  expect(named).toContain('Remove answer')
  expect(named).not.toContain('Not this')
  const rejected = painted({ ...ROW, answer: { ...answer, isNamed: false, kind: 'demand', text: 'Few', by: null } })
  expect(rejected).toContain('Rejected')
  expect(painted(ROW)).toContain('Not this')
  expect(painted({ ...ROW, causes: [] })).not.toContain('Not this')
  expect(painted({ ...ROW, causes: [] })).toContain('Name the cause')
})

test('a cause shows how often its kind was right, what was said first, and from data of which age', () => {
  const record = { kind: 'one-page', right: 41, judged: 46, isByDays: false } as const
  const first = { kind: 'one-page', dataDay: '2026-10-04', at: '2026-10-06T10:00:00.000Z' } as const
  const said = `First named on ${formatDay('2026-10-06')}, from data up to ${formatDay('2026-10-04')}`
  const text = painted(ROW, { ...NOTHING, record, first }).replaceAll('<!-- -->', '')
  expect(text).toContain('This cause was right in 41 of 46 judged drops. Only people can confirm it.')
  expect(text).toContain(`${said}. `)
  const other = painted(ROW, {
    ...NOTHING,
    record: { ...record, right: 3, judged: 3, isByDays: true },
    first: { ...first, kind: 'whole-site' },
  }).replaceAll('<!-- -->', '')
  expect(other).toContain('This cause was judged in 3 drops so far: too few to say how often it is right.')
  expect(other).not.toContain('right in 3 of 3')
  expect(other).not.toContain('Only answers')
  expect(other).toContain(`${said}: The whole site fell.`)
  const empty = painted(ROW, { ...NOTHING, record: { ...record, right: 0, judged: 0 } })
  expect(empty).toContain('No one has confirmed or rejected this cause yet.')
  expect(empty).not.toContain('First named')
})

test('what fell and what did not are named beside their lines, and hostile names are text', () => {
  const line = (label: string, now: number) => ({ label, values: [0, 1, now] })
  const evidence = {
    measure: 'positions' as const,
    days: ['2026-09-29', '2026-09-30', '2026-10-01'],
    before: { from: '2026-09-29', to: '2026-09-30' },
    after: { from: '2026-10-01', to: '2026-10-01' },
    own: line(`This keyword on ${HOSTILE}`, -50),
    controls: line('On DESKTOP', 0),
  }
  const page = renderToStaticMarkup(
    createElement(MantineProvider, null, createElement(DropCause, { row: ROW, ...NOTHING, evidence })),
  )
  expect(page).toContain('aria-label="Position vs before, −50% is twice as far down by day"')
  expect(page).toContain('On DESKTOP')
  // The days before a drop are others than the 28 days of the list.
  expect(page).toContain(`before: ${formatShortDay('2026-09-29')} – ${formatShortDay('2026-09-30')}`)
  expect(page).toContain(`after: ${formatShortDay('2026-10-01')}`)
  expect(page).not.toContain(HOSTILE)
  expect(painted(ROW, { ...NOTHING, evidence })).toContain('This keyword on ')
  expect(painted(ROW)).not.toContain('vs before')
})
