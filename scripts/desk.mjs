#!/usr/bin/env node
// The command line of the desk; stdout belongs to its answer alone.
import { runBundle } from './lib/child.mjs'
import { ensureReady } from './lib/project.mjs'

await ensureReady()
process.exit(await runBundle('cli.js', process.argv.slice(2)))
