import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dayFromNumber, dayNumber } from '../../src-main/base/clock.ts'
import { formatIn } from '../../src-main/reports/render/format.ts'
import { REPORT_TEXTS } from '../../src-main/reports/texts/texts.ts'
import type { Report, ReportTemplate } from '../../src-shared/desk/reports.ts'
import { openReportDesk } from '../support/report-desk.ts'

const PERIOD = { days: 28 } as const

const figuresOf = (report: Report) =>
  new Map(
    report.sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.type === 'figures' ? block.figures.map((one) => [one.key, one] as const) : [])),
    ),
  )

test('a report has the numbers of the rankings, and is made as a file of its brand', async () => {
  const { call, brands, untilEnd } = await openReportDesk()
  const brandId = brands[0]?.id ?? ''
  const report = await call('reports.draft', { brandId, templateId: 'monthly', period: PERIOD })
  const { period } = report
  const comparePeriod = report.comparePeriod ?? undefined
  expect(comparePeriod).toBeDefined()
  const totals = await call('rankings.totals', { brandIds: [brandId], period, comparePeriod })
  const figures = figuresOf(report)
  expect(figures.get('clicks')?.value).toBe(totals.clicks.now)
  expect(totals.clicks.now).toBeGreaterThan(0)
  expect(totals.clicks.before).not.toBeNull()
  expect(figures.get('avgPosition')?.change).toBe(totals.avgPositionChange)
  const run = await untilEnd(() =>
    call('reports.create', {
      brands: { brandIds: [brandId] },
      templateId: 'monthly',
      period: PERIOD,
      formats: ['html'],
    }),
  )
  expect(run).toMatchObject({ state: 'done', total: 1, done: 1, failed: 0 })
  const { packs } = await call('reports.run', { runId: run.id })
  expect(readFileSync(packs[0]?.files[0]?.path ?? '', 'utf8')).toContain('Aurora Fittings')
})

test('a report of earlier days has the moves, curves and forecast of its last day, and compares with nothing unknown', async () => {
  const { call, brands } = await openReportDesk({ keywords: 200 })
  const brandId = brands[0]?.id ?? ''
  const { newestWholeDay } = await call('rankings.days', { brandIds: [brandId] })
  const to = dayFromNumber(dayNumber(newestWholeDay ?? '') - 10)
  const draft = async (period: { from: string; to: string }) => {
    const { sections } = await call('reports.draft', { brandId, templateId: 'monthly', period })
    return (kind: Report['sections'][number]['kind']) => {
      const blocks = sections.find((section) => section.kind === kind)?.blocks ?? []
      const text = blocks.flatMap((one) =>
        one.type === 'note' ? one.text : one.type === 'words' ? one.paragraphs : [],
      )
      const tables = blocks.flatMap((one) => (one.type === 'table' ? one.table : []))
      return { text: text.join(' '), tables, charts: blocks.flatMap((one) => (one.type === 'chart' ? one.chart : [])) }
    }
  }
  const of = await draft({ from: dayFromNumber(dayNumber(to) - 6), to })
  const then = await call('rankings.movers', { brandIds: [brandId], moves: 'real', asOfDay: to, limit: 500 })
  const now = await call('rankings.movers', { brandIds: [brandId], moves: 'real', limit: 500 })
  expect(then.real?.lastDay).toBe(to)
  const moved = of('movers').tables.flatMap(({ id, rows }) =>
    id.startsWith('real-') ? rows.map(([name]) => name) : [],
  )
  expect(moved.length).toBeGreaterThan(0)
  expect(then.rows.map(({ keyword }) => keyword)).toEqual(expect.arrayContaining(moved))
  expect(now.rows.map(({ keyword }) => keyword)).not.toEqual(expect.arrayContaining(moved))
  expect(of('movers').text).toContain(formatIn('en').day(to))
  const [clicks] = of('visibility').charts
  expect(clicks?.labels.at(-1)).toBe(to)
  expect(clicks?.series.map(({ values }) => values.filter((value) => value !== null).length)).toEqual([7, 7])
  const [forecast] = of('forecast').charts
  const at = forecast?.series[1]?.values.findIndex((value) => value !== null) ?? 0
  expect(forecast?.labels[at]).toBe(dayFromNumber(dayNumber(to) + 1))

  // What comes next is as of now, and says so.
  const { rows, total, freshAsOf } = await call('opportunities.page', { brandIds: [brandId], limit: 8 })
  const [opportunities] = of('opportunities').tables
  expect(opportunities?.rows.map(([name, , , , expected]) => [name, expected])).toEqual(
    rows.map(({ subject, expected }) => [subject, Math.round(expected)]),
  )
  expect(opportunities?.more).toBe(total - 8)
  expect(of('opportunities').text).toContain(`As of ${formatIn('en').day(freshAsOf ?? '')}`)

  // The oldest days that are cached have none before them.
  const { points } = await call('brands.days', { brandId, days: 400 })
  const first = points[0]?.day ?? ''
  const oldest = await draft({ from: first, to: dayFromNumber(dayNumber(first) + 6) })
  expect(oldest('summary').text).toMatch(/Aurora Fittings had [\d,]+ clicks from search and [\d,]+ impressions\./)
  expect(oldest('positions').tables[0]?.rows.map((row) => row[2])).toEqual([null, null, null, null, null, null])
  const unknown = await draft({ from: '2020-01-01', to: '2020-01-31' })
  expect(unknown('summary')).toMatchObject({ text: 'There is no ranking data for this period.' })
})

