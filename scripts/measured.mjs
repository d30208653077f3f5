// Writes the table of measurements in docs/performance.md: node scripts/measured.mjs bench-results/<run>.json …
// Several runs: medians. Rows that they lack stay as they were; with --only they go. Without a file the table is written
// again from docs/measured.json.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { summarise, withTable } from './lib/measured.mjs'
import { inProject } from './lib/project.mjs'

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))
const SUMMARY = inProject('docs', 'measured.json')
const PAGE = inProject('docs', 'performance.md')

const isOnly = process.argv.includes('--only')
const results = process.argv.slice(2).flatMap((file) => (file === '--only' ? [] : [readJson(file)]))
results.sort((a, b) => (a.takenAt < b.takenAt ? -1 : 1))
const before = existsSync(SUMMARY) && !isOnly ? readJson(SUMMARY) : undefined
const summary = results.length === 0 ? before : summarise(results, before)
if (summary === undefined) throw new Error('Name at least one result of the bench.')
writeFileSync(SUMMARY, `${JSON.stringify(summary, null, 2)}\n`)
writeFileSync(PAGE, withTable(readFileSync(PAGE, 'utf8'), summary))
