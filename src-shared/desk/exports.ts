import { z } from 'zod'
import { ExportFormatSchema, ExportResultSchema, InstantSchema } from './common.ts'
import { call } from './define.ts'
import { EXPORT_LIST_NAMES, KEYS_MAX } from './values/export-lists.ts'

const RowNumberSchema = z.number().int().min(0)

const exported = {
  list: z.enum(EXPORT_LIST_NAMES),
  /**
   * The input of the call that gives the list its rows (`EXPORT_LISTS`): brands, filter, search, order. Where that call has
   * no pages, `filter` names columns (as `headers: 'machine'` does) and the values they may have.
   */
  input: z.record(z.string(), z.unknown()).default({}),
  /** Only these rows (`rowKey`), in this order. */
  keys: z.array(z.string().max(5000)).min(1).max(KEYS_MAX).optional(),
  /**
   * Only rows with these numbers, counted from 0 in the order of `input`: a large selection without the keys of its rows.
   * `conflict` if the list no longer has `total` rows.
   */
  numbers: z
    .object({ ranges: z.array(z.tuple([RowNumberSchema, RowNumberSchema])).min(1), total: RowNumberSchema })
    .optional(),
  /**
   * The reply of the list's call that a person has on show: its rows are exported, and the service is not asked again. Only
   * for lists whose call asks the service (`suggestions`, `doctor`).
   */
  answer: z.json().optional(),
  /** `words` for people, `machine` for scripts: names that do not change. */
  headers: z.enum(['words', 'machine']).default('words'),
}

export const exportCalls = {
  /** Writes every row of the list, or the given ones, as a new file of the exports folder. */
  'exports.write': call({
    input: z.object({ ...exported, format: ExportFormatSchema.default('csv') }),
    output: ExportResultSchema,
    reads: [],
  }),
  /** The same as tab-separated text for the clipboard; `invalid` above 100,000 rows (`COPY_MAX`). */
  'exports.text': call({
    input: z.object(exported),
    output: z.object({ text: z.string(), rowCount: z.number().int(), freshAsOf: InstantSchema.nullable() }),
    reads: [],
  }),
}
