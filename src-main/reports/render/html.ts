// A report as one HTML file: nothing in it is loaded from anywhere, and no text in it is ever markup.
import type {
  Report,
  ReportBlock,
  ReportCell,
  ReportChart,
  ReportFigure,
  ReportTable,
  ReportUnit,
} from '../../../src-shared/desk/reports.ts'
import type { ReportTexts } from '../texts/en.ts'
import { REPORT_TEXTS } from '../texts/texts.ts'
import { renderChart } from './chart.ts'
import { type Accents, accentsOf, tint } from './colour.ts'
import { escapeHtml, isolated } from './escape.ts'
import { formatIn, type ReportFormatter } from './format.ts'
import { reportStyle } from './style.ts'

type Page = { readonly texts: ReportTexts; readonly format: ReportFormatter; readonly accents: Accents }

const IS_TEXT = new Set<ReportUnit>(['text', 'day'])
/** A rise of these is good; of positions a fall is. */
const TONES: Partial<Record<ReportUnit, 1 | -1>> = { change: 1, percentChange: 1, scoreChange: 1, positionChange: -1 }
/** Sections that begin a page of their own. */
const OWN_PAGE = new Set(['visibility', 'keywords', 'movers', 'clusters'])
/** A table with so many rows at most is not torn apart. */
const WHOLE_ROWS = 14

/** What is written as zero is neither good nor bad. */
const toneOf = (isGood: boolean | null, written: string): string =>
  isGood === null || !/[1-9]/.test(written) ? 'same' : isGood ? 'good' : 'bad'

const figure = ({ label, value, unit, change, changeUnit, isGood }: ReportFigure, { format }: Page): string => {
  const written = format.value(change, changeUnit)
  const moved = change === null ? '' : `<p class="change ${toneOf(isGood, written)}">${escapeHtml(written)}</p>`
  return `<li><p class="label">${escapeHtml(label)}</p><p class="value">${escapeHtml(format.value(value, unit))}</p>${moved}</li>`
}

/** Numbers stand below each other, and a day takes no more room than it needs. */
const classOf = (unit: ReportUnit): string[] => (unit === 'day' ? ['d'] : IS_TEXT.has(unit) ? [] : ['n'])
const attributeOf = (classes: readonly string[]): string =>
  classes.length === 0 ? '' : ` class="${classes.join(' ')}"`

const cell = (value: ReportCell, unit: ReportUnit, { format }: Page): string => {
  const tone = TONES[unit]
  const written = format.value(value, unit)
  const classes = [
    ...classOf(unit),
    ...(tone === undefined || typeof value !== 'number' || value === 0 ? [] : [toneOf(value * tone > 0, written)]),
  ]
  return `<td${attributeOf(classes)}>${escapeHtml(written)}</td>`
}

const CHANGES = new Set<ReportUnit>([
  'change',
  'difference',
  'percentChange',
  'pointChange',
  'positionChange',
  'scoreChange',
])

/** A change that no row has is not shown: there was nothing to compare with. */
const shownColumns = ({ columns, rows }: ReportTable) =>
  columns
    .map((column, at) => ({ ...column, at }))
    .filter(({ unit, at }) => !CHANGES.has(unit) || rows.some((row) => row[at] != null))

const table = (whole: ReportTable, page: Page, hasTitle: boolean): string => {
  const { title, rows, more } = whole
  const columns = shownColumns(whole)
  const head = columns
    .map(({ label, unit }) => `<th scope="col"${attributeOf(classOf(unit))}>${escapeHtml(label)}</th>`)
    .join('')
  const body = rows
    .map((row) => `<tr>${columns.map(({ unit, at }) => cell(row[at] ?? null, unit, page)).join('')}</tr>`)
    .join('')
  const rest =
    more > 0 ? `<p class="note">${escapeHtml(page.texts.words.more(page.format.value(more, 'number')))}</p>` : ''
  return `${hasTitle ? `<h3>${escapeHtml(title)}</h3>` : ''}<table${rows.length > WHOLE_ROWS ? '' : ' class="whole"'}><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>${rest}`
}

const chart = (one: ReportChart, { accents: { line }, format }: Page, isHalf: boolean): string => {
  const colours = { line, soft: tint(line, 0.2), before: '#8b94a1' }
  return `<figure><h3>${escapeHtml(one.title)}</h3>${renderChart(one, { colours, format, isHalf })}</figure>`
}

/** The first charts of a section have the width of the page; further ones stand side by side. */
const WIDE_CHARTS = 2

const block = (one: ReportBlock, page: Page, before: ReportBlock | undefined): string => {
  if (one.type === 'words')
    return `<div class="words">${one.paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('')}</div>`
  if (one.type === 'figures')
    return `<ul class="figures">${one.figures.map((each) => figure(each, page)).join('')}</ul>`
  if (one.type === 'note') return `<p class="note">${escapeHtml(one.text)}</p>`
  // A table with the numbers of the chart above it needs no heading of its own.
  if (one.type === 'table')
    return table(one.table, page, before?.type !== 'chart' || before.chart.title !== one.table.title)
  return chart(one.chart, page, false)
}

