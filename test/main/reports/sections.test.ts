// What sections say where days are missing, lists are long, or nothing was read.
import { expect, test } from 'vitest'
import type { Ask } from '../../../src-main/exports/list.ts'
import { buildReport, type ReportOptions } from '../../../src-main/reports/build-report.ts'
import type { BuildSection, SectionContext } from '../../../src-main/reports/context.ts'
import { formatIn } from '../../../src-main/reports/render/format.ts'
import { buildAnnotations, readAnnotations } from '../../../src-main/reports/sections/annotations.ts'
import { buildAudits } from '../../../src-main/reports/sections/audits.ts'
import { buildCauses } from '../../../src-main/reports/sections/causes.ts'
import { buildClusters } from '../../../src-main/reports/sections/clusters.ts'
import { buildContent } from '../../../src-main/reports/sections/content.ts'
import { buildMovers } from '../../../src-main/reports/sections/movers.ts'
import { buildNextSteps } from '../../../src-main/reports/sections/next-steps.ts'
import { buildOutreach } from '../../../src-main/reports/sections/outreach.ts'
import { buildSummary } from '../../../src-main/reports/sections/summary.ts'
import { buildVisibility } from '../../../src-main/reports/sections/visibility.ts'
import { en } from '../../../src-main/reports/texts/en.ts'

const PERIOD = { from: '2026-10-01', to: '2026-10-31' }
const BEFORE = { from: '2026-09-01', to: '2026-09-30' }
const format = formatIn('en')

const totalsOf = (compared: number) => ({
  ...{ keywords: 3, bands: [], clicks: { now: 5, before: null }, impressions: { now: 9, before: null } },
  ...{ ctr: { now: 0.1, before: null }, avgPosition: 4, avgPositionChange: null, brands: { shown: 1, compared } },
})

type Replies = Readonly<Record<string, (input: Readonly<Record<string, unknown>>) => unknown>>

/** Builds a section with what the desk answers; it has what this section reads. */
const build = async (section: BuildSection, replies: Replies, more: object = {}) => {
  const ask = async (name: string, input: Readonly<Record<string, unknown>>) => replies[name]?.(input)
  const context = {
    ...{ ask: ask as unknown as Ask, brand: { id: 'acme', name: 'Acme' }, period: PERIOD, measured: PERIOD },
    ...{ comparePeriod: BEFORE, texts: en, format, rows: null, summary: [], nextSteps: [], annotations: [], marks: [] },
    ...{ totals: totalsOf(0), today: '2026-11-05' },
    ...more,
  } as unknown as SectionContext // what the section reads of it
  const { hasData, blocks } = await section(context)
  return {
    hasData,
    notes: blocks.flatMap((block) => (block.type === 'note' ? block.text : [])),
    tables: new Map(
      blocks.flatMap((block) => (block.type === 'table' ? [[block.table.id, block.table] as const] : [])),
    ),
    figures: new Map(
      blocks.flatMap((block) => (block.type === 'figures' ? block.figures : [])).map(({ key, value }) => [key, value]),
    ),
  }
}

test('summary and movers name the period of which days are missing, once', async () => {
  const replies: Replies = { 'rankings.movers': () => ({ rows: [], real: null }) }
  const held = { from: '2026-10-11', to: '2026-10-31' }
  const october = en.words.partOf(format.period(held), format.period(PERIOD))
  expect(october).toContain('not all days of October 2026 are stored, so nothing is compared')
  const september = en.words.noComparison(format.period(BEFORE))
  for (const section of [buildSummary, buildMovers]) {
    expect((await build(section, replies, { measured: held })).notes).toEqual([october])
    expect((await build(section, replies)).notes).toEqual([september])
  }
})