test('a period that is held in part is reported for that part, and no section says that there is nothing', async () => {
  const { call, brands } = await openReportDesk()
  const brandId = brands[0]?.id ?? ''
  const { newestWholeDay, days } = await call('rankings.days', { brandIds: [brandId] })
  const to = newestWholeDay ?? ''
  const held = { from: days.map(({ day }) => day).toSorted()[0] ?? '', to }
  const period = { from: dayFromNumber(dayNumber(held.from) - 5), to }
  const report = await call('reports.draft', { brandId, templateId: 'monthly', period })
  expect(report).toMatchObject({ period, measured: held, comparePeriod: null })
  const totals = await call('rankings.totals', { brandIds: [brandId], period: held })
  expect(totals.clicks.now).toBeGreaterThan(0)
  const figures = figuresOf(report)
  expect(figures.get('clicks')).toMatchObject({ value: totals.clicks.now, change: null })
  expect(figures.get('avgPosition')?.value).toBe(totals.avgPosition)
  const { partOf } = REPORT_TEXTS.en.words
  const format = formatIn('en')
  const said = partOf(format.period(held), format.period(period))
  for (const kind of ['summary', 'positions', 'keywords', 'movers'] as const)
    expect(report.sections.find((one) => one.kind === kind)?.hasData, kind).toBe(true)
  // It is said once, where the first figures are.
  const isSaid = ({ blocks }: (typeof report.sections)[number]) =>
    blocks.some((block) => block.type === 'note' && block.text === said)
  expect(report.sections.filter(isSaid).map(({ kind }) => kind)).toEqual(['summary'])
  const charts = report.sections.flatMap(({ blocks }) =>
    blocks.flatMap((one) => (one.type === 'chart' ? one.chart : [])),
  )
  expect(charts.flatMap(({ series }) => series).filter(({ isBefore }) => isBefore)).toEqual([])
})

test('the position of a week is that of the rankings in that week', async () => {
  const { call, brands } = await openReportDesk()
  const brandId = brands[0]?.id ?? ''
  const report = await call('reports.draft', { brandId, templateId: 'monthly', period: PERIOD })
  const tables = report.sections.flatMap(({ blocks }) =>
    blocks.flatMap((one) => (one.type === 'table' ? one.table : [])),
  )
  const weeks = tables.find(({ id }) => id === 'weeks')?.rows ?? []
  expect(weeks.length).toBe(4)
  for (const row of weeks) {
    const from = String(row[0])
    const period = { from, to: dayFromNumber(dayNumber(from) + 6) }
    const { avgPosition, clicks } = await call('rankings.totals', { brandIds: [brandId], period })
    expect([row.at(-1), row[1]]).toEqual([avgPosition, clicks.now])
  }
})

