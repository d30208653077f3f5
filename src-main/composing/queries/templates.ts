// Templates and drafts.

import type { Recipient, Template } from '../../../src-shared/desk/composing.ts'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { isAnyKept } from '../../journal/public.ts'
import { assertBrand } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { all, type Condition } from '../../store/search-text.ts'
import { rulesOf } from '../../store/team/desk-rules.ts'
import { CHANGED, type ChangedColumns, changedIn } from '../../team/public.ts'
import { brandOfDraft, ofSeveralBrands } from '../rules/shared-draft.ts'

export type StoredTemplate = Omit<Template, 'updatedAt' | 'sent'> & {
  readonly updatedAtMs: number
  readonly sent: { readonly atMs: number; readonly intentIds: string[] } | null
}
/** Of a team. */
type Changed = Pick<Template, 'changedBy' | 'changedAt' | 'isShared'>
export type TemplateToSave = Omit<StoredTemplate, 'sent' | 'people' | keyof Changed>

type TemplateRecord = Omit<TemplateToSave, 'recipients' | keyof Changed> &
  ChangedColumns & {
    readonly recipients: string
    readonly count: number
    readonly brands: number
    readonly isShared: number
    readonly sentAtMs: number | null
    readonly intentIds: string
  }

const SENT_SHOWN_MAX = 20

// A draft whose intents were all cancelled counts as not sent.
const IS_SENT = isAnyKept('intent_ids')
const columns = (recipients: string) => `id, kind, brand_id AS brandId, name, subject, body,
    ${recipients} AS recipients, json_array_length(recipients) AS count,
    (SELECT count(DISTINCT value ->> 'brandId') FROM json_each(recipients)) AS brands,
    updated_at_ms AS updatedAtMs, is_shared AS isShared, intent_ids AS intentIds,
    CASE WHEN ${IS_SENT} THEN sent_at_ms END AS sentAtMs, ${CHANGED}`
const WHOLE = `SELECT ${columns('recipients')} FROM template`
const WITHOUT_RECIPIENTS = `SELECT ${columns("'[]'")} FROM template`

const createToTemplate = (db: ReadableDb) => {
  const changed = changedIn(db)
  const { shared } = rulesOf(db)
  return (record: TemplateRecord): StoredTemplate => {
    const { sentAtMs, intentIds, recipients, count, brands, madeBy, changedBy, changedAtMs, isShared, ...row } = record
    return {
      ...row,
      ...changed({ madeBy, changedBy, changedAtMs }),
      ...shared(() => ({ isShared: isShared === 1 })),
      people: { count, brands },
      recipients: JSON.parse(recipients) as Recipient[], // as saveTemplate wrote it
      sent: sentAtMs === null ? null : { atMs: sentAtMs, intentIds: JSON.parse(intentIds) as string[] }, // as written below
    }
  }
}

const isOf = (brandIds: 'all' | readonly string[]): Condition | undefined =>
  brandIds === 'all'
    ? undefined
    : {
        sql: 'brand_id IS NULL OR brand_id IN (SELECT value FROM json_each(?))',
        params: [JSON.stringify(brandIds)],
      }

export type TemplatesArgs = {
  readonly brandIds: 'all' | readonly string[]
  readonly kind?: Template['kind'] | undefined
  readonly withRecipients: boolean
}

/** Shared ones and those of these brands, newest first. Throws not-found for an unknown brand. */
export const listTemplates = (db: ReadableDb, args: TemplatesArgs): StoredTemplate[] => {
  const { brandIds, kind, withRecipients } = args
  if (brandIds !== 'all') for (const id of brandIds) assertBrand(db, id)
  const { sql, params } = all([isOf(brandIds), kind === undefined ? undefined : { sql: 'kind = ?', params: [kind] }])
  let sent = 0
  const select = withRecipients ? WHOLE : WITHOUT_RECIPIENTS
  return prepared<TemplateRecord>(db.core, `${select} WHERE ${sql} ORDER BY updated_at_ms DESC, no DESC`)
    .all(...params)
    .filter(({ sentAtMs }) => sentAtMs === null || ++sent <= SENT_SHOWN_MAX)
    .map(createToTemplate(db))
}

