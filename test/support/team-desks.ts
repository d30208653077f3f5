// Desks of one team over one service, each with its own files.
import type pg from 'pg'
import type { Store } from '../../src-main/store/store.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { type BrandsDesk, type BrandsDeskOptions, openBrandsDesk } from './brands-desk.ts'
import type { OpenSandbox } from './sandbox.ts'
import { accessOf } from './team-access.ts'

/** The store while `value` is true: as if PostgreSQL could not be reached. */
const cutBy =
  (isOffline: { readonly value: boolean }) =>
  (store: Store): Store => {
    const { team } = store
    if (team === null) return store
    const query: typeof team.query = (name, args) =>
      isOffline.value ? Promise.reject(new DeskError('network', 'Not reachable.')) : team.query(name, args)
    return { ...store, team: { ...team, query } }
  }

type Options = BrandsDeskOptions & {
  readonly person: pg.Client
  readonly sandbox: OpenSandbox
  /** Those of the team, in the order of the sandbox. */
  readonly brandIds: readonly string[]
  /** Whether the desk has the keys of the brands. */
  readonly hasKeys: boolean
  readonly isOffline?: { readonly value: boolean }
}

export const openTeamDesk = async (options: Options): Promise<BrandsDesk> => {
  const { person, sandbox, brandIds, hasKeys, isOffline = { value: false }, ...others } = options
  const syncStore = cutBy(isOffline)
  const desk = await openBrandsDesk({ team: accessOf(person), syncStore, ...others })
  // The profile is the team's: an admin's desk, which is opened first, says where the service is.
  if (desk.settings.profile().baseUrl !== sandbox.baseUrl) await desk.settings.setProfile({ baseUrl: sandbox.baseUrl })
  for (const [index, brandId] of brandIds.entries())
    if (hasKeys) await desk.call('brands.replaceKey', { brandId, key: sandbox.keyOf(index), sessionOnly: true })
  return desk
}
