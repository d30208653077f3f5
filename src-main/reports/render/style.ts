import { type Accents, tint } from './colour.ts'
import { cssString } from './escape.ts'

type Look = {
  readonly accents: Accents
  readonly footer: string
  readonly head: string
}

const FONT = '"Inter", "Helvetica Neue", "Segoe UI", "Liberation Sans", Arial, sans-serif'
const GREY = '#5b6470'
const LINE = '#e3e6ea'

/** The header and footer of each page are CSS, so that any browser prints them; the cover has none. */
const paper = ({ footer, head }: Look): string => `
@page {
  size: A4; margin: 22mm 18mm 20mm;
  @top-left { content: ${cssString(head)}; font: 8pt ${FONT}; color: ${GREY}; }
  @bottom-left { content: ${cssString(footer)}; font: 8pt ${FONT}; color: ${GREY}; width: 80%; text-align: left; }
  @bottom-right { content: counter(page) " / " counter(pages); font: 8pt ${FONT}; color: ${GREY}; }
}
@page :first { margin: 0; @top-left { content: none; } @bottom-left { content: none; } @bottom-right { content: none; } }
@media print {
  body { background: #fff; }
  .cover { height: 297mm; break-after: page; box-shadow: none; margin: 0; }
  main { max-width: none; margin: 0; padding: 0; box-shadow: none; }
  section.page { break-before: page; }
  section.page:first-child { break-before: auto; }
}`

const screen = `
@media screen {
  /* No page of its own: what is read begins below it. */
  .cover { padding: 10mm 18mm 8mm; }
  .cover .mid { margin-top: 6mm; }
  .cover nav { columns: 3; margin-top: 10mm; }
  .cover, main { max-width: 210mm; margin: 24px auto; background: #fff; box-shadow: 0 1px 8px rgb(0 0 0 / .12); }
  main { padding: 12mm 18mm 18mm; }
}
@media screen and (max-width: 640px) {
  .cover { padding: 10mm 6mm; }
  .cover nav { columns: 1; }
  main { padding: 6mm; }
  .figures { grid-template-columns: 1fr 1fr; }
  .two { grid-template-columns: 1fr; }
  table { display: block; overflow-x: auto; }
  td:first-child { min-width: 28mm; }
}`

// Ligatures would make two words of one where the text is searched or copied.
export const reportStyle = (look: Look): string => {
  const { text, decor } = look.accents
  const [soft, softer] = [tint(decor, 0.22), tint(decor, 0.06)]
  return `
:root { color-scheme: light; }
* { box-sizing: border-box; }
html { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
body { margin: 0; background: #eef0f3; color: #1b222c; font: 10pt/1.5 ${FONT}; font-variant-numeric: tabular-nums; font-variant-ligatures: none; }
h1, h2, h3, p, ul { margin: 0; padding: 0; }
.cover { display: flex; flex-direction: column; padding: 26mm 22mm 20mm; border-top: 7mm solid ${decor}; }
.cover .logo { max-width: 62mm; max-height: 24mm; align-self: flex-start; }
.cover .agency { font-size: 11pt; font-weight: 600; color: ${text}; }
.cover .mid { margin-top: 42mm; }
.cover h1 { font-size: 31pt; line-height: 1.12; letter-spacing: -.015em; font-weight: 700; color: #10161f; overflow-wrap: anywhere; }
.cover h1.long { font-size: 23pt; }
.cover .what { font-size: 12pt; color: ${text}; font-weight: 600; margin-bottom: 3mm; }
.cover .when { font-size: 13pt; margin-top: 5mm; }
.cover .vs { color: ${GREY}; margin-top: 1mm; }
.cover nav { margin-top: auto; columns: 2; column-gap: 12mm; font-size: 10pt; }
.cover nav h2 { column-span: all; font-size: 8.5pt; text-transform: uppercase; letter-spacing: .08em; color: ${GREY}; font-weight: 600; margin-bottom: 2mm; }
.cover nav li { list-style: none; padding: 1.4mm 0; border-bottom: .3mm solid ${LINE}; break-inside: avoid; }
.cover nav a { color: inherit; text-decoration: none; }
.cover nav .empty { color: ${GREY}; }
.cover .facts { margin-top: 8mm; color: ${GREY}; font-size: 8.5pt; }
section { margin-bottom: 11mm; }
h2 { font-size: 18pt; line-height: 1.25; letter-spacing: -.01em; font-weight: 700; color: #10161f; padding-bottom: 2mm; border-bottom: .7mm solid ${decor}; margin-bottom: 5mm; break-after: avoid; overflow-wrap: anywhere; }
h3 { font-size: 11pt; font-weight: 600; margin: 5mm 0 1.5mm; break-after: avoid; }
.words { font-size: 11pt; line-height: 1.6; max-width: 150mm; margin: 5mm 0; overflow-wrap: anywhere; }
.words p + p { margin-top: 3mm; }
.note { break-before: avoid; color: ${GREY}; font-size: 9pt; margin-top: 2.5mm; max-width: 150mm; }
dl { margin: 0; font-size: 9.5pt; }
dt { font-weight: 600; break-after: avoid; }
dd { margin: 0 0 3mm; color: ${GREY}; }
.figures { break-after: avoid; display: grid; grid-template-columns: repeat(4, 1fr); gap: 3.5mm; list-style: none; }
.figures li { background: ${softer}; border-left: .9mm solid ${soft}; padding: 3mm 3.5mm; break-inside: avoid; }
.figures li:first-child { border-left-color: ${decor}; }
.figures .label { font-size: 8.5pt; color: ${GREY}; line-height: 1.3; min-height: 2.6em; }
.figures .value { font-size: 19pt; font-weight: 700; line-height: 1.2; letter-spacing: -.015em; }
.figures .change { font-size: 9.5pt; font-weight: 600; }
.good { color: #17693a; } .bad { color: #a3291f; } .same { color: ${GREY}; }
table { border-collapse: collapse; width: 100%; font-size: 9pt; line-height: 1.35; }
table.whole { break-inside: avoid; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
/* The last page of a table has more than its last row. */
tbody tr:nth-last-child(-n+3) { break-before: avoid; }
th { text-align: left; font-weight: 600; color: ${GREY}; font-size: 8pt; padding: 1.5mm 2mm; border-bottom: .4mm solid #c9ced6; vertical-align: bottom; }
td { padding: 1.25mm 2mm; border-bottom: .25mm solid ${LINE}; vertical-align: top; overflow-wrap: anywhere; }
th:first-child, td:first-child { padding-left: 0; }
th:last-child, td:last-child { padding-right: 0; }
.n { text-align: right; }
td.n { white-space: nowrap; }
.d { white-space: nowrap; width: 24mm; }
/* Each text by its own direction; all begin at the left. */
h1, td, dd, .words p, .cover p { unicode-bidi: plaintext; text-align: left; }
figure { margin: 0; break-inside: avoid; }
.chart { display: block; width: 100%; height: auto; font-size: 9.5px; fill: ${GREY}; font-family: ${FONT}; }
.legend { display: flex; flex-wrap: wrap; gap: 1mm 6mm; font-size: 8.5pt; color: ${GREY}; margin-bottom: 1.5mm; }
.legend svg { width: 22px; height: 8px; margin-right: 1.5mm; vertical-align: middle; }
.two { display: grid; grid-template-columns: 1fr 1fr; gap: 0 8mm; align-items: start; }
${paper(look)}
${screen}`
}