/** Throws not-found. */
export const getTemplate = (db: ReadableDb, { id }: { id: string }): StoredTemplate => {
  const row = prepared<TemplateRecord>(db.core, `${WHOLE} WHERE id = ?`).get(id)
  if (row === undefined)
    throw new DeskError('not-found', `There is no template "${id}" on this desk. It may have been removed.`)
  return createToTemplate(db)(row)
}

const SAVE = `
  INSERT INTO template (id, kind, brand_id, name, subject, body, recipients, updated_at_ms, is_shared)
  VALUES (@id, @kind, @brandId, @name, @subject, @body, @recipients, @updatedAtMs, @kind = 'template')
  ON CONFLICT (id) DO UPDATE SET kind = @kind, brand_id = @brandId, name = @name, subject = @subject, body = @body,
    recipients = @recipients, updated_at_ms = @updatedAtMs, sent_at_ms = NULL, intent_ids = '[]',
    is_shared = max(is_shared, excluded.is_shared)`

const isSharedDraft = ({ core }: ReadableDb, { id, kind }: TemplateToSave): boolean =>
  kind === 'draft' && prepared(core, 'SELECT 1 FROM template WHERE id = ? AND is_shared = 1').get(id) !== undefined

/** Inserts or replaces it. Throws not-found for an unknown brand, `conflict` for a shared draft with others' people. */
export const saveTemplate = (db: WritableDb, template: TemplateToSave): StoredTemplate =>
  db.core
    .transaction(() => {
      const { recipients, brandId } = template
      const brandIds = new Set(recipients.map((recipient) => recipient.brandId))
      for (const id of brandId === null ? brandIds : brandIds.add(brandId)) assertBrand(db, id)
      if (isSharedDraft(db, template) && brandOfDraft(template) !== brandId) throw ofSeveralBrands()
      prepared(db.core, SAVE).run({ ...template, recipients: JSON.stringify(recipients) })
      return getTemplate(db, template)
    })
    .immediate()

const SHARE = 'UPDATE template SET is_shared = 1, brand_id = @brandId WHERE id = @id'

/** Gives a draft to all of the team who see its brand. Throws not-found, or `conflict` where it has several. */
export const shareTemplate = (db: WritableDb, { id }: { id: string }): StoredTemplate =>
  db.core
    .transaction(() => {
      const brandId = brandOfDraft(getTemplate(db, { id }))
      prepared(db.core, SHARE).run({ id, brandId })
      return getTemplate(db, { id })
    })
    .immediate()

const MARK = `UPDATE template SET sent_at_ms = @atMs, intent_ids = @intentIds WHERE id = @id AND kind = 'draft'`
// Drafts that were queued keep their recipients for a limited time; a shared one is not this desk's to delete.
const PRUNE_SENT = `DELETE FROM template WHERE sent_at_ms <= ? AND is_shared = 0 AND ${IS_SENT}`

/** Marks the draft as sent with its intents. Use it inside their transaction. */
export const markDraftIn = (
  { core }: WritableDb,
  { intentIds, ...mark }: { id: string; atMs: number; intentIds: readonly string[] },
): void => void prepared(core, MARK).run({ ...mark, intentIds: JSON.stringify(intentIds) })

export const pruneSentDrafts = ({ core }: WritableDb, { untilMs }: { untilMs: number }): void =>
  void prepared(core, PRUNE_SENT).run(untilMs)

/** Returns the removed one. Throws not-found. */
export const removeTemplate = (db: WritableDb, { id }: { id: string }): StoredTemplate =>
  db.core
    .transaction(() => {
      const template = getTemplate(db, { id })
      prepared(db.core, 'DELETE FROM template WHERE id = ?').run(id)
      return template
    })
    .immediate()
