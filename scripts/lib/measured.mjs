// The table of measurements in docs/performance.md is made of docs/measured.json, and that file of the bench's results: nobody types a number.
const MARKS = ['<!-- measured: node scripts/measured.mjs -->', '<!-- /measured -->']

const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
const round3 = (value) => Math.round(value * 1000) / 1000
const keyOf = ({ name, against }) => `${name} / ${against}`

/** Some goals follow what the least program took in the same run. */
const medianGoal = (goals) => {
  const [sign] = goals[0].split(' ')
  return `${sign} ${round3(median(goals.map((goal) => Number(goal.split(' ')[1]))))}`
}

const medianRow = (runs) => {
  const { name, against, measured } = runs.at(-1)
  const ofField = (field) => {
    const values = runs.map((run) => run.measured[field])
    return values.every((value) => typeof value === 'number') ? round3(median(values)) : values.at(-1)
  }
  return {
    name,
    against,
    goal: medianGoal(runs.map(({ goal }) => goal)),
    ratio: round3(median(runs.map(({ ratio }) => ratio))),
    measured: Object.fromEntries(Object.keys(measured).map((field) => [field, ofField(field)])),
    runs: runs.length,
    takenAt: runs.at(-1).takenAt.slice(0, 10),
  }
}

/** Medians of these results, oldest first. Rows that they do not have stay as they were. */
export const summarise = (results, before = { rows: [] }) => {
  const byKey = new Map()
  for (const { takenAt, rows } of results)
    for (const row of rows) byKey.set(keyOf(row), [...(byKey.get(keyOf(row)) ?? []), { ...row, takenAt }])
  const fresh = new Map([...byKey].map(([key, runs]) => [key, medianRow(runs)]))
  const kept = before.rows.filter((row) => !fresh.has(keyOf(row)))
  const { cores, node } = results.at(-1)?.machine ?? before.machine
  return { machine: { cores, node }, rows: [...kept, ...fresh.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)) }
}

const isMet = ({ ratio, goal }) => {
  const [sign, limit] = goal.split(' ')
  return sign === '<=' ? ratio <= Number(limit) : ratio >= Number(limit)
}
const shownRatio = (row) => (isMet(row) ? row.ratio.toFixed(2) : `**${row.ratio.toFixed(2)}**`)
const shownGoal = (goal) => goal.replace('<=', '≤').replace('>=', '≥')

/** Many rows against the same thing are one line with their range. */
const lineOf = (rows) => {
  const [{ against, goal }] = rows
  const sorted = [...rows].sort((a, b) => a.ratio - b.ratio)
  const ends = sorted.length === 1 ? sorted : [sorted[0], sorted.at(-1)]
  const what = rows.map(({ name }) => name).join('; ')
  return `| ${what} | ${against} | ${ends.map(shownRatio).join('–')} | ${shownGoal(goal)} |`
}

const MANY = 4

const groupsOf = (rows) => {
  const groups = new Map()
  for (const row of rows) {
    const key = `${row.against} ${row.goal}`
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()].flatMap((group) => (group.length < MANY ? group.map((row) => [row]) : [group]))
}

const dayText = (day) =>
  new Date(`${day}T00:00Z`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })

/** The sentence and the table. */
export const tableOf = ({ machine, rows }) => {
  const days = [...new Set(rows.map(({ takenAt }) => takenAt))].sort().map(dayText)
  const when = days.length === 1 ? days[0] : `${days[0]} to ${days.at(-1)}`
  const runs = Math.max(...rows.map((row) => row.runs))
  const missed = rows.filter((row) => !isMet(row)).length
  const head = `On ${machine.cores} cores with Node ${machine.node}, ${when}; ${runs === 1 ? 'one run' : `medians of up to ${runs} runs`}. ${missed} of ${rows.length} rows miss their goal; they are bold.`
  const lines = groupsOf(rows).map(lineOf)
  return [head, '', '| what | compared with | ratio | goal |', '|---|---|---|---|', ...lines].join('\n')
}

/** The page with the table between its two marks. */
export const withTable = (page, summary) => {
  const [from, to] = MARKS.map((mark) => page.indexOf(mark))
  if (from < 0 || to < from) throw new Error(`The page lacks "${MARKS[0]}" or "${MARKS[1]}".`)
  return `${page.slice(0, from + MARKS[0].length)}\n${tableOf(summary)}\n${page.slice(to)}`
}
