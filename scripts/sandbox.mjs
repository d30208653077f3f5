// The sandbox alone: our own local implementation of the service.
import { runUntilEnd } from './lib/child.mjs'
import { ensureReady, inProject, nodeArgs, nodeFile } from './lib/project.mjs'

await ensureReady()
process.exit(
  await runUntilEnd(nodeFile(), [...nodeArgs, inProject('out', 'main', 'sandbox.js'), ...process.argv.slice(2)]),
)