test('a part of a week is named by its days: at both ends, and beside a day that is missing or was not over', async () => {
  const days = Array.from({ length: 31 }, (_, at) => ({
    ...{ day: `2026-10-${String(at + 1).padStart(2, '0')}`, clicks: 10, impressions: 100 },
    ...{ visibility: at === 20 ? 1 : 5, avgPosition: 4, isWhole: at !== 20 },
  }))
  const points = days.filter((_, at) => at > 4 && at !== 17)
  const asked: unknown[] = []
  const { tables } = await build(buildVisibility, {
    'brands.days': () => ({ points }),
    'rankings.totals': ({ period }) => {
      asked.push(period)
      return { avgPosition: 4 }
    },
  })
  expect(tables.get('weeks')?.rows).toEqual([
    ['2026-10-06/2026-10-07', 20, 200, 5, 4],
    ['2026-10-08', 70, 700, 5, 4],
    ['2026-10-15/2026-10-17', 30, 300, 5, 4],
    ['2026-10-19/2026-10-20', 20, 200, 5, 4],
    ['2026-10-22', 70, 700, 5, 4],
    ['2026-10-29/2026-10-31', 30, 300, 5, 4],
  ])
  expect(asked).toContainEqual({ from: '2026-10-29', to: '2026-10-31' })
  expect(format.value('2026-10-29/2026-10-31', 'day')).toMatch(/^29\s?–\s?31 Oct 2026, 3 days$/)
  expect(format.value('2026-10-31/2026-10-31', 'day')).toBe('31 Oct 2026, 1 day')
  expect(formatIn('de').value('2026-10-29/2026-10-31', 'day')).toMatch(/^29\.\s?–\s?31\. Okt\. 2026, 3 Tage$/)
})

test('the report has the climbs of a brand where many keywords fell', async () => {
  const fell = Array.from({ length: 600 }, (_, at) => ({ keyword: `fell ${at}`, kind: 'down', real: null }))
  const all = [...fell, { keyword: 'climbed', kind: 'up', real: null }]
  const replies: Replies = {
    'rankings.movers': ({ limit }) => ({ rows: all.slice(0, Number(limit)), real: { lastDay: PERIOD.to } }),
  }
  const { tables } = await build(buildMovers, replies)
  expect(tables.get('real-up')?.rows.map(([keyword]) => keyword)).toEqual(['climbed'])
  // The first rows are not said to be all.
  const { rows = [], more } = tables.get('real-down') ?? {}
  expect(rows.length + (more ?? 0)).toBe(fell.length)
})

/** Gives a list page by page, as the desk does. */
const paged = (list: readonly object[]) => (input: Readonly<Record<string, unknown>>) => {
  const [from, limit] = [Number(input.cursor ?? 0), Number(input.limit)]
  const next = from + limit
  return { rows: list.slice(from, next), total: list.length, nextCursor: next < list.length ? String(next) : null }
}

test('an audit of the period is found behind any number of later ones', async () => {
  const audit = (at: string) => ({ id: at, at, state: 'done', url: 'https://acme.example', scoreChange: null })
  const later = Array.from({ length: 600 }, () => audit('2026-11-02T09:00:00.000Z'))
  const all = [...later, ...Array.from({ length: 3 }, () => audit('2026-10-20T09:00:00.000Z'))]
  const replies: Replies = { 'research.audits': paged(all), 'research.auditParts': () => ({ tests: [] }) }
  const { hasData, tables } = await build(buildAudits, replies, { rows: 2 })
  expect([hasData, tables.get('audits')?.rows.length, tables.get('audits')?.more]).toEqual([true, 2, 1])
})

test('notes of a period are counted whole, and the oldest come first', async () => {
  const all = Array.from({ length: 620 }, (_, at) => ({ day: `note ${619 - at}`, keyword: null, text: 'x' }))
  const replies: Replies = { 'annotations.list': paged(all), 'brands.list': () => ({ brands: [] }) }
  const ask = async (name: string, input: Readonly<Record<string, unknown>>) => replies[name]?.(input)
  const found = await readAnnotations(
    ask as unknown as Ask,
    { brand: { id: 'acme' }, period: PERIOD } as SectionContext,
  ) // what it reads
  expect([found.length, found[0]?.day]).toEqual([620, 'note 0'])
})

test('tables of keywords name their days, and what the report measures is said once', async () => {
  const row = { keyword: 'tea', position: 4, clicks: 5, clicksChange: 2, impressions: 9 }
  const held = { from: '2026-10-30', to: '2026-10-31' }
  const part = { from: '2026-10-03', to: '2026-10-31' }
  const ask = async (name: string, { period }: Readonly<Record<string, unknown>>) => {
    if (name === 'rankings.days') return { days: [{ day: '2026-10-31' }, { day: '2026-10-30' }] }
    if (name === 'rankings.totals') {
      const shown = period === PERIOD ? 0 : 1
      return { ...totalsOf(0), brands: { shown, compared: 0 } }
    }
    return { rows: [row], total: 1, brands: [], nextCursor: null, freshAsOf: null }
  }
  const sections = ['summary', 'positions', 'keywords'].map((kind) => ({
    ...{ kind, isOn: true, title: null, rows: null },
  }))
  const template = { title: '', language: 'en', compare: 'previous', nextSteps: '', summary: '', sections }
  const options = { ask, brand: { id: 'acme', name: 'Acme' }, template, period: PERIOD, branding: { name: 'A' } }
  const report = await buildReport({ ...options, createdAt: '2026-11-05' } as unknown as ReportOptions) // what it reads
  const blocks = report.sections.flatMap((one) => one.blocks)
  const notes = blocks.flatMap((block) => (block.type === 'note' ? block.text : []))
  const measured = en.words.partOf(format.period(held), 'October 2026')
  expect(notes.filter((text) => text === measured)).toHaveLength(1)
  const titles = blocks.flatMap((block) => (block.type === 'table' ? block.table.title : []))
  expect(titles).toContain(`Keywords with the most clicks, ${format.period(held)}`)
  const { tables } = await build(
    buildMovers,
    { 'rankings.page': () => ({ rows: [row] }), 'rankings.movers': () => ({ rows: [], real: null }) },
    { totals: totalsOf(1), measured: part },
  )
  expect(tables.get('gains')?.title).toBe(`Biggest gains in clicks, ${format.period(part)}`)
})

