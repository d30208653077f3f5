// Which pitches would reach somebody, or a site, that no brand writes to.
import type { ContactAddress } from '../prospects/public.ts'
import type { SuppressionBook } from '../suppressions/suppressions.ts'
import type { PitchSet } from './pitch-set.ts'

export type SuppressedPitch = {
  readonly index: number
  /** "jane@daily.test is on the suppression list: asked us to stop". */
  readonly message: string
  /** When that got on the list. */
  readonly since: string
}

const siteAddress = (domain: string | null): string | null =>
  domain === null ? null : `anyone@${domain.toLowerCase()}`

const addressesOf = ({ email, domain }: ContactAddress): string[] =>
  [email, siteAddress(domain)].filter((one) => one !== null)

export const createSuppressedPitches =
  (suppressions: SuppressionBook) =>
  async ({
    items,
    contacts,
  }: Pick<PitchSet, 'items'> & { readonly contacts: ReadonlyMap<string, ContactAddress> }): Promise<
    SuppressedPitch[]
  > => {
    if (await suppressions.isEmpty()) return []
    const found = await suppressions.find([...contacts.values()].flatMap(addressesOf))
    return items.flatMap(({ prospectEmailId = '' }, index) => {
      const contact = contacts.get(prospectEmailId)
      const hit = (contact === undefined ? [] : addressesOf(contact)).map((one) => found.get(one)).find(Boolean)
      if (hit === undefined) return []
      const reason = hit.reason === '' ? '' : `: ${hit.reason}`
      return [{ index, message: `${hit.value} is on the suppression list${reason}`, since: hit.createdAt }]
    })
  }
