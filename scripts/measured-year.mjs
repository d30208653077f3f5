// Writes the table of a year of history in docs/performance.md: node scripts/measured-year.mjs bench-results/<run of --year>.json
// Without a file the table is written again from docs/measured-year.json.
import { readFileSync, writeFileSync } from 'node:fs'
import { withYear } from './lib/measured-year.mjs'
import { inProject } from './lib/project.mjs'

const SUMMARY = inProject('docs', 'measured-year.json')
const PAGE = inProject('docs', 'performance.md')

const [, , file = SUMMARY] = process.argv
const { takenAt, machine, rows } = JSON.parse(readFileSync(file, 'utf8'))
const summary = { takenAt, machine: { cores: machine.cores, node: machine.node }, rows }
writeFileSync(SUMMARY, `${JSON.stringify(summary, null, 2)}\n`)
writeFileSync(PAGE, withYear(readFileSync(PAGE, 'utf8'), summary))