test('a report names articles and sites as people do, not by slug or address', async () => {
  const entry = {
    articleSlug: 'kayak-tours',
    title: null,
    at: '2026-11-10T09:00:00.000Z',
    state: 'scheduled',
    move: null,
  }
  const { tables: planned } = await build(buildNextSteps, {
    'publishing.calendar': () => ({ entries: [entry] }),
    'research.basket': () => ({ rows: [] }),
  })
  expect(planned.get('planned')?.rows).toEqual([['2026-11-10', 'Kayak tours']])
  const audit = { day: '2026-10-04', kind: 'audit', subject: 'https://www.acme.com/', text: 'x' }
  const { tables } = await build(
    buildAnnotations,
    { 'publishing.calendar': () => ({ entries: [] }) },
    { annotations: [audit] },
  )
  expect(tables.get('notes')?.rows).toEqual([['2026-10-04', en.events.audited('acme.com')]])
})

test('an article that is planned for two platforms is one article', async () => {
  const entry = (articleSlug: string, day: string, provider: string) => ({
    ...{
      articleSlug,
      provider,
      title: articleSlug,
      at: `2026-11-${day}T09:00:00.000Z`,
      state: 'scheduled',
      move: null,
    },
  })
  const untitled = { ...entry('kayak-tours', '13', 'ghost'), title: null }
  const entries = [entry('a', '10', 'wordpress'), entry('a', '11', 'ghost'), entry('b', '12', 'ghost'), untitled]
  const replies: Replies = {
    'publishing.calendar': () => ({ entries }),
    'research.basket': () => ({ rows: [] }),
  }
  const { tables } = await build(buildNextSteps, replies, { rows: 1 })
  const planned = tables.get('planned')
  expect([planned?.rows, planned?.more]).toEqual([[['2026-11-10', 'a']], 2])
  // A client reads no slug.
  const all = await build(buildNextSteps, replies, { rows: 9 })
  expect(all.tables.get('planned')?.rows.at(-1)).toEqual(['2026-11-13', 'Kayak tours'])
})

test('the agency’s words do not name a period that nothing was compared with', async () => {
  const wordsWith = async (compared: number) => {
    const ask = async (name: string) =>
      name === 'rankings.totals' ? totalsOf(compared) : { rows: [], brands: [], nextCursor: null, freshAsOf: null }
    const template = {
      ...{
        title: '',
        language: 'en',
        compare: 'previous',
        nextSteps: '',
        summary: '{{ clicks }} clicks (vs {{ comparePeriod }})',
      },
      sections: [{ kind: 'summary', isOn: true, title: null, rows: null }],
    }
    const options = { ask, brand: { id: 'acme', name: 'Acme' }, template, period: PERIOD, branding: { name: 'A' } }
    const report = await buildReport({ ...options, createdAt: '2026-11-05' } as unknown as ReportOptions) // what it reads
    return report.sections[0]?.blocks.flatMap((block) => (block.type === 'words' ? block.paragraphs : []))
  }
  expect(await wordsWith(1)).toEqual(['5 clicks (vs September 2026)'])
  expect(await wordsWith(0)).toEqual(['5 clicks'])
})

test('an article that was taken down since was published in its period all the same', async () => {
  const entry = (articleSlug: string, status: string) => ({
    ...{
      articleSlug,
      status,
      provider: 'webhook',
      title: articleSlug,
      at: '2026-10-05T09:00:00.000Z',
      state: 'unpublished',
    },
  })
  const replies: Replies = {
    'publishing.calendar': () => ({ entries: [entry('out', 'publish'), entry('a-draft', 'draft')] }),
    'impact.list': () => ({ rows: [] }),
  }
  const { hasData, tables } = await build(buildContent, replies)
  expect([hasData, tables.get('articles')?.rows.map(([, title]) => title)]).toEqual([true, ['out']])
})

