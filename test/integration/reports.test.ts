import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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
  const { period, comparePeriod } = report
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
  expect(readFileSync(made.packs[0]?.files[0]?.path ?? '', 'utf8')).toMatch(
    /In [A-Z]\w+ \d{4} all went well, \{nobody\}\./,
  )
  await expect(call('reports.saveSummary', { packId: own ?? '', summary: null })).rejects.toThrow('no draft any more')
  const waiting = await call('reports.packs', { brandIds: [second?.id ?? ''], toReview: true })
  expect(waiting.packs.map(({ id, files }) => ({ id, files }))).toEqual([{ id: other, files: [] }])
  // Once a month: it is looked at before the second one, and makes nothing again.
  const [schedule] = (await call('reports.schedules', {})).schedules
  expect(schedule).toMatchObject({ lastMonth: run.period.from.slice(0, 7), isOnThisDesk: true })
  const another = next('reports.progress', (progress) => progress.run.id !== run.id)
  await call('reports.saveSchedule', { name: 'Second', templateId: 'short', brands: 'all', formats: ['html'] })
  const secondRun = (await another).run
  expect((await call('reports.runs', {})).runs.map(({ id }) => id)).toEqual([secondRun.id, run.id])
  await call('reports.removeRun', { runId: secondRun.id })
  await call('reports.removeRun', { runId: run.id })
  expect((await call('reports.runs', {})).runs).toEqual([])
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
