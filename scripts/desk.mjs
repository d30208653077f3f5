#!/usr/bin/env node
// The command line of the desk; stdout belongs to its answer alone.
import { runUntilEnd } from './lib/child.mjs'
import { ensureReady, inProject, nodeArgs, nodeFile } from './lib/project.mjs'

await ensureReady()
process.exit(await runUntilEnd(nodeFile(), [...nodeArgs, inProject('out', 'main', 'cli.js'), ...process.argv.slice(2)]))
