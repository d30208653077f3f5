// The service refuses a whole request for one contact of another brand: such a pitch is left out before the request.
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { BatchGroup, JournalKind } from '../journal/kind.ts'
import type { ItemOutcome } from '../journal/rules/model.ts'
import { readContactOwners } from '../prospects/public.ts'
import type { Store } from '../store/store.ts'
import { colleaguesOf } from '../store/team/colleagues.ts'
import { pitchOf } from './rules/pitch.ts'

type Deps = {
  readonly store: Pick<Store, 'read' | 'team'>
  readonly brandName: (brandId: string) => string | undefined
}

export const withoutForeign = (kind: JournalKind, { store, brandName }: Deps): JournalKind => {
  const { seeEveryBrand } = colleaguesOf(store)
  /** Colleagues read the reason. */
  const nameOf = (ownerId: string): string => (seeEveryBrand ? brandName(ownerId) : undefined) ?? 'another brand'

  const foreignItems = async ({ brandId, items }: BatchGroup): Promise<ItemOutcome[]> => {
    const contactOf = new Map(items.map(({ item, payload }) => [item, pitchOf(payload).prospectEmailId ?? '']))
    const owners = await readContactOwners(store, { brandId, ids: [...new Set(contactOf.values())] })
    const ownerOf = new Map(owners.map(({ id, ownerId }) => [id, ownerId]))
    return items.flatMap(({ item }): ItemOutcome[] => {
      const ownerId = ownerOf.get(contactOf.get(item) ?? '')
      if (ownerId === undefined) return []
      const reason = `This contact belongs to ${nameOf(ownerId)}. It was not sent.`
      return [{ item, state: 'skipped', reason, result: { as: 'foreign' } }]
    })
  }

  return {
    ...kind,
    itemsToSkip: async (group) => {
      // Asked together: the request of each batch waits for both.
      const [skipped, foreign] = await Promise.all([kind.itemsToSkip(group), foreignItems(group)])
      const known = new Set(skipped.map(({ item }) => item))
      return [...skipped, ...foreign.filter(({ item }) => !known.has(item))]
    },
    assertMayRetry: async (group) => {
      await kind.assertMayRetry(group)
      const foreign = await foreignItems(group)
      const [first] = foreign
      if (first === undefined || foreign.length < group.items.length) return
      throw new DeskError('conflict', first.reason ?? '', { brandId: group.brandId })
    },
  }
}
