// Who contacted, or is about to contact, the same people or sites: from the cached outboxes, and from the journal, whose
// pitches are not in the outbox yet.
import type { PriorContact } from '../../src-shared/desk/outreach-care.ts'
import { type Clock, toInstant } from '../base/clock.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { Store } from '../store/store.ts'
import { UNSEEN_MS } from './outbox-state.ts'
import { type ContactHistoryRow, inOrder } from './queries/outbox-contact-history.ts'

export type ContactHistory = {
  /** Earlier and waiting pitches to these contacts or others at their sites, those that wait first. Throws not-found. */
  readonly of: (brandId: string, contactIds: readonly string[]) => Promise<PriorContact[]>
}

/** The newest queued and the newest sent pitch of each contact, brand and match: one does not hide the other. */
const merged = (rows: readonly ContactHistoryRow[]): ContactHistoryRow[] => {
  const newest = new Map<string, ContactHistoryRow>()
  for (const row of inOrder(rows).toReversed())
    newest.set(`${row.contactId} ${row.byBrandId} ${row.match} ${row.isWaiting}`, row)
  return inOrder([...newest.values()])
}

export const createContactHistory = (deps: {
  readonly store: Pick<Store, 'read'>
  readonly book: Pick<BrandBook, 'get'>
  readonly clock: Clock
}): ContactHistory => ({
  of: async (brandId, contactIds) => {
    deps.book.get(brandId)
    const asked = { brandId, contactIds }
    const [written, here] = await Promise.all([
      deps.store.read('outreach.contactHistory', asked),
      deps.store.read('outreach.journalContactHistory', { ...asked, confirmedSinceMs: deps.clock.now() - UNSEEN_MS }),
    ])
    const rows = here.length === 0 ? written : merged([...written, ...here])
    return rows.map(({ atMs, ...row }) => ({ brandId, ...row, at: atMs === null ? null : toInstant(atMs) }))
  },
})
