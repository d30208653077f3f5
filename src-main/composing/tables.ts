import type { Database } from 'better-sqlite3'
import { byBrandId, type RoomTables } from '../store/tables.ts'
import type { ColumnRule } from '../store/team/column-rule.ts'
import {
  addPreviewRows,
  beginPreview,
  completePreview,
  hasOldPreviews,
  previewPage,
  prunePreview,
  readyRows,
  removePreview,
} from './queries/previews.ts'
import { composingSchema } from './queries/schema.ts'
import {
  getTemplate,
  listTemplates,
  pruneSentDrafts,
  removeTemplate,
  saveTemplate,
  shareTemplate,
} from './queries/templates.ts'
import { ofSeveralBrands } from './rules/shared-draft.ts'

const recipientsRule: ColumnRule = {
  json: 'list',
  schema: async () => (await import('../../src-shared/desk/composing.ts')).RecipientSchema.array(),
}

export const composingTables = {
  reads: {
    'previews.hasOld': hasOldPreviews,
    'previews.page': previewPage,
    'previews.ready': readyRows,
    'templates.get': getTemplate,
    'templates.list': listTemplates,
  },
  writes: {
    core: {
      'previews.add': addPreviewRows,
      'previews.begin': beginPreview,
      'previews.complete': completePreview,
      'previews.prune': prunePreview,
      'previews.remove': removePreview,
      'templates.pruneSent': pruneSentDrafts,
      'templates.remove': removeTemplate,
      'templates.save': saveTemplate,
      'templates.share': shareTemplate,
    },
    cache: {},
  },
  brandRows: {
    core: [
      byBrandId('template'),
      `WITH gone(id) AS (VALUES (?)) UPDATE template
    SET recipients = (SELECT coalesce(json_group_array(json(value)), '[]') FROM json_each(recipients)
      WHERE json_extract(value, '$.brandId') <> (SELECT id FROM gone))
    WHERE instr(recipients, (SELECT id FROM gone)) > 0`,
      // Whole previews: without some rows one would not be what the person saw. Warnings of other brands may name this one.
      'DELETE FROM preview WHERE no IN (SELECT preview_no FROM preview_row WHERE brand_id = ?)',
      `WITH gone(name) AS (SELECT substr(json_quote(name), 2, length(json_quote(name)) - 2) FROM brand WHERE id = ?)
    DELETE FROM preview WHERE no IN (
      SELECT preview_no FROM preview_row, gone WHERE instr(blockers, gone.name) > 0 OR instr(warnings, gone.name) > 0)`,
    ],
    cache: [],
  },
  team: {
    waits: { 'templates.save': 'A shared template', 'templates.remove': 'A shared template' },
    tables: {
      preview_use: { place: 4, key: ['preview_id'], brand: null, isSilent: true, datasets: ['previews'] },
      template: {
        place: 8,
        key: ['id'],
        brand: 'brand_id',
        isSharedIf: 'is_shared',
        own: ['no'],
        columns: {
          id: 200,
          kind: ['template', 'draft'],
          name: 120,
          subject: 10_000,
          body: 200_000,
          recipients: recipientsRule,
          intent_ids: 'texts',
        },
        datasets: ['templates'],
      },
    },
    refusals: { template_of_one_brand: ofSeveralBrands },
  },
  schema: composingSchema,
  // A preview that was sent since the backup would look unused.
  afterRestore: (core: Database) => void core.prepare('DELETE FROM preview').run(),
} satisfies RoomTables
