// Templates and drafts, whole as they were typed.

import type { Recipient, Template } from '../../../src-shared/desk/composing.ts'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { prepared, type ReadableDb, type WritableDb } from '../db.ts'
import { assertBrand } from './cache-brands.ts'
import { all, type Condition } from './search-text.ts'

export type StoredTemplate = Omit<Template, 'updatedAt'> & { readonly updatedAtMs: number }

type TemplateRecord = Omit<StoredTemplate, 'recipients'> & { readonly recipients: string }

const SELECT = `SELECT id, kind, brand_id AS brandId, name, subject, body, recipients, updated_at_ms AS updatedAtMs
  FROM template`

const toTemplate = (row: TemplateRecord): StoredTemplate => ({
  ...row,
  recipients: JSON.parse(row.recipients) as Recipient[], // as saveTemplate wrote it
})

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
}

/** Shared ones and those of these brands, the newest first. Throws not-found for an unknown brand. */
export const listTemplates = (db: ReadableDb, { brandIds, kind }: TemplatesArgs): StoredTemplate[] => {
  if (brandIds !== 'all') for (const id of brandIds) assertBrand(db, id)
  const { sql, params } = all([isOf(brandIds), kind === undefined ? undefined : { sql: 'kind = ?', params: [kind] }])
  return prepared<TemplateRecord>(db.core, `${SELECT} WHERE ${sql} ORDER BY updated_at_ms DESC, no DESC`)
    .all(...params)
    .map(toTemplate)
}

const SAVE = `
  INSERT INTO template (id, kind, brand_id, name, subject, body, recipients, updated_at_ms)
  VALUES (@id, @kind, @brandId, @name, @subject, @body, @recipients, @updatedAtMs)
  ON CONFLICT (id) DO UPDATE SET kind = @kind, brand_id = @brandId, name = @name, subject = @subject, body = @body,
    recipients = @recipients, updated_at_ms = @updatedAtMs`

/** A new one, or the whole of a known one. Throws not-found for an unknown brand. */
export const saveTemplate = (db: WritableDb, template: StoredTemplate): StoredTemplate =>
  db.core
    .transaction(() => {
      const brandIds = template.recipients.map(({ brandId }) => brandId)
      if (template.brandId !== null) brandIds.push(template.brandId)
      for (const id of new Set(brandIds)) assertBrand(db, id)
      prepared(db.core, SAVE).run({ ...template, recipients: JSON.stringify(template.recipients) })
      return template
    })
    .immediate()

/** What was there. Throws not-found. */
export const removeTemplate = ({ core }: WritableDb, { id }: { id: string }): StoredTemplate =>
  core
    .transaction(() => {
      const row = prepared<TemplateRecord>(core, `${SELECT} WHERE id = ?`).get(id)
      if (row === undefined)
        throw new DeskError('not-found', `There is no template "${id}" on this desk. It may have been removed.`)
      prepared(core, 'DELETE FROM template WHERE id = ?').run(id)
      return toTemplate(row)
    })
    .immediate()
