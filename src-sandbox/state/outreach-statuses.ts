import type { Contact, Prospect } from '../../src-shared/service/outreach.ts'
import type { Pitch } from './outreach-outbox.ts'

type Known = {
  readonly pitches: readonly Pitch[]
  readonly contactOf: (id: string) => Contact | undefined
}

/** Where people were found, the pitches that were sent to them say whether the site was contacted and whether it replied. */
export const withPitches = (prospects: readonly Prospect[], { pitches, contactOf }: Known): Prospect[] => {
  const statuses = new Map<string | undefined, string>()
  for (const { contactId, sentMs, status } of pitches) {
    if (sentMs === null) continue
    const site = contactOf(contactId)?.prospectId
    if (statuses.get(site) !== 'replied') statuses.set(site, status === 'replied' ? status : 'contacted')
  }
  return prospects.map((prospect) => {
    const status = prospect.status === 'people_found' ? statuses.get(prospect.id) : undefined
    return status === undefined ? prospect : { ...prospect, status }
  })
}
