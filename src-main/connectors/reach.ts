// Which brands of this desk follow the same shared list. The interface names no organisation, so it is inferred: sync is
// the organisation's own switch, therefore brands of one organisation always agree on it; and brands that were seen to
// switch together are one (`organization` in their catalogs, a name this desk made up).
import { randomUUID } from 'node:crypto'
import type { BrandBook } from '../brands/brand-book.ts'
import type { Store } from '../store/store.ts'
import type { StoredCatalog } from './queries/connector-versions.ts'

export type ReachDeps = { readonly store: Store; readonly brands: Pick<BrandBook, 'list' | 'get'> }

/** For a brand that did not switch while another organisation did: not of that one, but otherwise unknown. */
const APART = 'apart:'

type Place = Pick<StoredCatalog, 'organization' | 'syncEnabled'>

export type Relation = 'same' | 'apart' | 'unknown'

/** Whether two brands belong to one organisation, by what was seen; `unknown` where nothing says so or otherwise. */
export const relationOf = (left: Place, right: Place): Relation => {
  // What was learned comes first: where the two differ in sync, one of the catalogs is old.
  if (left.organization !== null && left.organization === right.organization) return 'same'
  if (left.syncEnabled !== right.syncEnabled) return 'apart'
  if (left.organization === null || right.organization === null) return 'unknown'
  return left.organization.startsWith(APART) && right.organization.startsWith(APART) ? 'unknown' : 'apart'
}

export const createReach = ({ store, brands }: ReachDeps) => {
  /** The other brands of the same service: demo brands are of the desk's own sandbox. */
  const othersOf = (brandId: string): string[] => {
    const { demo } = brands.get(brandId)
    return brands.list().flatMap((brand) => (brand.id !== brandId && brand.demo === demo ? [brand.id] : []))
  }
  const catalogsOf = async (brandIds: readonly string[]): Promise<ReadonlyMap<string, StoredCatalog>> =>
    new Map((await store.read('connectors.catalogs', { brandIds })).map((catalog) => [catalog.brandId, catalog]))

  return {
    othersOf,
    catalogsOf,
    /** What was learned of every brand of this desk that was read. */
    organizations: async (): Promise<ReadonlyMap<string, string | null>> => {
      const catalogs = await catalogsOf(brands.list().map(({ id }) => id))
      return new Map([...catalogs].map(([id, { organization }]) => [id, organization]))
    },
    /** Brands whose shared list may be that of these, and which are not among them. */
    followersOf: async (brandIds: readonly string[]): Promise<string[]> => {
      const ids = [...new Set(brandIds.flatMap((brandId) => othersOf(brandId)))]
      const catalogs = await catalogsOf([...ids, ...brandIds])
      const given = brandIds.flatMap((brandId) => catalogs.get(brandId) ?? [])
      return ids.filter((id) => {
        const catalog = catalogs.get(id)
        if (brandIds.includes(id) || catalog === undefined) return false
        // Its sync may have been switched since it was read: only what was learned excludes it here.
        return given.some((one) => relationOf({ ...one, syncEnabled: catalog.syncEnabled }, catalog) !== 'apart')
      })
    },
    /** Sync of `brandId` was just switched: those that switched with it are one organisation, the others are not of it. */
    learn: async (
      brandId: string,
      { switched, unswitched }: { switched: readonly string[]; unswitched: readonly string[] },
    ) => {
      const catalogs = await catalogsOf([brandId, ...switched, ...unswitched])
      const known = catalogs.get(brandId)?.organization ?? null
      const organization = known === null || known.startsWith(APART) ? randomUUID() : known
      const together = [brandId, ...switched].map((id) => ({ brandId: id, organization }))
      const apart = unswitched
        .filter((id) => {
          const current = catalogs.get(id)?.organization ?? null
          return current === null || current === organization
        })
        .map((id) => ({ brandId: id, organization: `${APART}${randomUUID()}` }))
      await store.write('connectors.saveOrganizations', { organizations: [...together, ...apart] })
    },
  }
}
export type Reach = ReturnType<typeof createReach>