test('notes of the period are numbered in the list and in the charts of their days, in the language of the report', async () => {
  const { call, brands } = await openReportDesk({ keywords: 20 })
  const [own, other] = brands
  const brandId = own?.id ?? ''
  const { newestWholeDay } = await call('rankings.days', { brandIds: [brandId] })
  const last = dayNumber(newestWholeDay ?? '')
  const day = (back: number) => dayFromNumber(last - back)
  const note = (text: string, more: object) =>
    call('annotations.save', { brandIds: [brandId], text, day: day(0), ...more })
  for (let back = 0; back < 28; back += 1) await note(`**Note** of ${back}`, { day: day(back) })
  await note('Began before', { day: day(40), untilDay: day(26) })
  await note(`Moved from ${other?.name}`, {})
  await note('Of one keyword', { keyword: 'tea' })
  await call('research.audit', { brandId, url: 'https://audited.example' })
  const { sections } = await call('reports.draft', {
    brandId,
    templateId: 'monthly-de',
    period: { from: day(27), to: day(0) },
  })
  const blocksOf = (kind: Report['sections'][number]['kind']) =>
    sections.find((section) => section.kind === kind)?.blocks ?? []
  const [list] = blocksOf('annotations').flatMap((block) => (block.type === 'table' ? block.table : []))
  expect(list?.rows[0]).toEqual(['', day(40), 'Began before'])
  expect(list?.rows.slice(1, 3)).toEqual([
    ['1', day(27), 'Note of 27'],
    ['2', day(26), 'Note of 26'],
  ])
  expect(list).toMatchObject({ more: 9 })
  const marks = list?.rows.slice(1).map(([label, on]) => ({ label, day: on }))
  for (const kind of ['visibility', 'forecast'] as const)
    for (const block of blocksOf(kind)) if (block.type === 'chart') expect(block.chart.marks).toEqual(marks)
  const text = JSON.stringify(sections)
  expect(text).not.toContain('Moved from')
  expect(text).not.toContain('Of one keyword')

  const today = await call('reports.draft', {
    brandId,
    templateId: 'monthly-de',
    period: { from: day(0), to: dayFromNumber(last + 1) },
  })
  expect(JSON.stringify(today.sections)).toContain('"Website-Audit: audited.example')
})

