import { prepared, type ReadableDb } from '../../store/db.ts'
import { REFUNDED } from './credits.ts'

export type UsedBudget = {
  readonly brandId: string
  readonly budget: number
  /** Charged this month and not refunded, and the most that open actions may take. */
  readonly used: number
  /** When this share was passed. */
  readonly atMs: number
}

/** Charged, or the most that may be, less what was refunded of it. */
const AMOUNT = `coalesce(charged, price) - ${REFUNDED}`
const SQL = `WITH spent AS (
    SELECT credit.brand_id, at_ms, monthly_budget AS budget, ${AMOUNT} AS amount,
      sum(${AMOUNT}) OVER (PARTITION BY credit.brand_id ORDER BY at_ms, credit.no) AS so_far
    FROM credit_budget JOIN credit ON credit.brand_id = credit_budget.brand_id
    WHERE credit.brand_id IN (SELECT value FROM json_each(@brandIds)) AND monthly_budget > 0
      AND (state = 'open' OR at_ms >= @monthStartMs))
  SELECT brand_id AS brandId, budget, sum(amount) AS used, min(iif(so_far >= @share * budget, at_ms, NULL)) AS atMs
  FROM spent GROUP BY brand_id HAVING sum(amount) >= @share * budget`

type Args = { readonly brandIds: readonly string[]; readonly monthStartMs: number; readonly share: number }

const SPENT = `SELECT at_ms AS atMs, ${AMOUNT} AS amount FROM credit
  WHERE brand_id = ? AND at_ms >= ? ORDER BY at_ms, no`
const BUDGET = 'SELECT monthly_budget FROM credit_budget WHERE brand_id = ?'

export type SpentCredits = {
  /** Null: there is none. */
  readonly budget: number | null
  /** Charged and not refunded, and the most that open actions may take; oldest first. */
  readonly spent: readonly { readonly atMs: number; readonly amount: number }[]
}

/** What a brand spent since, action by action, with its budget of today. */
export const creditsSpent = (
  { core }: ReadableDb,
  { brandId, sinceMs }: { brandId: string; sinceMs: number },
): SpentCredits => ({
  budget: prepared<number>(core, BUDGET).pluck().get(brandId) ?? null,
  spent: prepared<{ atMs: number; amount: number }>(core, SPENT).all(brandId, sinceMs),
})

/** Brands that have used this share of their monthly budget. */
export const budgetsUsed = ({ core }: ReadableDb, { brandIds, ...args }: Args): UsedBudget[] =>
  prepared<UsedBudget>(core, SQL).all({ ...args, brandIds: JSON.stringify(brandIds) })