test('that no keyword left its usual range is said of the days that were compared', async () => {
  const replies: Replies = { 'rankings.movers': () => ({ rows: [], real: { lastDay: '2026-10-09' } }) }
  const { notes } = await build(buildMovers, replies)
  expect(notes).toContain(`No keyword left its usual range in the 3 days to ${format.day('2026-10-09')}.`)
})

test('a keyword that did not rank on the last day has a dash, and the report says what it means', async () => {
  const real = { usual: null, clicksBefore: 4, clicksNow: 1, lastDay: '2026-10-09' }
  const of = (toPosition: number | null): Replies => ({
    'rankings.movers': () => ({ rows: [{ keyword: 'tea', kind: 'down', fromPosition: 2.5, toPosition, real }], real }),
  })
  const said = `A dash under Position: the keyword did not rank on ${format.day('2026-10-09')}.`
  const { tables, notes } = await build(buildMovers, of(null))
  expect(tables.get('real-down')?.rows).toEqual([['tea', 2.5, null, 4, 1]])
  expect(notes).toContain(said)
  expect((await build(buildMovers, of(3.8))).notes).not.toContain(said)
})

test('a pitch whose status says that there is no reply yet is counted as none', async () => {
  const sentAt = '2026-10-10T08:00:00.000Z'
  const rows = ['replied', 'not_replied', 'no reply', 'Replied', 'sent'].map((status) => ({ sentAt, status }))
  const list = { rows, total: rows.length, nextCursor: null, freshAsOf: '2026-11-01T08:00:00.000Z' }
  const lists = ['prospects.page', 'contacts.page', 'outreach.outbox'].map((name) => [name, () => list])
  const { figures } = await build(buildOutreach, Object.fromEntries(lists))
  expect(Object.fromEntries(figures)).toMatchObject({ pitched: 5, replied: 2 })
})

test('topics and outreach that were never read are not said to be none', async () => {
  const page = (freshAsOf: string | null, total = 0) => ({ ...{ rows: [], total, freshAsOf, nextCursor: null } })
  const of = (sites: object, contacts: object, outbox: object): Replies => ({
    'prospects.page': () => sites,
    'contacts.page': () => contacts,
    'outreach.outbox': () => outbox,
    'clusters.page': () => outbox,
  })
  const [never, read] = [page(null), page('2026-11-02T08:00:00.000Z')]
  for (const section of [buildOutreach, buildClusters])
    expect((await build(section, of(never, never, never))).notes).toEqual([en.notes.notRead])
  expect((await build(buildClusters, of(read, read, read))).notes).toEqual([en.notes.noClusters])
  expect((await build(buildOutreach, of(read, read, read))).notes).toEqual([en.notes.noOutreach])
  const { figures, notes } = await build(buildOutreach, of(page('2026-11-01T08:00:00.000Z', 7), read, never))
  expect(Object.fromEntries(figures)).toEqual({ prospects: 7, contacts: 0, pitched: null, replied: null })
  expect(notes[0]).toContain(format.day('2026-11-01'))
})

test('a cause that the agency made itself is named as the notes of the report name it', async () => {
  const event = { daysBefore: 3, text: 'Published as scheduled: “As good”' }
  const cause = {
    ...{ kind: 'own-action', confidence: 'clear', since: '2026-10-12', page: '/as-good', pageAfter: null },
    figures: { event, together: { fell: 9, of: 9 }, controls: { fell: 1, of: 90 } },
  }
  const drop = {
    ...{ of: 'keyword', keyword: 'good things', page: '/as-good', since: '2026-10-13', cause, answer: null },
    ...{ clicksBefore: 9, clicksNow: 1, unchecked: [] },
  }
  const note = {
    ...{ day: '2026-10-09', kind: 'scheduled', subject: 'as-good', keyword: null },
    text: 'Published as scheduled: as-good, confirmed by the service',
  }
  const { tables } = await build(
    buildCauses,
    { 'brands.list': () => ({ brands: [] }), 'publishing.calendar': () => ({ entries: [] }) },
    {
      causesIn: async () => ({ state: 'told', asOf: '2026-10-31', drops: [drop] }),
      annotations: [note],
    },
  )
  expect(String(tables.get('causes')?.rows[0]?.at(-1))).toContain('As good')
})
