// Runs every suite there is, one after another, also after one failed; then one table, and a last line that counts what
// passed. The rounds of long tests are bounded so that all of it takes at most 45 minutes on two processors: `--long` runs
// them in full. `--only <suite>`, as often as wanted, runs those alone.
import { parseArgs } from 'node:util'
import { createChildGroups } from './lib/child-groups.mjs'
import { emptyFolder, ensureInstalled, ensureReady, inProject } from './lib/project.mjs'
import { closingLine, detailsOf, nothing, tableOf, together } from './lib/test-report.mjs'
import { suites } from './lib/test-suites.mjs'

const say = (text) => process.stdout.write(`${text}\n`)
const { values } = parseArgs({ options: { long: { type: 'boolean' }, only: { type: 'string', multiple: true } } })
const unknown = (values.only ?? []).filter((name) => !suites.some((suite) => suite.name === name))
if (unknown.length > 0) {
  say(`No such suite: ${unknown.join(', ')}. There are: ${suites.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}
const chosen = suites.filter(({ name }) => values.only?.includes(name) ?? true)

await ensureInstalled()
// `npm test` builds by itself.
if (chosen[0]?.name !== 'npm-test') await ensureReady()
emptyFolder(inProject('test-results'))

const { run, stoppedBy } = createChildGroups()
const context = { run, say, isLong: values.long === true, nowMs: Date.now() }
const ran = []
for (const suite of chosen) {
  if (stoppedBy() !== null) break
  say(`\n==== ${suite.title}`)
  const startMs = performance.now()
  const counts = await suite
    .run(context)
    .catch((error) => ({ ...nothing(), failed: [`${suite.title}: ${error.message}`] }))
  ran.push({ title: suite.title, counts, seconds: (performance.now() - startMs) / 1000 })
}

const all = together(ran.map(({ counts }) => counts))
for (const { title, counts } of ran) say(`\n==== ${title}\n${detailsOf(counts).join('\n\n')}`)
say(`\n${tableOf(ran)}`)
say(`\n${closingLine(all)}`)
process.exit(stoppedBy() === null && all.failed.length === 0 ? 0 : 1)
