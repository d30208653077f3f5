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
import { readableAccent, tint } from './colour.ts'
import { escapeHtml } from './escape.ts'
import { formatIn, type ReportFormatter } from './format.ts'
import { reportStyle } from './style.ts'

type Page = { readonly texts: ReportTexts; readonly format: ReportFormatter; readonly accent: string }

const IS_TEXT = new Set<ReportUnit>(['text', 'day'])
/** A rise of these is good; of positions a fall is. */
const TONES: Partial<Record<ReportUnit, 1 | -1>> = { change: 1, percentChange: 1, positionChange: -1 }
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

const cell = (value: ReportCell, unit: ReportUnit, { format }: Page): string => {
  const tone = TONES[unit]
  const written = format.value(value, unit)
  const classes = [
    ...(IS_TEXT.has(unit) ? [] : ['n']),
    ...(tone === undefined || typeof value !== 'number' || value === 0 ? [] : [toneOf(value * tone > 0, written)]),
  ]
  return `<td${classes.length === 0 ? '' : ` class="${classes.join(' ')}"`}>${escapeHtml(written)}</td>`
}

const table = ({ title, columns, rows, more }: ReportTable, page: Page): string => {
  const head = columns
    .map(({ label, unit }) => `<th scope="col"${IS_TEXT.has(unit) ? '' : ' class="n"'}>${escapeHtml(label)}</th>`)
    .join('')
  const body = rows
    .map((row) => `<tr>${columns.map(({ unit }, at) => cell(row[at] ?? null, unit, page)).join('')}</tr>`)
    .join('')
  const rest =
    more > 0 ? `<p class="note">${escapeHtml(page.texts.words.more(page.format.value(more, 'number')))}</p>` : ''
  return `<h3>${escapeHtml(title)}</h3><table${rows.length > WHOLE_ROWS ? '' : ' class="whole"'}><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>${rest}`
}

const chart = (one: ReportChart, { accent, format }: Page, isHalf: boolean): string => {
  const colours = { accent, soft: tint(accent, 0.2), before: '#8b94a1' }
  return `<figure><h3>${escapeHtml(one.title)}</h3>${renderChart(one, { colours, format, isHalf })}</figure>`
}

/** The first charts of a section have the width of the page; further ones stand side by side. */
const WIDE_CHARTS = 2

const block = (one: ReportBlock, page: Page): string => {
  if (one.type === 'words')
    return `<div class="words">${one.paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('')}</div>`
  if (one.type === 'figures')
    return `<ul class="figures">${one.figures.map((each) => figure(each, page)).join('')}</ul>`
  if (one.type === 'note') return `<p class="note">${escapeHtml(one.text)}</p>`
  if (one.type === 'table') return table(one.table, page)
  return chart(one.chart, page, false)
}

const blocksOf = (blocks: readonly ReportBlock[], page: Page): string => {
  const narrow = blocks.filter(({ type }) => type === 'chart').slice(WIDE_CHARTS)
  return blocks
    .map((one) => {
      if (!narrow.includes(one)) return block(one, page)
      const pair = narrow.flatMap((each) => (each.type === 'chart' ? chart(each.chart, page, true) : []))
      return one === narrow[0] ? `<div class="two">${pair.join('')}</div>` : ''
    })
    .join('')
}

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

const cover = (report: Report, { texts, format }: Page): string => {
  const { branding, brand, sections } = report
  const agency =
    branding.logo !== null
      ? `<img class="logo" src="${escapeHtml(branding.logo)}" alt="${escapeHtml(branding.name)}">`
      : `<p class="agency">${escapeHtml(branding.name)}</p>`
  const contents = sections.map(({ kind, title }) => `<li><a href="#${kind}">${escapeHtml(title)}</a></li>`).join('')
  const by = branding.name === '' ? [] : [`${texts.cover.preparedBy} ${branding.name}`]
  const asOf = report.asOf === null ? [] : [`${texts.cover.dataOf} ${format.day(report.asOf)}`]
  const facts = [...by, `${texts.cover.created} ${format.day(report.createdAt)}`, ...asOf]
  return `<header class="cover">${agency}<div class="mid"><p class="what">${escapeHtml(report.title)}</p><h1>${escapeHtml(brand.name)}</h1><p class="when">${escapeHtml(format.period(report.period))}</p><p class="vs">${escapeHtml(texts.cover.vs)} ${escapeHtml(format.period(report.comparePeriod))}</p></div><nav aria-label="${escapeHtml(texts.cover.contents)}"><h2>${escapeHtml(texts.cover.contents)}</h2><ul>${contents}</ul></nav><p class="facts">${escapeHtml(facts.join(' · '))}</p></header>`
}

export const renderHtml = (report: Report): string => {
  const { brand, branding, language } = report
  const texts = REPORT_TEXTS[language]
  const format = formatIn(language)
  const accent = readableAccent(branding.colour)
  const page: Page = { texts, format, accent }
  const period = format.period(report.period)
  const sections = report.sections
    .map(({ kind, title, hasData, blocks }) => {
      const own = hasData && OWN_PAGE.has(kind) ? ' class="page"' : ''
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
<style>${reportStyle({ accent, footer, head: `${brand.name} · ${period}` })}</style>
</head>
<body>
${cover(report, page)}
<main>
${sections}
</main>
</body>
</html>
`
}
