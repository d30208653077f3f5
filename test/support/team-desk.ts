// Whole desks joined to one team on a real PostgreSQL: in this process, or each in one of its own.
import type pg from 'pg'
import { onTestFinished } from 'vitest'
import type { ReopeningOptions } from '../../src-main/reopening.ts'
import { openTestDesk, type TestDesk } from './composed-desk.ts'
import { type DeskProcess, type DeskProcessOptions, type ServedDesk, startDeskProcess } from './desk-process.ts'
import { serveDesk } from './served-desk.ts'
import { accessOf } from './team-access.ts'
import type { Role, TeamDatabase } from './team-database.ts'

type Who = { readonly role?: Role; readonly brands?: readonly string[] | 'all' }

export type TeamDesk = TestDesk & {
  readonly login: string
  /** Resolves once this desk's copy has all that the database has now. */
  readonly caughtUp: () => Promise<void>
}

const addressOf = (person: pg.Client, port?: number) => {
  const { url, password } = accessOf(person, port === undefined ? {} : { port })
  return { url, password }
}

/** Asks again after each change that the desk hears of, until it fits. */
export const untilTrue = async (desk: Pick<TestDesk, 'desk'>, look: () => Promise<boolean>): Promise<void> => {
  for (;;) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const stop = desk.desk.subscribe(() => resolve())
    try {
      if (await look()) return
      await promise
    } finally {
      stop()
    }
  }
}

const withTeam = (desk: TestDesk, person: pg.Client): TeamDesk => ({
  ...desk,
  login: person.user ?? '',
  caughtUp: async () => {
    const { rows } = await person.query('SELECT no FROM agency_desk.head')
    const head = Number(rows[0]?.no)
    await untilTrue(desk, async () => ((await desk.call('team.status', {})).team?.position ?? 0) >= head)
  },
})

/** A desk of a new person. Joined and connected. `port`: of what is between it and the server. */
export const openTeamDesk = async (
  team: TeamDatabase,
  name: string,
  { role, brands, port, ...options }: Who & { readonly port?: number } & Partial<ReopeningOptions> = {},
): Promise<TeamDesk> => {
  const who = { ...(role === undefined ? {} : { role }), ...(brands === undefined ? {} : { brands }) }
  const person = await team.person(name, who)
  const desk = await openTestDesk(options)
  await desk.call('team.join', { ...addressOf(person, port), deskName: `desk of ${name}` })
  await untilTrue(desk, async () => (await desk.call('team.status', {})).team?.connection === 'connected')
  return withTeam(desk, person)
}

/** The same behind its web shell. */
export const serveTeamDesk = async (
  team: TeamDatabase,
  name: string,
  who: Who = {},
): Promise<ServedDesk & { readonly login: string }> => {
  const person = await team.person(name, who)
  const desk = await serveDesk()
  onTestFinished(async () => void (await desk.stop()))
  await desk.value('team.join', { ...addressOf(person), deskName: `desk of ${name}` })
  return { ...desk, login: person.user ?? '' }
}

/** The same in a process of its own, which ends with the test. */
export const startTeamDesk = async (
  team: TeamDatabase,
  name: string,
  { role, brands, ...options }: Who & Pick<DeskProcessOptions, 'env' | 'isBuilt'> = {},
): Promise<DeskProcess & { readonly login: string }> => {
  const who = { ...(role === undefined ? {} : { role }), ...(brands === undefined ? {} : { brands }) }
  const person = await team.person(name, who)
  const desk = await startDeskProcess(options)
  onTestFinished(async () => void (await desk.stop()))
  await desk.value('team.join', { ...addressOf(person), deskName: `desk of ${name}` })
  return { ...desk, login: person.user ?? '' }
}
