// Frozen previews: rows are stored once, as rendered, and sent from here.
import type { PreviewRow } from '../../../src-shared/desk/composing.ts'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { IntentHooks } from '../../journal/public.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { rulesOf } from '../../store/team/desk-rules.ts'
import { markDraftIn } from './templates.ts'

type RowRecord = Omit<PreviewRow, 'blockers' | 'warnings'> & { readonly blockers: string; readonly warnings: string }

const COLUMNS = `brand_id AS brandId, contact_id AS contactId, name, email, domain, subject, body,
  subject_characters AS subjectCharacters, body_characters AS bodyCharacters, blockers, warnings`

const toRow = (row: RowRecord): PreviewRow => ({
  ...row,
  // As addPreviewRows wrote them.
  blockers: JSON.parse(row.blockers) as PreviewRow['blockers'],
  warnings: JSON.parse(row.warnings) as PreviewRow['warnings'],
})

/** A preview to add rows to; invisible until it is completed. */
export const beginPreview = ({ core }: WritableDb, { id, atMs }: { id: string; atMs: number }): void =>
  void prepared(core, 'INSERT INTO preview (id, created_at_ms) VALUES (?, ?)').run(id, atMs)

// A brand that was removed meanwhile gets no rows.
const ADD = `
  INSERT INTO preview_row (preview_no, brand_id, contact_id, name, email, domain, subject, body, subject_characters,
    body_characters, blockers, warnings, is_blocked, is_warned, after_no)
  SELECT no, @brandId, @contactId, @name, @email, @domain, @subject, @body, @subjectCharacters, @bodyCharacters,
    @blockers, @warnings, @isBlocked, @isWarned, @afterNo
  FROM preview WHERE id = @id AND EXISTS (SELECT 1 FROM brand WHERE brand.id = @brandId)`

/** `afterNo`: the intent of the newest pitch to the contact that was known when the row was made; null: none. */
export type FrozenRow = PreviewRow & { readonly afterNo: number | null }

export const addPreviewRows = ({ core }: WritableDb, { id, rows }: { id: string; rows: readonly FrozenRow[] }): void =>
  core
    .transaction(() => {
      const add = prepared(core, ADD)
      for (const row of rows)
        add.run({
          ...row,
          id,
          blockers: JSON.stringify(row.blockers),
          warnings: JSON.stringify(row.warnings),
          isBlocked: row.blockers.length > 0 ? 1 : 0,
          isWarned: row.warnings.length > 0 ? 1 : 0,
        })
    })
    .immediate()

export const completePreview = ({ core }: WritableDb, { id, atMs }: { id: string; atMs: number }): void =>
  void prepared(core, 'UPDATE preview SET completed_at_ms = ? WHERE id = ?').run(atMs, id)

type Header = { readonly no: number; readonly usedAtMs: number | null }

const findPreview = ({ core }: ReadableDb, { id, afterMs }: { id: string; afterMs: number }): Header => {
  const sql = `SELECT no, used_at_ms AS usedAtMs
    FROM preview LEFT JOIN preview_use ON preview_id = id
    WHERE id = ? AND created_at_ms > ? AND completed_at_ms IS NOT NULL`
  const found = prepared<Header>(core, sql).get(id, afterMs)
  if (found !== undefined) return found
  throw new DeskError(
    'not-found',
    'There is no such frozen preview. The desk keeps a preview for seven days and removes it with its brands. Freeze it again.',
  )
}

const SHOWN = {
  all: 'TRUE',
  ready: 'is_blocked = 0',
  blocked: 'is_blocked = 1',
  warned: 'is_blocked = 0 AND is_warned = 1',
}

export type PreviewPageArgs = {
  readonly id: string
  /** Previews frozen at this instant or before have expired. */
  readonly afterMs: number
  readonly show: keyof typeof SHOWN
  readonly offset: number
  readonly limit: number
}

