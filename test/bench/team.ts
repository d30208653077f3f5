// What a desk pays for being in a team: small writes and an action of 10,000 pitches, alone and through PostgreSQL on this
// machine, whose commits wait for the disk on both sides.
import { randomUUID } from 'node:crypto'
import type { NewIntent } from '../../src-main/journal/queries/intents.ts'
import { openStore } from '../../src-main/store/open.ts'
import type { Store } from '../../src-main/store/store.ts'
import { addBrands } from '../support/webhooks-brands.ts'
import { type Bench, type BenchRow, interleave, judge } from './bench.ts'
import { type BenchTeam, brandId, openBenchTeam, programsHere, spread } from './support/bench-team.ts'
import { onNotice, openFolder, openTeamDesk } from './support/team-desk.ts'

const ROUNDS = 200
const GOAL_MS = 10
const PITCHES = 10_000
const PITCHES_GOAL_MS = 3000
const PER_CALL = 200

type Desk = { readonly store: Store; readonly brandId: string; readonly close: () => Promise<void> }

const openAlone = async (): Promise<Desk> => {
  const { paths, remove } = openFolder()
  const [id = ''] = await addBrands(paths, ['Acme'])
  const store = await openStore({ ...paths, onNotice })
  return { store, brandId: id, close: () => store.close().then(remove) }
}

const openInTeam = async (team: BenchTeam): Promise<Desk> => ({ ...(await openTeamDesk(team)), brandId: brandId(1) })

let written = 0
const updateBrand = async ({ store, brandId: id }: Desk): Promise<void> => {
  written += 1
  await store.write('brands.update', { id, patch: { tags: [`tag ${written}`] } })
}
const markProspect = async ({ store, brandId: id }: Desk): Promise<void> => {
  written += 1
  await store.write('prospects.mark', {
    brandId: id,
    prospectIds: [`p${written}`],
    addTags: ['warm'],
    removeTags: [],
    note: 'A short note',
  })
}

const body = 'x'.repeat(1600)
const newIntent = (id: string): NewIntent => {
  const calls = Array.from({ length: PITCHES / PER_CALL }, (_, call) =>
    Array.from({ length: PER_CALL }, (_, at) => ({ prospectEmailId: randomUUID(), subject: `${call}-${at}`, body })),
  )
  return {
    id: randomUUID(),
    kind: 'queue',
    brandId: id,
    details: {},
    holdMs: 600_000,
    items: calls.flatMap((call, batch) => call.map(({ prospectEmailId }) => ({ batch, label: prospectEmailId }))),
    payloads: calls.map((call) => new TextEncoder().encode(JSON.stringify(call)) as Uint8Array<ArrayBuffer>), // of a text
  }
}
const queue = async ({ store, brandId: id }: Desk): Promise<void> => {
  await store.write('intents.insert', { intents: [newIntent(id)], atMs: Date.now() })
}

const both = async (alone: Desk, inTeam: Desk, work: (desk: Desk) => Promise<void>, rounds: number) => {
  const times = { alone: [] as number[], team: [] as number[] }
  const timed = async (into: number[], desk: Desk) => {
    const startedAt = performance.now()
    await work(desk)
    into.push(performance.now() - startedAt)
  }
  for (let round = 0; round < rounds; round += 1) {
    await timed(times.alone, alone)
    await timed(times.team, inTeam)
  }
  return times
}

const latency = async (name: string, desks: readonly [Desk, Desk], work: (desk: Desk) => Promise<void>) => {
  await both(...desks, work, 5)
  const { alone, team } = await both(...desks, work, ROUNDS)
  const [a, t] = [spread(alone), spread(team)]
  return judge({
    name: `${name} in a team, median`,
    against: `${GOAL_MS} ms, a server on the same machine`,
    ratio: t.p50 / GOAL_MS,
    atMost: 1,
    measured: { aloneP50Ms: a.p50, aloneP99Ms: a.p99, teamP50Ms: t.p50, teamP99Ms: t.p99 },
  })
}

const pitchLatency = async ([alone, inTeam]: readonly [Desk, Desk]): Promise<BenchRow> => {
  const times = await interleave(
    { rounds: 5, budgetMs: 60_000 },
    { alone: () => queue(alone), team: () => queue(inTeam) },
  )
  return judge({
    name: '10,000 pitches stored in a team',
    against: `${PITCHES_GOAL_MS} ms`,
    ratio: times.team / PITCHES_GOAL_MS,
    atMost: 1,
    measured: { aloneMs: times.alone, teamMs: times.team },
  })
}

const run = async (): Promise<BenchRow[]> => {
  const programs = programsHere('team')
  if (programs === null) return []
  const team = await openBenchTeam(programs, 5)
  try {
    const desks = [await openAlone(), await openInTeam(team)] as const
    const rows = [
      await latency('brands.update', desks, updateBrand),
      await latency('prospects.mark', desks, markProspect),
      await pitchLatency(desks),
    ]
    for (const desk of desks) await desk.close()
    return rows
  } finally {
    await team.close()
  }
}

/** A minute: only when it is asked for. */
export const teamBench: Bench = { name: 'team', run }
