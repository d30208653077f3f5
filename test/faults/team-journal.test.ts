// Six desks of a team, each a process, publish articles of the same brands, while desks are killed and stopped past their
// lease, and the database crashes: first at each point in an intent's life on purpose, then at random. The service counts:
// nothing is sent twice, nothing is lost, and what is uncertain says so.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openInterruptedDesks, type SeenItem } from '../support/interrupted-desks.ts'
import { postgresHere } from '../support/postgres-programs.ts'
import { roundsOf } from '../support/rounds.ts'
import { INTERRUPTION_KINDS, POINTS, type Point } from '../support/team-desk-process.ts'

const INTENTS = roundsOf(3_000, 200)
const DESKS = 6
const BRANDS = 6
const SEED = Number(process.env.AGENCY_DESK_FAULT_SEED ?? Date.now() % 1_000_000)
/** New intents for each interruption on purpose, so that its desk has work; a few more until it comes to the point. */
const INTENTS_EACH = 12
/** The share that is queued while interruptions come at random. */
const AT_RANDOM = INTENTS / 3
const ENDS = ['confirmed', 'unknown', 'failed']
/** `times`: how often it was published by then. */
const AFTER_KILL: Partial<Record<Point, { readonly states: readonly string[]; readonly times?: number }>> = {
  'marked in flight': { states: ['unknown'], times: 0 },
  'request left': { states: ['unknown'] },
  answered: { states: ['unknown'], times: 1 },
  'result stored': { states: ['confirmed', 'failed'] },
}
const COMBINATIONS = POINTS.flatMap((point) => INTERRUPTION_KINDS.map((kind) => ({ point, kind })))
const ROUNDS = Math.max(1, Math.floor((INTENTS - AT_RANDOM) / COMBINATIONS.length / (INTENTS_EACH + DESKS)))

/** The same sequence for the same seed. */
const randomOf = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const countBy = <Item>(items: Iterable<Item>, nameOf: (item: Item) => string): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(items, nameOf)].map(([name, of]) => [name, of.length]))

const [programs] = postgresHere()

test.skipIf(programs === undefined)(
  `six desks send ${INTENTS} intents once, however desks and the database are interrupted (seed ${SEED})`,
  { timeout: 3_600_000 },
  async () => {
    if (programs === undefined) return
    const startedAtMs = Date.now()
    const random = randomOf(SEED)
    const team = await openInterruptedDesks(programs, { desks: DESKS, brands: BRANDS })
    const { desks, counts, interrupted, queued, refused } = team

    let granted = 0
    let wanted: number | undefined
    const mayQueue = (articles: number) => {
      if (wanted === undefined) return articles < granted
      return queued.length < wanted || 'ended'
    }
    const feeding = Promise.all(desks.map((_, at) => team.feed(at, mayQueue)))

    for (let round = 0; round < ROUNDS; round += 1)
      for (const { point, kind } of COMBINATIONS) {
        granted = team.articles() + INTENTS_EACH
        const more = () => {
          granted = team.articles() + DESKS
        }
        await team.interruptAt(random(DESKS), point, kind, more)
      }
    const onPurpose = { ...counts }

    wanted = Math.max(INTENTS, queued.length + AT_RANDOM)
    let isDone = false
    const interrupting = (async () => {
      while (!isDone) {
        await sleep(100 + random(700))
        const kind = (['kill', 'kill', 'kill', 'kill', 'kill', 'stop', 'stop', 'stop', 'crash', 'crash'] as const)[
          random(10)
        ]
        if (!isDone && kind !== undefined) await team.interrupt(random(DESKS), kind)
      }
    })()
    await feeding
    // The last ones are sent without interruptions, so that all can end.
    while ((await team.openIntents()) > INTENTS / 20) await sleep(300)
    isDone = true
    await interrupting
    while ((await team.openIntents()) > 0) await sleep(300)

    const items = await team.items()
    const sent = await team.published()
    const byName = new Map(items.flatMap((item) => [item.no, item.id, item.slug].map((name) => [name, item] as const)))
    const met = interrupted.map((what) => ({ ...what, item: byName.get(what.of) }))
    const stateAt = Object.fromEntries(
      COMBINATIONS.map(({ point, kind }) => {
        const here = met.filter((one) => one.point === point && one.kind === kind)
        return [`${point}, ${kind}`, countBy(here, ({ item }) => item?.state ?? 'not stored')]
      }),
    )
    const twice = [...sent].filter(([, count]) => count > 1)
    const unknown = items.filter(({ state }) => state === 'unknown')
    process.stdout.write(
      `${JSON.stringify({
        seed: SEED,
        seconds: Math.round((Date.now() - startedAtMs) / 1000),
        onPurpose: { ...onPurpose, byPoint: stateAt },
        all: counts,
        queued: queued.length,
        notAnswered: countBy(refused, String),
        stored: items.length,
        sent: sent.size,
        twice: twice.length,
        states: countBy(items, ({ state }) => state),
        errors: countBy(team.errors(), String),
        unknown: countBy(unknown, ({ reason }) => reason ?? 'no reason'),
        failed: countBy(
          items.filter(({ state }) => state === 'failed'),
          ({ reason }) => reason ?? 'no reason',
        ),
      })}\n`,
    )

    expect(twice).toEqual([])
    // Each is stored once, and none of those that were answered is lost.
    const slugs = new Set(items.map(({ slug }) => slug))
    expect(slugs.size).toBe(items.length)
    expect(queued.filter((slug) => !slugs.has(slug))).toEqual([])
    expect(queued.length).toBeGreaterThanOrEqual(INTENTS)
    // What is said to be sent was sent, and what is said to be not sent was not.
    const timesSent = ({ slug }: SeenItem) => sent.get(slug) ?? 0
    const wrong = items.filter((item) => timesSent(item) !== (item.state === 'confirmed' ? 1 : 0))
    expect(wrong.filter(({ state }) => state !== 'unknown')).toEqual([])
    expect([...sent.keys()].filter((slug) => !slugs.has(slug))).toEqual([])
    // Each has ended, and what is uncertain says why.
    expect(Object.keys(countBy(items, ({ state }) => state)).filter((state) => !ENDS.includes(state))).toEqual([])
    expect(unknown.filter(({ reason }) => !reason?.includes('unknown'))).toEqual([])
    // Few are uncertain: one for each interruption of a desk or the database at most, for each brand.
    expect(unknown.length).toBeLessThanOrEqual((counts.kill + counts.stop + counts.crash) * BRANDS)
    // Each point was met by each kind. Who was killed with a request on its way does not know; who was killed after, does.
    for (const { point, kind } of COMBINATIONS) {
      const here = met.filter((one) => one.point === point && one.kind === kind)
      expect([point, kind, here.length >= ROUNDS]).toEqual([point, kind, true])
    }
    for (const { point, item } of met.filter((one) => one.kind === 'kill')) {
      const { states, times } = AFTER_KILL[point] ?? {}
      if (item === undefined || states === undefined) continue
      expect([point, states.includes(item.state)]).toEqual([point, true])
      if (times !== undefined) expect([point, timesSent(item)]).toEqual([point, times])
    }
  },
)
