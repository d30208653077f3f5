// Runs the benches, or those whose names are given, prints a table and writes it as JSON.
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { addingBench } from './adding.ts'
import { alertsBench } from './alerts.ts'
import { annotationsBench } from './annotations.ts'
import { asOfBench } from './as-of.ts'
import type { Bench, BenchRow } from './bench.ts'
import { causesBench } from './causes.ts'
import { largeFolderBench } from './large-folder.ts'
import { manyBrandsBench } from './many-brands.ts'
import { manyBrandsSyncBench } from './many-brands-sync.ts'
import { manyBrandsWindowBench } from './many-brands-window.ts'
import { memoryBench } from './memory.ts'
import { opportunitiesBench } from './opportunities.ts'
import { outreachBench } from './outreach.ts'
import { placesBench } from './places.ts'
import { rankingsBench } from './rankings.ts'
import { receiverBench } from './receiver.ts'
import { receiverSyncBench } from './receiver-sync.ts'
import { reportsBench } from './reports.ts'
import { soakBench } from './soak.ts'
import { syncBench } from './sync.ts'
import { teamBench } from './team.ts'
import { teamCatchUpBench } from './team-catch-up.ts'
import { teamDesksBench } from './team-desks.ts'
import { teamFillBench } from './team-fill.ts'
import { teamGroupBench } from './team-group.ts'
import { teamScaleBench } from './team-scale.ts'
import { teamYearBench } from './team-year.ts'
import { todayBench } from './today.ts'
import { unitTestBench } from './unit-test.ts'
import { windowBench } from './window.ts'
import { yearBench } from './year.ts'

/** A new bench adds itself here. */
const benches: readonly Bench[] = [
  annotationsBench,
  memoryBench,
  outreachBench,
  placesBench,
  rankingsBench,
  receiverBench,
  receiverSyncBench,
  syncBench,
  todayBench,
  unitTestBench,
  windowBench,
]

const RESULTS = join(import.meta.dirname, '..', '..', 'bench-results')

const show = (row: BenchRow): string => {
  const measured = Object.entries(row.measured).map(([name, value]) => `${name} ${value}`)
  return `${row.ok ? 'ok  ' : 'MISS'} ${row.ratio.toFixed(2).padStart(7)} ${row.goal.padEnd(7)} ${row.name} / ${row.against}\n${' '.repeat(21)}${measured.join(', ')}`
}

/** Take minutes to fill: only when they are asked for. */
const all = [
  ...benches,
  teamBench,
  teamCatchUpBench,
  teamDesksBench,
  teamFillBench,
  teamGroupBench,
  teamScaleBench,
  teamYearBench,
  yearBench,
  reportsBench,
  alertsBench,
  asOfBench,
  opportunitiesBench,
  causesBench,
  addingBench,
  manyBrandsBench,
  manyBrandsSyncBench,
  manyBrandsWindowBench,
  largeFolderBench,
  soakBench,
]
const asked = process.argv.slice(2)
const chosen = asked.length === 0 ? benches : all.filter(({ name }) => asked.includes(name))
if (chosen.length === 0) throw new Error(`No such bench. There are: ${all.map(({ name }) => name).join(', ')}.`)

const rows: BenchRow[] = []
for (const bench of chosen) {
  console.log(`\n${bench.name}`)
  for (const row of await bench.run()) {
    rows.push(row)
    console.log(show(row))
  }
}

const takenAt = new Date().toISOString()
const machine = { cpu: cpus()[0]?.model ?? '', cores: cpus().length, memoryBytes: totalmem(), node: process.version }
mkdirSync(RESULTS, { recursive: true })
const file = join(RESULTS, `${takenAt.slice(0, 19).replaceAll(/[-:]/g, '')}.json`)
writeFileSync(file, `${JSON.stringify({ takenAt, machine, rows }, null, 2)}\n`)
const missed = rows.filter(({ ok }) => !ok).length
console.log(`\n${rows.length} rows, ${missed} below their goal. ${file}`)
