// The suppression list holds to the last moment: who gets on it while a pitch waits is left out when its turn comes, and a
// pitch to nobody else is not sent again.
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { BatchGroup, JournalKind } from '../journal/kind.ts'
import type { ItemOutcome } from '../journal/rules/model.ts'
import type { Store } from '../store/store.ts'
import { pitchOf } from './rules/pitch.ts'
import { suppressedPitches } from './suppressed-pitches.ts'

export const withSuppressions = (kind: JournalKind, store: Pick<Store, 'read'>): JournalKind => {
  const leftOut = async ({ brandId, items }: BatchGroup): Promise<ItemOutcome[]> => {
    if (await store.read('suppressions.isEmpty', {})) return []
    const pitches = items.map(({ item, label, payload }) => {
      const { prospectEmailId = '', site = null } = pitchOf(payload)
      return { item, label, prospectEmailId, site }
    })
    const ids = [...new Set(pitches.map(({ prospectEmailId }) => prospectEmailId))]
    // Of a contact that is not listed any more, or without an address, that is known which it was written to.
    const contacts = new Map(
      pitches.map(({ prospectEmailId: id, label, site }) => [id, { id, email: label, domain: site }]),
    )
    for (const { id, email, domain } of await store.read('contacts.addresses', { brandId, ids })) {
      const known = contacts.get(id)
      contacts.set(id, { id, email: email || (known?.email ?? ''), domain: domain ?? known?.domain ?? null })
    }
    const found = await suppressedPitches(store, { items: pitches, contacts })
    return found.flatMap(({ index, message, since }) => {
      const item = pitches[index]?.item
      const reason = `${message} (since ${since.slice(0, 10)}). It was not sent.`
      return item === undefined ? [] : [{ item, state: 'skipped', reason, result: { as: 'suppressed' } }]
    })
  }

  return {
    ...kind,
    leftOut,
    assertMayRetry: async (group) => {
      await kind.assertMayRetry(group)
      const skipped = await leftOut(group)
      if (skipped.length < group.items.length) return
      const { brandId, items } = group
      const issues = skipped.slice(0, 20).map(({ item, reason }) => ({ path: `items.${item}`, message: reason ?? '' }))
      const who = items.length === 1 ? 'It' : 'All of them'
      throw new DeskError('conflict', `${who} are on the suppression list. Nothing was sent.`, {
        brandId,
        issues,
      })
    },
  }
}
