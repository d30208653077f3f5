// The shared lists that one plan changes, each with what the plan has set in it. In another brand's catalog only that
// counts as changed by this desk, and only where that brand shares the list: known from an earlier switch of sync or,
// where nothing was learned, because the whole lists are the same.

import { type Relation, relationOf } from './reach.ts'
import { agrees, type Catalog, effectiveOf, type Permission, type Permissions } from './rules/permissions.ts'

type OwnList = { readonly brandIds: string[]; readonly cells: Map<string, Permission>; now: Permissions }

const NONE: Permissions = new Map()

/** `organizations` by brand, as learned; null where nothing was. */
export const createOwnLists = (organizations: ReadonlyMap<string, string | null>) => {
  const lists: OwnList[] = []

  const relation = (left: string, right: string): Relation => {
    if (left === right) return 'same'
    const place = (brandId: string) => ({ organization: organizations.get(brandId) ?? null, syncEnabled: true })
    return relationOf(place(left), place(right))
  }
  const listOf = (brandId: string, catalog: Catalog): OwnList | null => {
    if (!catalog.syncEnabled) return null
    const found = lists.find(({ brandIds, now }) => {
      const relations = brandIds.map((id) => relation(id, brandId))
      if (relations.includes('same')) return true
      return !relations.includes('apart') && agrees(now, effectiveOf(catalog.tools))
    })
    return found ?? null
  }

  return {
    /** What the plan has set so far in the list of this catalog; empty where it shares none of them. */
    cellsOf: (brandId: string, catalog: Catalog): Permissions => listOf(brandId, catalog)?.cells ?? NONE,
    /** The plan has changed the list of this brand: `before` says which, `after` what it is now. */
    add: (brandId: string, { before, after, cells }: { before: Catalog; after: Catalog; cells: Permissions }) => {
      if (!before.syncEnabled) return
      const now = effectiveOf(after.tools)
      const list = listOf(brandId, before)
      if (list === null) {
        lists.push({ brandIds: [brandId], cells: new Map(cells), now })
        return
      }
      list.brandIds.push(brandId)
      for (const [tool, value] of cells) list.cells.set(tool, value)
      list.now = now
    },
  }
}
export type OwnLists = ReturnType<typeof createOwnLists>
