// A person settles an overdue article: the service has no operation for it, and not every provider sends a webhook.
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { prepared, type WritableDb } from '../../store/db.ts'

type SettleArgs = { readonly no: number; readonly isOut: boolean; readonly nowMs: number }
type Row = { brandId: string; slug: string; state: string; atMs: number }

const FIND = `SELECT brand_id AS brandId, slug, state, at_ms AS atMs FROM article WHERE no = ?`
const SETTLE = 'UPDATE article SET state = ?, reason = ? WHERE no = ?'

/** Settles an overdue schedule and returns its brand. Throws `not-found`, or `conflict` if it is not overdue. */
export const settleArticle = ({ core }: WritableDb, { no, isOut, nowMs }: SettleArgs): { brandId: string } => {
  const row = prepared<Row>(core, FIND).get(no)
  if (row === undefined) throw new DeskError('not-found', 'This entry is no longer in the calendar.')
  const { brandId, slug, state, atMs } = row
  if (state !== 'scheduled' || atMs >= nowMs)
    throw new DeskError('conflict', `"${slug}" is not overdue, so it needs no decision.`, { brandId })
  if (isOut) prepared(core, SETTLE).run('published', 'You checked: it was published.', no)
  else prepared(core, SETTLE).run('failed', 'You checked: it was not published.', no)
  return { brandId }
}
