// Reads of the credit ledger: settled rows, and totals and budgets of brands.
import type { CallOutput, ParsedInput } from '../../../src-shared/desk/contract.ts'
import type { LedgerRow } from '../../../src-shared/desk/outreach-care.ts'
import { toInstant } from '../../base/clock.ts'
import { caseFold } from '../../base/text.ts'
import { assertBrand } from '../../store/cache-brands.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { listPage } from '../../store/paging.ts'
import { holds, isOneOf } from '../../store/search-text.ts'
import { CHANGED, type ChangedColumns, changedIn } from '../../team/public.ts'

type Row = Omit<LedgerRow, 'id' | 'at'> & { readonly no: number; readonly atMs: number }

/** What the service reported as refunded for a row of the ledger. */
export const REFUNDED = '(SELECT coalesce(sum(refunded), 0) FROM credit_site WHERE credit_no = credit.no)'
const siteSum = (states: string) =>
  `(SELECT coalesce(sum(charged), 0) FROM credit_site WHERE credit_no = no AND credit_site.state IN (${states}))`
const COLUMNS = `no, brand_id AS brandId, at_ms AS atMs, act AS action, about, intent_id AS intentId, charged, price AS accepted,
  ${REFUNDED} AS refunded,   ${siteSum("'searching', 'ended'")} AS mayComeBack, ${siteSum("'nobody'")} AS expectedBack`

const toRow = ({ no, atMs, ...row }: Row): LedgerRow => ({ id: `credit_${no}`, at: toInstant(atMs), ...row })

type BrandIds = 'all' | readonly string[]

/** Newest first; without open rows. */
export const ledgerPage = (
  db: ReadableDb,
  input: ParsedInput<'outreach.ledger'>,
): Omit<CallOutput<'outreach.ledger'>, 'totals'> => {
  const { brandIds, search } = input
  if (brandIds !== 'all') for (const id of brandIds) assertBrand(db, id)
  const { rows, ...page } = listPage<Row>(db.core, input, {
    columns: COLUMNS,
    from: 'credit',
    conditions: [
      { sql: "state = 'settled'", params: [] },
      brandIds === 'all' ? undefined : isOneOf('brand_id', brandIds),
      holds('lower(about)', search === undefined ? undefined : caseFold(search)),
    ],
    keys: [{ by: 'at', sql: 'at_ms', direction: 'desc', nullable: false }],
    tie: 'no',
  })
  return { rows: rows.map(toRow), ...page, freshAsOf: null }
}

export type CreditTotal = {
  readonly brandId: string
  /** Charged, less what was refunded of it. */
  readonly spentThisMonth: number
  readonly mayComeBack: number
  readonly monthlyBudget: number | null
  /** The most that open or unknown actions may have taken this month. */
  readonly underWay: number
}

/** A refund counts in the month of its charge. */
const SUMS = `SELECT brand_id AS brandId, coalesce(sum(charged - ${REFUNDED}), 0) AS spent,
    coalesce(sum(iif(charged IS NULL, max(price - ${REFUNDED}, 0), 0)), 0) AS underWay
  FROM credit WHERE (state = 'open' OR at_ms >= @fromMs) GROUP BY brand_id`
const BACK = `SELECT brand_id AS brandId, sum(charged) AS amount FROM credit_site
  WHERE state IN ('searching', 'ended') GROUP BY brand_id`
const BUDGETS = `SELECT brand_id AS brandId, monthly_budget AS amount, ${CHANGED} FROM credit_budget`

type Amount = { brandId: string; amount: number }
const byBrand = (rows: readonly Amount[]) => new Map(rows.map(({ brandId, amount }) => [brandId, amount]))

/** One per brand, in the order of `brandIds`. `monthStartMs`: start of this calendar month in UTC. */
export const creditTotals = (
  db: ReadableDb,
  { brandIds, monthStartMs }: { brandIds: readonly string[]; monthStartMs: number },
): CreditTotal[] => {
  const { core } = db
  const changed = changedIn(db)
  const sums = prepared<{ brandId: string; spent: number; underWay: number }>(core, SUMS).all({ fromMs: monthStartMs })
  const sumOf = new Map(sums.map((sum) => [sum.brandId, sum]))
  const back = byBrand(prepared<Amount>(core, BACK).all())
  const budgets = prepared<Amount & ChangedColumns>(core, BUDGETS).all()
  const budgetOf = new Map(budgets.map((budget) => [budget.brandId, budget]))
  return brandIds.map((brandId) => {
    const budget = budgetOf.get(brandId)
    return {
      brandId,
      spentThisMonth: sumOf.get(brandId)?.spent ?? 0,
      mayComeBack: back.get(brandId) ?? 0,
      monthlyBudget: budget?.amount ?? null,
      ...(budget === undefined ? {} : changed(budget)),
      underWay: sumOf.get(brandId)?.underWay ?? 0,
    }
  })
}

/** null: no limit. Throws not-found for an unknown brand. */
export const setBudgets = (
  db: WritableDb,
  { brandIds, monthlyBudget }: { brandIds: readonly string[]; monthlyBudget: number | null },
): { brandIds: BrandIds } =>
  db.core
    .transaction(() => {
      for (const brandId of brandIds) {
        assertBrand(db, brandId)
        if (monthlyBudget === null) prepared(db.core, 'DELETE FROM credit_budget WHERE brand_id = ?').run(brandId)
        else
          prepared(db.core, 'INSERT OR REPLACE INTO credit_budget (brand_id, monthly_budget) VALUES (?, ?)').run(
            brandId,
            monthlyBudget,
          )
      }
      return { brandIds }
    })
    .immediate()
