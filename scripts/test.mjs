// Runs what every change needs, also after one check failed; the last line counts what passed. The numbers come from
// vitest's report; a failed check that is not a test counts as one failure. `npm run test:all` runs the rest as well.
import { createChildGroups } from './lib/child-groups.mjs'
import { emptyFolder, ensureInstalled, inProject } from './lib/project.mjs'
import { closingLine, detailsOf } from './lib/test-report.mjs'
import { runNpmTest } from './lib/test-suites.mjs'

const say = (text) => process.stdout.write(`${text}\n`)

await ensureInstalled()
emptyFolder(inProject('test-results'))
const { run, stoppedBy } = createChildGroups()
const counts = await runNpmTest({ run, say })
say(`\n${detailsOf(counts).join('\n\n')}`)
say(`\n${closingLine(counts)}`)
process.exit(stoppedBy() === null && counts.failed.length === 0 ? 0 : 1)
