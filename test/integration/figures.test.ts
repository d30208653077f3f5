// One figure, one value: every place, export, report and assistant tool is asked for the same figures of a seeded agency.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { CallInput, CallOutput } from '../../src-shared/desk/contract.ts'
import type { ExportListName } from '../../src-shared/desk/values/export-lists.ts'
import { BAND_ENDS } from '../../src-shared/desk/values/position-bands.ts'
import { openTestDesk } from '../support/composed-desk.ts'
import { openSandbox } from '../support/sandbox.ts'

const LIMITS = { limits: { requestsPerMinute: 100_000 } }
const NAMES = ['Aurora Fittings', 'Borealis Tea', 'Calyx Lamps']

const openAgency = async () => {
  const sandbox = await openSandbox({ brands: NAMES.length, keywords: 120, days: 70, profile: LIMITS })
  const desk = await openTestDesk()
  const { call, sync } = desk
  await call('service.setProfile', { baseUrl: sandbox.baseUrl, ...LIMITS })
  await call('desk.setSettings', { historyDays: 60, syncEveryMinutes: 0 })
  const brands: CallOutput<'brands.add'>[] = []
  for (const [index, name] of NAMES.entries())
    brands.push(await call('brands.add', { name, key: sandbox.keyOf(index), sessionOnly: true }))
  await sync({ datasets: ['rankings', 'history', 'clusters', 'tracked'] })
  await call('mcp.configure', { brandIds: brands.map(({ id }) => id) })
  type Row = Readonly<Record<string, number | string | null>>
  const exported = async (list: ExportListName, input: CallInput<'exports.write'>['input']) => {
    const { path } = await call('exports.write', { list, input, format: 'json' })
    return (JSON.parse(readFileSync(path, 'utf8')) as { rows: Row[] }).rows // our own file
  }
  const asRows = (columns: readonly string[], rows: readonly (readonly unknown[])[]) =>
    rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]])) as Row) // cells are plain values
  const sql = async (text: string) => {
    const { columns, rows } = await call('query.run', { sql: text })
    return asRows(columns, rows)
  }
  const tool = async (name: string, args: Record<string, unknown> = {}) => {
    const { text, isError } = await call('mcp.call', { tool: name, args: { maxBytes: 100_000, ...args } })
    if (isError) throw new Error(text)
    const { columns, rows } = JSON.parse(text) as { columns: string[]; rows: unknown[][] } // as rules/answer.ts writes it
    return asRows(columns, rows)
  }
  return { ...desk, brands, exported, sql, tool }
}
type Agency = Awaited<ReturnType<typeof openAgency>>
type Brand = Agency['brands'][number]

type Value = number | string | null | undefined
/** Two decimals: views of SQL round averages to them. */
const rounded = (value: Value): Value => (typeof value === 'number' ? Math.round(value * 100) / 100 : value)

/** A mean between two hundredths falls to either side: the order in which it was added decides. Counts are exact. */
const isOneFigure = (values: readonly Value[]): boolean => {
  const distinct = [...new Set(values)]
  const known = numbers(distinct)
  const isMean = known.some((value) => !Number.isInteger(value)) && known.length === distinct.length
  return distinct.length <= 1 || (isMean && Math.max(...known) - Math.min(...known) < 0.015)
}

const numbers = (values: readonly Value[]) => values.filter((value) => typeof value === 'number')
const sum = (values: readonly Value[]): number => numbers(values).reduce((all, value) => all + value, 0)
const mean = (values: readonly Value[]): number | null => {
  const known = numbers(values)
  return known.length === 0 ? null : sum(known) / known.length
}

/** What each place says of one figure, and which figures have two values. */
const createLedger = () => {
  const ledger = new Map<string, Record<string, Value>>()
  const note = (figure: string, place: string, value: Value) =>
    ledger.set(figure, { ...ledger.get(figure), [place]: rounded(value) })
  const noteAll = (place: string, values: Readonly<Record<string, Value>>) => {
    for (const [figure, value] of Object.entries(values)) note(figure, place, value)
  }
  const differing = () => Object.fromEntries([...ledger].filter(([, values]) => !isOneFigure(Object.values(values))))
  const places = (figure: string) => Object.keys(ledger.get(figure) ?? {}).length
  return { noteAll, differing, places }
}

type Totals = CallOutput<'rankings.totals'>
const ofTotals = (totals: Totals) => {
  const inBand = Object.fromEntries(totals.bands.map(({ band, keywords }) => [band, keywords]))
  return {
    keywords: totals.keywords,
    ranking: totals.keywords - (inBand.none ?? 0),
    top3: inBand.top3,
    top10: (inBand.top3 ?? 0) + (inBand['4-10'] ?? 0),
    clicks: totals.clicks.now,
    impressions: totals.impressions.now,
    avgPosition: totals.avgPosition,
    avgPositionChange: totals.avgPositionChange,
  }
}