test('a schedule makes drafts of the month before once, and a file only of what a person approves', async () => {
  const { call, brands, untilEnd, next, desk } = await openReportDesk({ background: true })
  const [first, second] = brands
  const drafted = next('reports.progress', ({ run }) => run.state === 'review')
  await call('reports.saveSchedule', {
    name: 'Monthly',
    templateId: 'short',
    brands: 'all',
    dayOfMonth: 1,
    formats: ['html'],
  })
  const { run } = await drafted
  expect(run).toMatchObject({ total: 2, toReview: 2, done: 0, scheduleId: expect.any(String) })
  expect(run.period.from).toMatch(/-01$/)
  const { packs } = await call('reports.run', { runId: run.id })
  const [own, other] = packs.map(({ id }) => id)
  await call('reports.saveSummary', { packId: own ?? '', summary: 'In {period} all went well, {nobody}.' })
  const ended = await untilEnd(() => call('reports.approve', { runId: run.id, packIds: [own ?? ''] }))
  expect(ended).toMatchObject({ state: 'review', done: 1, toReview: 1 })
  const made = await call('reports.packs', { brandIds: [first?.id ?? ''] })
  expect(readFileSync(made.rows[0]?.files[0]?.path ?? '', 'utf8')).toMatch(
    // From the 28th day of some months on, the first day of the month before is not stored.
    /In (?:\d+\s–\s\d+\s)?[A-Z]\w+\s\d{4} all went well, \{nobody\}\./,
  )
  await expect(call('reports.saveSummary', { packId: own ?? '', summary: null })).rejects.toThrow('no draft any more')
  const waiting = await call('reports.packs', { brandIds: [second?.id ?? ''], filter: { state: ['review'] } })
  expect(waiting.rows.map(({ id, files }) => ({ id, files }))).toEqual([{ id: other, files: [] }])
  // Once a month: it is looked at before the second one, and makes nothing again.
  const [schedule] = (await call('reports.schedules', {})).schedules
  expect(schedule).toMatchObject({ lastMonth: run.period.from.slice(0, 7), isOnThisDesk: true })
  const another = next('reports.progress', (progress) => progress.run.id !== run.id)
  await call('reports.saveSchedule', { name: 'Second', templateId: 'short', brands: 'all', formats: ['html'] })
  const secondRun = (await another).run
  const listed = (await call('reports.runs', {})).rows
  expect(listed.map(({ id }) => id)).toEqual([secondRun.id, run.id])
  for (const { id, brandIds } of listed) {
    const { packs } = await call('reports.run', { runId: id })
    expect(brandIds).toEqual(packs.map((pack) => pack.brandId))
  }
  await call('reports.removeRun', { runId: secondRun.id })
  await call('reports.removeRun', { runId: run.id })
  expect((await call('reports.runs', {})).rows).toEqual([])
  expect(
    readdirSync(join(desk.exportsFolder, 'reports'), { recursive: true }).filter((name) =>
      String(name).endsWith('.html'),
    ),
  ).toEqual([])
})

test('branding of a brand goes before that of the agency, and goes with the brand', async () => {
  const { call, brands } = await openReportDesk({ keywords: 5 })
  const [first, second] = brands.map(({ id }) => id)
  const agency = { name: 'North', logo: null, colour: '#112233', footer: 'North Ltd' }
  await call('reports.setBranding', { brandId: null, branding: agency })
  await call('reports.setBranding', { brandId: first ?? '', branding: { name: 'Aurora by North', colour: '#aa0000' } })
  const brandingOf = async (brandId = '') =>
    (await call('reports.draft', { brandId, templateId: 'monthly-de', period: { month: '2026-01' } })).branding
  expect(await brandingOf(first)).toEqual({ ...agency, name: 'Aurora by North', colour: '#aa0000' })
  expect(await brandingOf(second)).toEqual(agency)
  await expect(
    call('reports.setBranding', { brandId: null, branding: { ...agency, logo: 'data:text/html;base64,AAAA' } }),
  ).rejects.toThrow('PNG, JPEG or SVG')
  await call('brands.remove', { brandId: first ?? '' })
  expect(await call('reports.branding', {})).toEqual({ agency, brands: [] })
})

test('templates of the agency are saved and removed; those of the program and of a schedule stay', async () => {
  const { call } = await openReportDesk({ keywords: 5 })
  const { templates } = await call('reports.templates', {})
  const { id: _, isBuiltIn, updatedAt, ...copy } = templates[0] ?? { id: '', isBuiltIn: true, updatedAt: null }
  const saved = await call('reports.saveTemplate', { ...(copy as Omit<ReportTemplate, 'id'>), name: 'Ours' })
  expect({ isBuiltIn, updatedAt, own: saved.isBuiltIn }).toEqual({ isBuiltIn: true, updatedAt: null, own: false })
  await expect(call('reports.saveTemplate', { ...saved, id: 'monthly' })).rejects.toThrow('Save a copy')
  const { id } = await call('reports.saveSchedule', { name: 'S', templateId: saved.id, brands: 'all', isOn: false })
  await expect(call('reports.removeTemplate', { id: saved.id })).rejects.toThrow('The schedule "S" uses this template')
  await call('reports.removeSchedule', { id })
  await call('reports.removeTemplate', { id: saved.id })
  expect((await call('reports.templates', {})).templates).toEqual(templates)
})
