// The table in docs/performance.md of how the desk grows with its history, made of one run of `npm run bench -- --year`.
const MARKS = ['<!-- year: node scripts/measured-year.mjs -->', '<!-- /year -->']
const BAR_OF_ONE = 4
const BAR_MAX = 16

const shown = (value) => (value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : String(Math.round(value)))

/** As long as the growth from 10 to 73 million; four marks: no growth. */
const bar = (growth) => '█'.repeat(Math.max(1, Math.min(BAR_MAX, Math.round(growth * BAR_OF_ONE))))

const lineOf = ({ ok, measured }) => {
  const { what, unit, at1M, at10M, at73M } = measured
  const growth = at73M / at10M
  const ratio = ok ? growth.toFixed(2) : `**${growth.toFixed(2)}**`
  return `| ${what}, ${unit} | ${[at1M, at10M, at73M].map(shown).join(' | ')} | ${ratio} \`${bar(growth)}\` |`
}

export const yearTable = ({ takenAt, machine, rows }) =>
  [
    `On ${machine.cores} cores with Node ${machine.node}, ${takenAt.slice(0, 10)}, one run. Four marks mean no growth; a bold ratio misses its goal of 2.`,
    '',
    '| | 1 M keyword-days | 10 M | 73 M | 73 M / 10 M |',
    '|---|---|---|---|---|',
    ...rows.map(lineOf),
  ].join('\n')

/** The page with the table between its two marks. */
export const withYear = (page, summary) => {
  const [from, to] = MARKS.map((mark) => page.indexOf(mark))
  if (from < 0 || to < from) throw new Error(`The page lacks "${MARKS[0]}" or "${MARKS[1]}".`)
  return `${page.slice(0, from + MARKS[0].length)}\n${yearTable(summary)}\n${page.slice(to)}`
}