type Positioned = Readonly<Record<'position' | 'positionChange' | 'clicks' | 'impressions', Value>>
/** The same figures worked out from single rows. */
const ofRows = (rows: readonly Positioned[]) => {
  const positions = numbers(rows.map(({ position }) => position))
  const under = (end: number) => positions.filter((position) => position < end).length
  return {
    keywords: rows.length,
    ranking: positions.length,
    top3: under(BAND_ENDS.top3),
    top10: under(BAND_ENDS['4-10']),
    clicks: sum(rows.map(({ clicks }) => clicks)),
    impressions: sum(rows.map(({ impressions }) => impressions)),
    avgPosition: mean(positions),
    avgPositionChange: mean(rows.map(({ positionChange }) => positionChange)),
  }
}

const ofOverview = (row: CallOutput<'brands.overview'>['rows'][number] | undefined) => ({
  keywords: row?.keywords,
  ranking: row?.ranking,
  top3: row?.top3,
  top10: row?.top10,
  clicks: row?.clicks,
  impressions: row?.impressions,
  avgPosition: row?.avgPosition,
  avgPositionChange: row?.avgPositionChange,
})

const ofView = (row: Readonly<Record<string, Value>> | undefined) => ({
  keywords: row?.keywords,
  ranking: row?.ranking,
  top3: row?.top3,
  top10: row?.top10,
  clicks: row?.clicks,
  impressions: row?.impressions,
  avgPosition: row?.avg_position,
  visibility: row?.visibility,
})

const NOW = 'brands.overview of all brands'

/** What every place says of a brand now. */
const placesOf = async (agency: Agency, { id, slug, name }: Brand) => {
  const { call, exported, sql, tool } = agency
  const { noteAll, ...ledger } = createLedger()
  const brandIds = [id]
  const overview = (await call('brands.overview', {})).rows.find(({ brandId }) => brandId === id)
  const { realUp, realDown, lostClicks, visibility, visibilityChange, trend, clusters, avgAiVisibility } =
    overview ?? ({} as NonNullable<typeof overview>) // its brand was added above
  const moves = { realUp, realDown, lostClicks }
  noteAll(NOW, { ...ofOverview(overview), ...moves, visibility, visibilityChange, clusters, avgAiVisibility })
  noteAll('the last point of its trend', { visibility: trend.at(-1) })

  noteAll('rankings.totals', ofTotals(await call('rankings.totals', { brandIds })))
  noteAll('rows of rankings.page', ofRows((await call('rankings.page', { brandIds, limit: 500 })).rows))
  noteAll('export of Rankings', ofRows((await exported('rankings', { brandIds })) as Positioned[])) // its columns
  const [overviewExport] = await exported('overview', { brandIds })
  noteAll('export of Overview', ofOverview(overviewExport as unknown as typeof overview)) // its columns
  noteAll('export of Overview', {
    visibility: overviewExport?.visibility,
    visibilityChange: overviewExport?.visibilityChange,
    realUp: overviewExport?.realUp,
    realDown: overviewExport?.realDown,
    clusters: overviewExport?.clusters,
    avgAiVisibility: overviewExport?.avgAiVisibility,
  })
  const view = (rows: readonly Readonly<Record<string, Value>>[]) => rows.find(({ brand }) => brand === slug)
  noteAll('view brands', ofView(view(await sql('SELECT * FROM brands'))))
  noteAll('tool list_brands', ofView(view(await tool('list_brands'))))

  const { points } = await call('brands.days', { brandId: id })
  const newest = points.findLast(({ isWhole }) => isWhole)
  const earlier = points[points.findIndex(({ day }) => day === newest?.day) - 7]
  noteAll('brands.days', {
    visibility: newest?.visibility,
    visibilityChange: (newest?.visibility ?? 0) - (earlier?.visibility ?? 0),
  })
  const days = (await tool('brand_history', { brands: [slug] })).toSorted((a, b) =>
    String(a.day) < String(b.day) ? -1 : 1,
  )
  noteAll('tool brand_history', { visibility: days.findLast((one) => one.is_whole === 1)?.visibility })

  const { rows: movers, real } = await call('rankings.movers', { brandIds, moves: 'real', limit: 500 })
  const lost = ({ kind }: { kind: unknown }) => kind === 'down' || kind === 'lost'
  noteAll('rankings.movers', {
    realUp: real?.climbed,
    realDown: real?.fell,
    lostClicks: sum(
      movers.filter(lost).map(({ real: own }) => Math.max(0, (own?.clicksBefore ?? 0) - (own?.clicksNow ?? 0))),
    ),
  })
  const counted = (rows: readonly Readonly<Record<string, Value>>[]) => ({
    realUp: rows.length - rows.filter(({ kind }) => kind === 'down' || kind === 'lost').length,
    realDown: rows.filter(({ kind }) => kind === 'down' || kind === 'lost').length,
  })
  noteAll('export of Movers', counted(await exported('movers', { brandIds })))
  noteAll('tool movers', counted(await tool('movers', { brands: [slug] })))

  const [summary] = (await call('clusters.summary', { brandIds })).rows
  noteAll('clusters.summary', { clusters: summary?.clusters, avgAiVisibility: summary?.avgAiVisibility })
  return { ...ledger, name }
}

