// Contacts with earlier pitches to them. The first paint has no history; it comes with the details.
import type { Reply } from '../../src-shared/desk/errors.ts'
import type { PriorContact } from '../../src-shared/desk/outreach-care.ts'
import type { ContactRow } from '../../src-shared/desk/prospects.ts'
import type { BlockQuery, BlockReply } from './block-query.ts'
import { ask } from './desk.ts'
import { pageQuery } from './page-query.ts'

export type ContactLine = ContactRow & {
  /** The newest first; absent until it was looked up. */
  readonly contactHistory?: readonly PriorContact[]
}

/** Rows with who wrote to them before. A brand whose answer fails leaves its rows as they are. */
const withContactHistory = async (reply: Reply<BlockReply<ContactRow>>): Promise<Reply<BlockReply<ContactLine>>> => {
  if (!reply.ok) return reply
  const { rows } = reply.value
  const byBrand = [...Map.groupBy(rows, ({ brandId }) => brandId)]
  const found = await Promise.all(
    byBrand.map(([brandId, some]) => ask('outreach.contactHistory', { brandId, contactIds: some.map(({ id }) => id) })),
  )
  const all = Map.groupBy(
    found.flatMap((each) => (each.ok ? each.value.contactHistory : [])),
    ({ brandId, contactId }) => `${brandId} ${contactId}`,
  )
  const lines = rows.map((row) => ({ ...row, contactHistory: all.get(`${row.brandId} ${row.id}`) ?? [] }))
  return { ok: true, value: { ...reply.value, rows: lines } }
}

export const contactQuery = (options: Parameters<typeof pageQuery<'contacts.page'>>[1]): BlockQuery<ContactLine> => {
  const query = pageQuery('contacts.page', options)
  return {
    ...query,
    calls: ['contacts.page', 'outreach.contactHistory'],
    hasDetails: true,
    fetch: async (wanted) => {
      const known = wanted.known as BlockReply<ContactRow> | undefined // rows that this query gave
      if (known !== undefined) return withContactHistory({ ok: true, value: known })
      const reply = await query.fetch(wanted)
      return wanted.isDetailed ? withContactHistory(reply) : reply
    },
  }
}
