// Four desks of a team pitch the same contact at about the same moment, a thousand times, over a service that sends at once:
// with each hold, slow and fast, now, from previews that are older, and while one desk loses its connection. Each contact gets
// one e-mail, and every refusal names a colleague, unless the outbox of the service tells of the pitch before the team does.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { openOwnTeam } from '../support/own-team.ts'
import { CUTS, startPgProxy } from '../support/pg-proxy.ts'
import { BRAND, openPitchingDesk, type PitchingDesk } from '../support/pitching-desks.ts'
import { postgresHere } from '../support/postgres-programs.ts'
import { roundsOf } from '../support/rounds.ts'
import { startSendingService } from '../support/sending-service.ts'

const ROUNDS = roundsOf(1_000, 25)
const NAMES = ['ann', 'ben', 'eve', 'gus']
/** What a person may accept, without those that leave people out. */
const ACCEPT = ['already-queued', 'contacted-before', 'queued-meanwhile']
/** In seconds. A person ends one after 0.2 s, or as soon as their desk knows of it: a desk takes whole seconds only. */
const HOLDS = [0, 0, 30, 30]
const WAYS = ['items', 'now', 'preview', 'cut', 'items', 'preview', 'offline'] as const
const NAMED =
  /pitched this person (less than a day ago|before); this is another e-mail|\b(ann|ben|eve|gus) (queued|sent) |queued by (ann|ben|eve|gus)\b/

const [programs] = postgresHere()

/** The same sequence each time. */
const randomOf = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

test.skipIf(programs === undefined)(
  `each contact of four desks gets one e-mail, ${ROUNDS} times`,
  { timeout: 3_600_000 },
  async () => {
    if (programs === undefined) return
    const random = randomOf(7)
    const service = await startSendingService({ contacts: ROUNDS, teamId: 'team_1' })
    const { server, team } = await openOwnTeam(programs, [BRAND])
    const proxy = await startPgProxy(server.address)
    const desks: PitchingDesk[] = []
    for (const [at, name] of NAMES.entries()) {
      const isLast = at === NAMES.length - 1
      desks.push(
        await openPitchingDesk(team, { service, name, isFirst: at === 0, ...(isLast ? { port: proxy.port } : {}) }),
      )
    }
    const conflicts: string[] = []
    const accepted: number[] = []
    const counts: Record<string, number> = {}

    /** Until PostgreSQL stored it or a colleague's pitch is in the way: a desk without a connection tries again. */
    const pitched = async (work: () => Promise<string | DeskError>): Promise<string | null> => {
      for (;;) {
        const result = await work()
        if (!(result instanceof DeskError)) return result
        if (result.kind === 'conflict') {
          conflicts.push(result.message)
          return null
        }
        if (result.kind !== 'network') throw result
        counts.notReached = (counts.notReached ?? 0) + 1
        await sleep(50)
      }
    }

    for (let round = 0; round < ROUNDS; round += 1) {
      const contact = service.contactIds[round] ?? ''
      const way = WAYS[round % WAYS.length] ?? 'items'
      const holdSeconds = way === 'now' ? 0 : (HOLDS[round % HOLDS.length] ?? 0)
      service.answerAfter(round % 3 === 0 ? 40 : 0)
      counts[way] = (counts[way] ?? 0) + 1
      const previews =
        way === 'preview' || way === 'offline' ? await Promise.all(desks.map((desk) => desk.freeze([contact]))) : []
      if (way === 'cut') proxy.cutAt('agency_desk.write', CUTS[random(CUTS.length)] ?? 'after the statement')
      if (way === 'offline') proxy.close()
      const late = Array.from(desks, () => random(round % 2 === 0 ? 4 : 100))
      const going = desks.map(async (desk, at) => {
        await sleep(late[at])
        const previewId = previews[at]
        const work =
          previewId === undefined
            ? () => desk.pitch([contact], { holdSeconds, sendNow: way === 'now' })
            : () => desk.pitchPreview(previewId, { holdSeconds, accept: ACCEPT })
        return pitched(work)
      })
      if (way === 'offline') {
        await Promise.race(going.slice(0, 3))
        proxy.open()
      }
      const ids = (await Promise.all(going)).filter((id) => id !== null)
      accepted.push(ids.length)
      for (const id of ids) {
        if (round % HOLDS.length === 2) await sleep(200)
        if (holdSeconds > 0) await desks[random(3)]?.release(id)
        await Promise.all(desks.map((desk) => desk.ended(id)))
      }
    }
    process.stdout.write(`${JSON.stringify({ ...counts, cuts: proxy.cuts(), conflicts: conflicts.length })}\n`)
    const times = service.timesSent()
    expect([...times].filter(([, count]) => count !== 1)).toEqual([])
    expect(times.size).toBe(ROUNDS)
    expect(accepted.filter((count) => count > 1)).toEqual([])
    expect(conflicts.filter((message) => !NAMED.test(message))).toEqual([])
    expect(proxy.cuts()).toBeGreaterThan(0)
  },
)
