// A person settles articles whose time has passed: the service has no operation for it, and not every provider sends a webhook.
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { prepared, type WritableDb } from '../../store/db.ts'
import { supersedeDrafts } from './article-track.ts'

type SettleArgs = { readonly numbers: readonly number[]; readonly isOut: boolean; readonly nowMs: number }
type Row = { brandId: string; slug: string; provider: string; status: string; state: string; atMs: number }

const FIND = `SELECT brand_id AS brandId, slug, provider, status, state, at_ms AS atMs
  FROM article WHERE no = ?`
const SETTLE = 'UPDATE article SET state = ?, reason = ? WHERE no = ?'

const settleOne = (db: WritableDb, no: number, { isOut, nowMs }: Omit<SettleArgs, 'numbers'>): string => {
  const row = prepared<Row>(db.core, FIND).get(no)
  if (row === undefined) throw new DeskError('not-found', 'This entry is no longer in the calendar.')
  const { status, state, atMs, ...place } = row
  const { brandId, slug } = place
  if (state !== 'scheduled' || atMs >= nowMs)
    throw new DeskError('conflict', `"${slug}" is not overdue, so it needs no decision.`, { brandId })
  if (isOut) supersedeDrafts(db, place)
  const after = status === 'draft' ? 'draft' : 'published'
  if (isOut) prepared(db.core, SETTLE).run(after, 'You checked: it was published.', no)
  else prepared(db.core, SETTLE).run('failed', 'You checked: it was not published.', no)
  return brandId
}

/** Settles all of these or none, and returns their brands. Throws `not-found`, or `conflict` for one whose time has not passed. */
export const settleArticles = (db: WritableDb, { numbers, ...args }: SettleArgs): { brandIds: string[] } =>
  db.core.transaction(() => ({ brandIds: [...new Set(numbers.map((no) => settleOne(db, no, args)))] })).immediate()