/** In the order of the recipients. Throws not-found. */
export const previewPage = (db: ReadableDb, args: PreviewPageArgs): { rows: PreviewRow[]; total: number } => {
  const { no } = findPreview(db, args)
  const from = `FROM preview_row WHERE preview_no = ? AND ${SHOWN[args.show]}`
  // The ids come from the index, so that no text is read only to be skipped.
  const shown = `SELECT no ${from} ORDER BY no LIMIT ? OFFSET ?`
  const rows = prepared<RowRecord>(db.core, `SELECT ${COLUMNS} FROM preview_row WHERE no IN (${shown}) ORDER BY no`)
  const count = prepared<{ total: number }>(db.core, `SELECT count(*) AS total ${from}`)
  return { rows: rows.all(no, args.limit, args.offset).map(toRow), total: count.get(no)?.total ?? 0 }
}

export type ReadyRow = Pick<FrozenRow, 'brandId' | 'contactId' | 'subject' | 'body' | 'warnings' | 'afterNo'> & {
  /** Its place among all recipients, from 0. */
  readonly index: number
}
export type ReadyRows = {
  readonly rows: readonly ReadyRow[]
  /** Of all recipients. */
  readonly total: number
}

const READY = `WITH place AS (SELECT no, row_number() OVER (ORDER BY no) - 1 AS place FROM preview_row WHERE preview_no = ?)
  SELECT place AS "index", brand_id AS brandId, contact_id AS contactId, subject, body, warnings,
    after_no AS afterNo
  FROM place JOIN preview_row USING (no) WHERE is_blocked = 0 ORDER BY no`
const TOTAL = 'SELECT count(*) AS total FROM preview_row WHERE preview_no = ?'

/** Every row that may be sent. Throws not-found, or `conflict` if it was sent already. */
export const readyRows = (db: ReadableDb, args: { id: string; afterMs: number }): ReadyRows => {
  const { no, usedAtMs } = findPreview(db, args)
  if (usedAtMs !== null) throw alreadyUsed()
  const rows = prepared<Omit<ReadyRow, 'warnings'> & { warnings: string }>(db.core, READY)
    .all(no)
    .map((row) => ({ ...row, warnings: JSON.parse(row.warnings) as PreviewRow['warnings'] })) // as written above
  return { rows, total: prepared<{ total: number }>(db.core, TOTAL).get(no)?.total ?? 0 }
}

const alreadyUsed = () =>
  new DeskError('conflict', 'This preview was already queued. Check its intents; freeze a new preview to send again.')

/**
 * Marks the preview as used, and its draft as sent with these intents. Throws like `readyRows`. Use it inside their
 * transaction.
 */
export const takePreviewIn: IntentHooks['takePreview'] = (db, { draftId, intentIds, atMs, ...use }) => {
  const { usedAtMs } = findPreview(db, use)
  if (usedAtMs !== null) throw alreadyUsed()
  prepared(db.core, 'INSERT INTO preview_use (preview_id, used_at_ms) VALUES (?, ?)').run(use.id, atMs)
  if (draftId !== undefined) markDraftIn(db, { id: draftId, atMs, intentIds })
}

export const removePreview = ({ core }: WritableDb, { id }: { id: string }): void =>
  void prepared(core, 'DELETE FROM preview WHERE id = ?').run(id)

/** Whether there are previews frozen at that instant or before, or drafts that were queued as long ago. */
export const hasOldPreviews = (
  { core }: ReadableDb,
  { untilMs, sentUntilMs }: { untilMs: number; sentUntilMs: number },
): boolean =>
  prepared(core, 'SELECT 1 FROM preview WHERE created_at_ms <= ? LIMIT 1').get(untilMs) !== undefined ||
  prepared(core, 'SELECT 1 FROM template WHERE sent_at_ms <= ? AND is_shared = 0 LIMIT 1').get(sentUntilMs) !==
    undefined

const PRUNE = 'DELETE FROM preview WHERE no IN (SELECT no FROM preview WHERE created_at_ms <= ? LIMIT 1)'
// A preview that was queued by then has expired.
const PRUNE_USES = 'DELETE FROM preview_use WHERE used_at_ms <= ?'

/** Removes one preview frozen at that instant or before; how many were removed. The uses are of all desks that share them. */
export const prunePreview = (db: WritableDb, { untilMs }: { untilMs: number }): number =>
  db.core
    .transaction(() => {
      if (rulesOf(db).prunesShared) prepared(db.core, PRUNE_USES).run(untilMs)
      return prepared(db.core, PRUNE).run(untilMs).changes
    })
    .immediate()