const blocksOf = (blocks: readonly ReportBlock[], page: Page): string => {
  const narrow = blocks.filter(({ type }) => type === 'chart').slice(WIDE_CHARTS)
  return blocks
    .map((one, at) => {
      if (!narrow.includes(one)) return block(one, page, blocks[at - 1])
      const pair = narrow.flatMap((each) => (each.type === 'chart' ? chart(each.chart, page, true) : []))
      return one === narrow[0] ? `<div class="two">${pair.join('')}</div>` : ''
    })
    .join('')
}

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

const EMPTY_ID = 'without-data'
/** Characters of a brand's name that fill two lines of the cover. */
const LONG_NAME = 44

/** Sections without data stand together at the end: they leave no holes. */
const partsOf = ({ sections }: Report) => ({
  shown: sections.filter(({ hasData }) => hasData),
  empty: sections.filter(({ hasData }) => !hasData),
})

const withoutData = ({ empty }: ReturnType<typeof partsOf>, { texts }: Page): string => {
  if (empty.length === 0) return ''
  const said = (blocks: readonly ReportBlock[]) => blocks.flatMap((one) => (one.type === 'note' ? one.text : []))
  const lines = empty.map(
    ({ kind, title, blocks }) =>
      `<dt id="${kind}">${escapeHtml(title)}</dt><dd>${escapeHtml(said(blocks).join(' '))}</dd>`,
  )
  return `<section id="${EMPTY_ID}"><h2>${escapeHtml(texts.words.withoutData)}</h2><dl>${lines.join('')}</dl></section>`
}

/** At the top of each page, in one line. */
const headOf = (name: string, period: string): string => {
  const letters = Array.from(name)
  const short = letters.length > HEAD_NAME ? `${letters.slice(0, HEAD_NAME - 1).join('')}…` : name
  return `${isolated(short)} · ${period}`
}
const HEAD_NAME = 70

const cover = (report: Report, { texts, format }: Page): string => {
  const { branding, brand } = report
  const agency =
    branding.logo !== null
      ? `<img class="logo" src="${escapeHtml(branding.logo)}" alt="${escapeHtml(branding.name)}">`
      : `<p class="agency">${escapeHtml(branding.name)}</p>`
  // A section without data is named in its place; its line is at the end.
  const contents = report.sections
    .map(
      ({ kind, title, hasData }) =>
        `<li${hasData ? '' : ' class="empty"'}><a href="#${kind}">${escapeHtml(title)}</a></li>`,
    )
    .join('')
  const by = branding.name === '' ? [] : [`${texts.cover.preparedBy} ${isolated(branding.name)}`]
  const freshAsOf = report.freshAsOf === null ? [] : [`${texts.cover.dataOf} ${format.day(report.freshAsOf)}`]
  const facts = [...by, `${texts.cover.created} ${format.day(report.createdAt)}`, ...freshAsOf]
  const compared =
    report.comparePeriod === null
      ? ''
      : `<p class="vs">${escapeHtml(texts.cover.vs)} ${escapeHtml(format.period(report.comparePeriod))}</p>`
  const part =
    report.measured.from === report.period.from && report.measured.to === report.period.to
      ? ''
      : `<p class="vs">${escapeHtml(texts.cover.rankingsOf)} ${escapeHtml(format.period(report.measured))}</p>`
  return `<header class="cover">${agency}<div class="mid"><p class="what">${escapeHtml(report.title)}</p><h1${brand.name.length > LONG_NAME ? ' class="long"' : ''}>${escapeHtml(brand.name)}</h1><p class="when">${escapeHtml(format.period(report.period))}</p>${part}${compared}</div><nav aria-label="${escapeHtml(texts.cover.contents)}"><h2>${escapeHtml(texts.cover.contents)}</h2><ul>${contents}</ul></nav><p class="facts">${escapeHtml(facts.join(' · '))}</p></header>`
}

export const renderHtml = (report: Report): string => {
  const { brand, branding, language } = report
  const texts = REPORT_TEXTS[language]
  const format = formatIn(language)
  const accents = accentsOf(branding.colour)
  const page: Page = { texts, format, accents }
  const period = format.period(report.period)
  const parts = partsOf(report)
  const sections = parts.shown
    .map(({ kind, title, blocks }) => {
      const own = OWN_PAGE.has(kind) ? ' class="page"' : ''
      return `<section id="${kind}"${own}><h2>${escapeHtml(title)}</h2>${blocksOf(blocks, page)}</section>`
    })
    .join('\n')
  const footer = branding.footer === '' ? branding.name : branding.footer
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(`${report.title}: ${brand.name}, ${period}`)}</title>
<style>${reportStyle({ accents, footer: isolated(footer), head: headOf(brand.name, period) })}</style>
</head>
<body>
${cover(report, page)}
<main>
${sections}
${withoutData(parts, page)}
</main>
</body>
</html>
`
}
