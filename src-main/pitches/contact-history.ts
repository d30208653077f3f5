// Who writes to the same people or sites: the outboxes as they were last read, and the desk's own journal, whose pitches
// no outbox shows yet.
import type { Handlers } from '../../src-shared/desk/contract.ts'
import type { PriorContact } from '../../src-shared/desk/outreach-care.ts'
import { type Clock, toInstant } from '../base/clock.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { Store } from '../store/store.ts'
import { UNSEEN_MS } from './outbox-state.ts'
import type { ContactHistoryRow } from './queries/outbox-contact-history.ts'

export type ContactHistory = {
  /** Who wrote, or is about to, to these contacts or to others at their sites; the newest first. Throws not-found. */
  readonly of: (brandId: string, contactIds: readonly string[]) => Promise<PriorContact[]>
}

/** The newest of each contact, brand and match, the newest first. */
const merged = (rows: readonly ContactHistoryRow[]): ContactHistoryRow[] => {
  const newest = new Map<string, ContactHistoryRow>()
  for (const row of rows.toSorted((one, other) => (one.atMs ?? 0) - (other.atMs ?? 0)))
    newest.set(`${row.contactId} ${row.byBrandId} ${row.match}`, row)
  return [...newest.values()].sort((one, other) => (other.atMs ?? 0) - (one.atMs ?? 0))
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

export const createContactHistoryHandlers = (contactHistory: ContactHistory): Pick<Handlers, 'outreach.pressure'> => ({
  'outreach.pressure': async ({ brandId, contactIds }) => ({ pressure: await contactHistory.of(brandId, contactIds) }),
})
