// Every table that holds rows of a brand says here how they go, when a brand is removed. A new table adds its line.

import { deleteRankings } from '../rankings/queries/rank-delete.ts'
import { prepared, type WritableDb } from './db.ts'

export type CacheRowsOfBrand = (db: WritableDb, brandNo: number) => void

const byBrandNo =
  (table: string): CacheRowsOfBrand =>
  ({ cache }, brandNo) =>
    void prepared(cache, `DELETE FROM ${table} WHERE brand_no = ?`).run(brandNo)

/** In this order; the mirror row of the brand itself goes last. Full-text tables must also drop their old segments. */
export const cacheRowsOfBrand: readonly CacheRowsOfBrand[] = [
  byBrandNo('freshness'),
  byBrandNo('tracked_keyword'),
  byBrandNo('cluster'),
  byBrandNo('cluster_summary'),
  byBrandNo('prospect'),
  byBrandNo('prospect_status'),
  byBrandNo('contact'),
  byBrandNo('outbox'),
  byBrandNo('mailbox'),
  byBrandNo('ai_visibility'),
  deleteRankings,
]

/** Statements on core.db and on its backups, each bound to the brand's id. */
export const coreRowsOfBrand: readonly string[] = [
  'DELETE FROM intent_item WHERE intent_no IN (SELECT no FROM intent WHERE brand_id = ?)',
  'DELETE FROM intent_call WHERE intent_no IN (SELECT no FROM intent WHERE brand_id = ?)',
  'DELETE FROM intent WHERE brand_id = ?',
  'DELETE FROM outreach_pace WHERE brand_id = ?',
  'DELETE FROM article WHERE brand_id = ?',
  'DELETE FROM limiter_window WHERE instr(bucket, ?) > 0',
  'DELETE FROM delivery WHERE brand_id = ?',
  'DELETE FROM delivery_forward WHERE brand_id = ?',
  'DELETE FROM webhook_secret WHERE brand_id = ?',
  'DELETE FROM webhook_refusal WHERE brand_id = ?',
  'DELETE FROM credit_site WHERE brand_id = ?',
  'DELETE FROM credit WHERE brand_id = ?',
  'DELETE FROM credit_budget WHERE brand_id = ?',
  'DELETE FROM prospect_mark WHERE brand_id = ?',
  'DELETE FROM template WHERE brand_id = ?',
  `WITH gone(id) AS (VALUES (?)) UPDATE template
    SET recipients = (SELECT coalesce(json_group_array(json(value)), '[]') FROM json_each(recipients)
      WHERE json_extract(value, '$.brandId') <> (SELECT id FROM gone))
    WHERE instr(recipients, (SELECT id FROM gone)) > 0`,
  // Whole previews: without some of its rows one would not be what was looked at. Warnings of others name the brand, too.
  'DELETE FROM preview WHERE no IN (SELECT preview_no FROM preview_row WHERE brand_id = ?)',
  `WITH gone(name) AS (SELECT substr(json_quote(name), 2, length(json_quote(name)) - 2) FROM brand WHERE id = ?)
    DELETE FROM preview WHERE no IN (
      SELECT preview_no FROM preview_row, gone WHERE instr(blockers, gone.name) > 0 OR instr(warnings, gone.name) > 0)`,
  'DELETE FROM basket_keyword WHERE brand_id = ?',
  'DELETE FROM audit WHERE brand_id = ?',
  'DELETE FROM audit_site WHERE brand_id = ?',
  'DELETE FROM connector_catalog WHERE brand_id = ?',
  'DELETE FROM connector_version WHERE brand_id = ?',
  'DELETE FROM connector_plan_brand WHERE brand_id = ?',
  'DELETE FROM connector_apply_brand WHERE brand_id = ?',
  'DELETE FROM export_brand WHERE brand_id = ?',
  'DELETE FROM brand WHERE id = ?',
]
