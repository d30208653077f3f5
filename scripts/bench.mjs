// The ratios of the promises about speed, from the sources.
import { runUntilEnd } from './lib/child.mjs'
import { ensureReady, inProject, nodeFile } from './lib/project.mjs'

await ensureReady()
process.exit(await runUntilEnd(nodeFile(), [inProject('test', 'bench', 'run.ts'), ...process.argv.slice(2)]))
