// The sandbox alone: our own local implementation of the service.
import { runBundle } from './lib/child.mjs'
import { ensureReady } from './lib/project.mjs'

await ensureReady()
process.exit(await runBundle('sandbox.js', process.argv.slice(2)))