test('every place, export and assistant tool says the same of a brand, and all brands add up to it', async () => {
  const agency = await openAgency()
  const differing: Record<string, unknown> = {}
  for (const brand of agency.brands) {
    const { differing: found, places, name } = await placesOf(agency, brand)
    if (Object.keys(found()).length > 0) differing[name] = found()
    for (const [figure, least] of [
      ['avgPosition', 7],
      ['top3', 7],
      ['visibility', 7],
      ['realDown', 5],
    ] as const)
      expect(places(figure), figure).toBeGreaterThanOrEqual(least)
  }
  expect(differing).toEqual({})

  const { rows, whole } = await agency.call('brands.overview', { whole: true })
  const pages = await Promise.all(rows.map((_, offset) => agency.call('brands.overview', { offset, limit: 1 })))
  expect(pages.flatMap((page) => page.rows)).toEqual(rows)
  for (const figure of ['keywords', 'clicks', 'impressions', 'realUp', 'realDown'] as const)
    expect(sum(rows.map((row) => row[figure] ?? 0)), figure).toBe(whole?.[figure])
  for (const figure of ['visibility', 'visibilityChange'] as const)
    expect(mean(rows.map((row) => row[figure])), figure).toBe(whole?.[figure])
  const totals = ofTotals(await agency.call('rankings.totals', {}))
  for (const figure of ['keywords', 'ranking', 'top3', 'top10', 'clicks', 'impressions'] as const)
    expect(sum(rows.map((row) => row[figure])), figure).toBe(totals[figure])
})

test('a report of a period says what Rankings and the overview as of its last day say', async () => {
  const { call, brands, exported } = await openAgency()
  const { newestWholeDay } = await call('rankings.days', {})
  const asOfDay = newestWholeDay ?? ''
  const differing: Record<string, unknown> = {}
  for (const { id, name } of brands) {
    const { noteAll, differing: found } = createLedger()
    const brandIds = [id]
    const asOf = await call('rankings.totals', { brandIds, asOfDay })
    noteAll('rankings.totals as of the day', ofTotals(asOf))
    const period = asOf.period ?? { from: '', to: '' }
    const comparePeriod = asOf.comparePeriod ?? { from: '', to: '' }
    const inPeriod = await call('rankings.totals', { brandIds, period, comparePeriod })
    noteAll('rankings.totals of the period', ofTotals(inPeriod))
    noteAll('overview as of the day', ofOverview((await call('brands.overview', { brandIds, asOfDay })).rows[0]))
    const rows = await exported('rankings', { brandIds, period, comparePeriod })
    noteAll('export of Rankings', ofRows(rows as Positioned[])) // its columns
    const report = await call('reports.draft', { brandId: id, templateId: 'monthly', period })
    const blocks = report.sections.flatMap((section) => section.blocks)
    const figures = blocks.flatMap((block) => (block.type === 'figures' ? block.figures : []))
    const value = (key: string) => figures.find((figure) => figure.key === key)?.value
    noteAll('report', {
      ranking: value('keywords'),
      top3: value('top3'),
      top10: value('top10'),
      clicks: value('clicks'),
      impressions: value('impressions'),
      avgPosition: value('avgPosition'),
      avgPositionChange: figures.find(({ key }) => key === 'avgPosition')?.change,
    })
    const table = blocks.flatMap((block) =>
      block.type === 'table' && block.table.id === 'positions' ? [block.table] : [],
    )
    const counts = table[0]?.rows.map((row) => row[1]).join(' ')
    noteAll('report', { distribution: counts })
    noteAll('rankings.totals of the period', { distribution: inPeriod.bands.map(({ keywords }) => keywords).join(' ') })
    if (Object.keys(found()).length > 0) differing[name] = found()
  }
  expect(differing).toEqual({})
})
