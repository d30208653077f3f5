// Desks of one team over one service: each with its own files, and rows of the same brands.
import { Mutex } from 'async-mutex'
import type pg from 'pg'
import type { StoreTeam } from '../../src-main/store/store.ts'
import type { TeamState } from '../../src-main/store/team/state.ts'
import { tables } from '../../src-main/tables.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { type BrandsDesk, type BrandsDeskOptions, openBrandsDesk } from './brands-desk.ts'
import type { OpenSandbox } from './sandbox.ts'
import { accessOf } from './team-access.ts'
import { newBrand } from './temp-store.ts'

const CONNECTED: TeamState = {
  connection: 'connected',
  sinceMs: 0,
  error: null,
  serverVersion: null,
  position: 0,
  head: null,
  clockOffsetMs: 0,
  role: null,
  login: '',
  deskNo: 0,
}

/** Asks PostgreSQL by the session of a person. */
const teamOf = (person: pg.Client, isOffline: { readonly value: boolean }): StoreTeam => {
  const turn = new Mutex()
  const query: StoreTeam['query'] = async (name, args) => {
    if (isOffline.value) throw new DeskError('network', "The team's database cannot be reached.")
    const ask = tables.team.queries[name] as (client: object, args: unknown) => Promise<never> // as its room declares it
    const query = (sql: string, values: unknown[]) =>
      turn.runExclusive(async () => (await person.query(sql, values)).rows)
    return ask({ query }, args)
  }
  const nothing = () => () => undefined
  return { query, state: () => CONNECTED, onState: nothing, onMirrored: nothing }
}

type Options = BrandsDeskOptions & {
  readonly person: pg.Client
  readonly sandbox: OpenSandbox
  readonly brandIds: readonly string[]
  /** Whether the desk has the keys of the brands. */
  readonly hasKeys: boolean
  readonly isOffline?: { readonly value: boolean }
}

export const openTeamDesk = async ({
  person,
  sandbox,
  brandIds,
  hasKeys,
  isOffline = { value: false },
  ...options
}: Options): Promise<BrandsDesk> => {
  const desk = await openBrandsDesk({
    baseUrl: sandbox.baseUrl,
    team: accessOf(person),
    syncStore: (store) => ({ ...store, team: teamOf(person, isOffline) }),
    ...options,
  })
  for (const [index, id] of brandIds.entries()) {
    if (desk.book.find(id) === null)
      await desk.book.insert(newBrand(id, { id, teamId: sandbox.teamOf(index), keyState: 'missing' }))
    if (hasKeys) await desk.call('brands.replaceKey', { brandId: id, key: sandbox.keyOf(index), sessionOnly: true })
  }
  return desk
}
