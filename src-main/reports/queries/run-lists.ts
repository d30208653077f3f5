// Runs and packs page by page.
import type { ParsedInput } from '../../../src-shared/desk/contract.ts'
import type { ReadableDb } from '../../store/db.ts'
import { listPage } from '../../store/paging.ts'
import { isOneOf } from '../../store/search-text.ts'
import { getRun, PACK_COLUMNS, type PackRow, RUN_COLUMNS, type RunRow, toPack, toRun } from './runs.ts'

type PageArgs<Call extends 'reports.runs' | 'reports.packs'> = Omit<ParsedInput<Call>, 'brandIds'> & {
  /** Null: all, also runs whose brands are gone. */
  readonly brandIds: readonly string[] | null
}

const RUN_SORTS = {
  startedAt: 'run.started_at_ms',
  period: 'run.period_from',
  template: "run.template ->> 'name'",
  brands: '(SELECT count(*) FROM report_pack WHERE run_no = run.no)',
  state: 'run.state',
} as const

const BRAND_IDS = `(SELECT json_group_array(brand_id) FROM
    (SELECT brand_id FROM report_pack WHERE run_no = run.no ORDER BY no)) AS brandIds`

export const listRuns = (db: ReadableDb, { brandIds, filter, sort, ...page }: PageArgs<'reports.runs'>) => {
  const { rows, ...found } = listPage<RunRow & { readonly brandIds: string }>(db.core, page, {
    columns: `${RUN_COLUMNS}, ${BRAND_IDS}`,
    from: 'report_run AS run',
    conditions: [
      isOneOf('run.state', filter.state),
      brandIds === null
        ? undefined
        : {
            sql: 'run.no IN (SELECT run_no FROM report_pack WHERE brand_id IN (SELECT value FROM json_each(?)))',
            params: [JSON.stringify(brandIds)],
          },
    ],
    keys: sort.map((key) => ({ ...key, sql: RUN_SORTS[key.by], nullable: false })),
    tie: 'run.no',
  })
  return {
    ...found,
    rows: rows.map(({ brandIds: ids, ...row }) => ({ ...toRun(row), brandIds: JSON.parse(ids) as string[] })), // as selected
  }
}

/** Packs of brands over all runs. */
export const listPacks = (db: ReadableDb, { brandIds, filter, sort, ...page }: PageArgs<'reports.packs'>) => {
  const { rows, ...found } = listPage<PackRow>(db.core, page, {
    columns: PACK_COLUMNS,
    from: 'report_pack AS pack JOIN report_run AS run ON run.no = pack.run_no',
    conditions: [isOneOf('pack.brand_id', brandIds ?? undefined), isOneOf('pack.state', filter.state)],
    keys: sort.map((key) => ({
      ...key,
      sql: key.by === 'state' ? 'pack.state' : RUN_SORTS[key.by],
      nullable: false,
    })),
    tie: 'pack.no',
  })
  const packs = rows.map(toPack)
  const runs = new Map([...new Set(packs.map(({ runId }) => runId))].map((id) => [id, getRun(db, id)]))
  return {
    ...found,
    rows: packs.flatMap((pack) => {
      const run = runs.get(pack.runId)
      return run === undefined ? [] : [{ ...pack, run }]
    }),
  }
}
