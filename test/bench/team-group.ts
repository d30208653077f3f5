// Small writes a second of whole desks in a team, by how many writes wait at each: those that wait go together in one commit.
// The desks and the server, whose commits wait for the disk, share this machine.
import { type Bench, type BenchRow, judge } from './bench.ts'
import { brandId, openBenchTeam, programsHere, spread } from './support/bench-team.ts'
import { openTeamDesk, type TeamDesk } from './support/team-desk.ts'

const STEP_MS = 3000
const DESKS = [1, 8]
const WAITING = [1, 20]
const AT_ONCE = 32

let marks = 0
/** Each desk writes for its own brand. */
const mark = ({ store }: TeamDesk, at: number) => {
  marks += 1
  const prospect = { brandId: brandId(at + 1), prospectIds: [`p${marks}`] }
  return store.write('prospects.mark', { ...prospect, addTags: ['warm'], removeTags: [], note: 'A short note' })
}

const measure = async (desks: readonly TeamDesk[], waiting: number) => {
  const times: number[] = []
  const endsAt = performance.now() + STEP_MS
  const work = async (desk: TeamDesk, at: number) => {
    while (performance.now() < endsAt) {
      const startedAt = performance.now()
      await mark(desk, at)
      times.push(performance.now() - startedAt)
    }
  }
  const startedAt = performance.now()
  await Promise.all(desks.flatMap((desk, at) => Array.from({ length: waiting }, () => work(desk, at))))
  return { perSecond: (times.length * 1000) / (performance.now() - startedAt), ...spread(times) }
}

const rowOf = async (desks: readonly TeamDesk[]): Promise<BenchRow> => {
  const measured: Record<string, number> = {}
  for (const waiting of WAITING) {
    const { perSecond, p50, p99 } = await measure(desks, waiting)
    measured[`writesPerSecondOf${waiting}`] = perSecond
    measured[`p50MsOf${waiting}`] = p50
    measured[`p99MsOf${waiting}`] = p99
  }
  const { writesPerSecondOf1: one = 0, writesPerSecondOf20: many = 0 } = measured
  return judge({
    name: `small writes of ${desks.length} desks, 20 waiting at each`,
    against: 'one waiting at each',
    ratio: many / one,
    atLeast: 2,
    measured,
  })
}

/** Milliseconds until the last of these writes is stored; median of ten. */
const measureAtOnce = async (desk: TeamDesk): Promise<BenchRow> => {
  const [alone, together]: [number[], number[]] = [[], []]
  for (let round = 0; round < 10; round += 1) {
    const startedAt = performance.now()
    for (let no = 0; no < AT_ONCE; no += 1) await mark(desk, 0)
    const halfAt = performance.now()
    await Promise.all(Array.from({ length: AT_ONCE }, () => mark(desk, 0)))
    alone.push(halfAt - startedAt)
    together.push(performance.now() - halfAt)
  }
  const [aloneMs, togetherMs] = [spread(alone).p50, spread(together).p50]
  return judge({
    name: `${AT_ONCE} writes that wait at one desk`,
    against: 'one after the other',
    ratio: togetherMs / aloneMs,
    atMost: 0.5,
    measured: { aloneMs, togetherMs },
  })
}

const run = async (): Promise<BenchRow[]> => {
  const programs = programsHere('team-group')
  if (programs === null) return []
  const team = await openBenchTeam(programs, 10)
  const desks: TeamDesk[] = []
  try {
    const rows: BenchRow[] = []
    for (const count of DESKS) {
      while (desks.length < count) desks.push(await openTeamDesk(team))
      if (count === 1) rows.push(...(await Promise.all(desks.map(measureAtOnce))))
      rows.push(await rowOf(desks))
    }
    return rows
  } finally {
    for (const desk of desks) await desk.close()
    await team.close()
  }
}

/** Half a minute: only when it is asked for. */
export const teamGroupBench: Bench = { name: 'team-group', run }
