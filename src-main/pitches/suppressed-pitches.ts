import type { ContactAddress } from '../prospects/public.ts'
import type { Store } from '../store/store.ts'
import { hasNoSuppressions, readSuppressionsOf } from '../suppressions/public.ts'
import type { PitchSet } from './pitch-set.ts'

export type SuppressedPitch = {
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
