// Contacts with earlier pitches to them. The first paint has no history, unless it is kept; it comes with the details.
import type { Reply } from '../../src-shared/desk/errors.ts'
import type { PriorContact } from '../../src-shared/desk/outreach-care.ts'
import type { ContactRow } from '../../src-shared/desk/prospects.ts'
import type { BlockAsk, BlockQuery, BlockReply } from './block-query.ts'
import { keptReplies } from './kept-replies.ts'
import { pageQuery } from './page-query.ts'

export type ContactLine = ContactRow & {
  /** The newest first; absent until it was looked up. */
  readonly contactHistory?: readonly PriorContact[]
}

/**
 * Rows with who wrote to them before, where that is kept or wanted. Without an answer they stay as they are: an empty history
 * says that nobody did.
 */
const withContactHistory = async (
  reply: Reply<BlockReply<ContactRow>>,
  wanted: BlockAsk,
): Promise<Reply<BlockReply<ContactLine>>> => {
  if (!reply.ok || reply.value.rows.length === 0) return reply
  const { rows } = reply.value
  const asked = { contacts: rows.map(({ brandId, id }) => ({ brandId, contactId: id })) }
  const kept = keptReplies.find('outreach.contactHistory', asked, wanted)
  if (kept === undefined && !wanted.isDetailed) return reply
  const found = kept ?? (await keptReplies.ask('outreach.contactHistory', asked, wanted))
  if (!found.ok) return reply
  const all = Map.groupBy(found.value.contactHistory, ({ brandId, contactId }) => `${brandId} ${contactId}`)
  const lines = rows.map((row) => ({ ...row, contactHistory: all.get(`${row.brandId} ${row.id}`) ?? [] }))
  return { ok: true, value: { ...reply.value, rows: lines, isDetailed: true } }
}

export const contactQuery = (options: Parameters<typeof pageQuery<'contacts.page'>>[1]): BlockQuery<ContactLine> => {
  const query = pageQuery('contacts.page', options)
  return {
    ...query,
    callsOfAll: ['outreach.contactHistory'],
    hasDetails: true,
    fetch: async (wanted) => {
      const known = wanted.known as BlockReply<ContactRow> | undefined // rows that this query gave
      if (known !== undefined) return withContactHistory({ ok: true, value: known }, wanted)
      return withContactHistory(await query.fetch(wanted), wanted)
    },
  }
}
