// Why keywords fell, in a report for the client.
import { expect, test } from 'vitest'
import { dayFromNumber, dayNumber, toDay } from '../../src-main/base/clock.ts'
import { REPORT_TEXTS } from '../../src-main/reports/texts/texts.ts'
import type { CallOutput } from '../../src-shared/desk/contract.ts'
import { REPORT_LANGUAGES, type ReportLanguage } from '../../src-shared/desk/report-names.ts'
import { openReportDesk } from '../support/report-desk.ts'
import { testClock } from '../support/test-clock.ts'

const OTHER = 'Borealis Tea'
const HOSTILE = '<img src=x onerror=alert(1)> & Co'

/** A desk on which the keywords of one page fell four days ago. */
const openFallenDesk = async () => {
  const opened = await openReportDesk({
    keywords: 200,
    names: ['Aurora Fittings', OTHER],
    plant: async ({ controlUrl, brands: [first] }) => {
      const teamId = first?.teamId ?? ''
      const answer = await fetch(`${controlUrl}/pages?teamId=${encodeURIComponent(teamId)}`)
      const { pages } = (await answer.json()) as { pages: string[] } // as the sandbox answers
      const slug = pages[0]?.split('/').at(-1) ?? ''
      const from = dayFromNumber(dayNumber(toDay(testClock.now())) - 4)
      await fetch(`${controlUrl}/lifts`, { method: 'POST', body: JSON.stringify({ teamId, slug, from, factor: 0.3 }) })
    },
  })
  const brandId = opened.brands[0]?.id ?? ''
  const { newestWholeDay } = await opened.call('rankings.days', { brandIds: [brandId] })
  const to = newestWholeDay ?? ''
  const period = { from: dayFromNumber(dayNumber(to) - 27), to }
  const { templates } = await opened.call('reports.templates', {})
  const monthly = templates.find(({ id }) => id === 'monthly')
  if (monthly === undefined) throw new Error('no template')
  const draft = (language: ReportLanguage, of = period) =>
    opened.call('reports.draft', { brandId, template: { ...monthly, language }, period: of })
  return { ...opened, brandId, period, draft }
}

const causesIn = ({ sections }: CallOutput<'reports.draft'>) =>
  sections
    .flatMap(({ blocks }) => blocks)
    .flatMap((block) => (block.type === 'table' && block.table.id === 'causes' ? [block.table] : []))

test('a report says in its language why keywords fell in its period, each keyword once, and nothing for days without a fall', async () => {
  const { call, brandId, period, draft } = await openFallenDesk()
  const { rows } = await call('causes.list', { brandIds: [brandId], limit: 500 })
  const fell = rows.filter(({ of, since }) => of === 'keyword' && since >= period.from)
  expect(fell.some(({ causes }) => causes[0]?.kind === 'one-page')).toBe(true)
  for (const language of REPORT_LANGUAGES) {
    const [table, ...more] = causesIn(await draft(language))
    const { labels } = REPORT_TEXTS[language].causes
    expect(more).toEqual([])
    expect(table?.title).toBe(REPORT_TEXTS[language].titles.causes)
    expect(table?.rows.some(([, cause]) => String(cause).startsWith(`${labels['one-page']}: /`))).toBe(true)
    expect(table?.rows.at(-1)?.[1]).toBe(labels.none)
    expect(table?.rows.reduce((sum, row) => sum + Number(row[3]), 0)).toBe(fell.length)
  }
  const to = dayFromNumber(Math.min(...rows.map(({ since }) => dayNumber(since))) - 1)
  expect(causesIn(await draft('en', { from: dayFromNumber(dayNumber(to) - 6), to }))).toEqual([])
})

test('what a person said stands before the cause, as text, and never with the name of another brand', async () => {
  const { call, brandId, period, draft } = await openFallenDesk()
  const { rows } = await call('causes.list', { brandIds: [brandId], limit: 500 })
  const drop = rows.find(
    ({ of, causes, since }) => of === 'keyword' && causes[0]?.kind === 'one-page' && since >= period.from,
  )
  const said = { brandId, keyword: drop?.keyword ?? '', since: drop?.since ?? '' }
  const named = async () => causesIn(await draft('en')).flatMap((table) => table.rows.map(([, cause]) => cause))

  await call('causes.saveAnswer', { ...said, isNamed: true, text: HOSTILE })
  expect(await named()).toContain(HOSTILE)
  const { html } = await call('reports.html', { brandId, templateId: 'monthly', period })
  expect(html).not.toContain('<img src=x')
  expect(html).toContain('&#60;img src=x')

  await call('causes.saveAnswer', { ...said, isNamed: true, text: `A campaign of ${OTHER}` })
  expect(JSON.stringify(await draft('en'))).not.toContain(OTHER)

  await call('causes.saveAnswer', { ...said, isNamed: true, kind: 'demand' })
  expect(await named()).toContain(REPORT_TEXTS.en.causes.labels.demand)
})
