// The suppression list is checked when pitches are queued, and until the last moment: a person who is added while a pitch waits
// is left out before it is sent, and is not retried.

import { DeskError } from '../../src-shared/desk/errors.ts'
import type { BatchGroup, JournalKind } from '../journal/kind.ts'
import type { ItemOutcome } from '../journal/rules/model.ts'
import { type ContactAddress, readContactAddresses } from '../prospects/public.ts'
import type { Store } from '../store/store.ts'
import { hasNoSuppressions, readSuppressionsOf } from '../suppressions/public.ts'
import type { PitchSet } from './pitch-set.ts'
import { pitchOf } from './rules/pitch.ts'

type SuppressedPitch = {
  readonly index: number
  /** "jane@daily.test is on the suppression list: asked us to stop". */
  readonly message: string
  /** When the entry was added; null: a row that says no more was skipped, and still forbids. */
  readonly since: string | null
}

/** Pitches to a person, or to a site, on the suppression list. */
export const suppressedPitches = async (
  store: Pick<Store, 'read'>,
  { items, contacts }: Pick<PitchSet, 'items'> & { readonly contacts: ReadonlyMap<string, ContactAddress> },
): Promise<SuppressedPitch[]> => {
  if (await hasNoSuppressions(store, {})) return []
  const addressed = items.map(({ prospectEmailId = '' }) => {
    const { email = null, domain = null } = contacts.get(prospectEmailId) ?? {}
    return { email, domain }
  })
  const found = await readSuppressionsOf(store, { contacts: addressed })
  return found.flatMap((entry, index) => {
    if (entry === null) return []
    const reason = entry.reason === '' ? '' : `: ${entry.reason}`
    return [
      {
        index,
        message: `${entry.value} is on the suppression list${reason}`,
        since: Date.parse(entry.createdAt) === 0 ? null : entry.createdAt,
      },
    ]
  })
}

/** A kind that leaves out at its sending who is on the list by then. */
export const withSuppressions = (kind: JournalKind, store: Pick<Store, 'read'>): JournalKind => {
  const itemsToSkip = async ({ brandId, items }: BatchGroup): Promise<ItemOutcome[]> => {
    if (await hasNoSuppressions(store, {})) return []
    const pitches = items.map(({ item, label, payload }) => {
      const { prospectEmailId = '', site = null } = pitchOf(payload)
      return { item, label, prospectEmailId, site }
    })
    const ids = [...new Set(pitches.map(({ prospectEmailId }) => prospectEmailId))]
    // If the contact is no longer listed or has no address, the label holds the address of the pitch.
    const contacts = new Map(
      pitches.map(({ prospectEmailId: id, label, site }) => [id, { id, email: label, domain: site }]),
    )
    for (const { id, email, domain } of await readContactAddresses(store, { brandId, ids })) {
      const known = contacts.get(id)
      contacts.set(id, { id, email: email || (known?.email ?? ''), domain: domain ?? known?.domain ?? null })
    }
    const found = await suppressedPitches(store, { items: pitches, contacts })
    return found.flatMap(({ index, message, since }) => {
      const item = pitches[index]?.item
      const reason = `${message}${since === null ? '' : ` (since ${since.slice(0, 10)})`}. It was not sent.`
      return item === undefined ? [] : [{ item, state: 'skipped', reason, result: { as: 'suppressed' } }]
    })
  }

  return {
    ...kind,
    itemsToSkip,
    skipReads: ['suppression'],
    retryReads: ['suppression'],
    assertMayRetry: async (group) => {
      await kind.assertMayRetry(group)
      const skipped = await itemsToSkip(group)
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
