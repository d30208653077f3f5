import { prepared, type ReadableDb } from '../../store/db.ts'

const LEDGER = `SELECT count(*) AS rows, coalesce(sum(charged), 0) AS charged, coalesce(sum(price), 0) AS price,
  coalesce(max(at_ms), 0) AS atMs, coalesce(max(iif(state = 'settled', at_ms, 0)), 0) AS actMs,
  (SELECT coalesce(sum(refunded), 0) FROM credit_site WHERE brand_id = @brandId AND refunded > 0) AS refunded
  FROM credit WHERE brand_id = @brandId`
const SITES = `SELECT coalesce(sum(state = 'searching'), 0) AS searching, coalesce(sum(state = 'ended'), 0) AS ended
  FROM credit_site WHERE brand_id = ? AND state IN ('searching', 'ended')`

type Ledger = { rows: number; charged: number; price: number; atMs: number; actMs: number; refunded: number }

export type LedgerWatch = {
  /** Sites of our own searches that no listing has shown yet, or shows as searched. */
  readonly searching: number
  /** Sites whose search has ended and whose contacts are still to be read. */
  readonly ended: number
  /** When the last paid action was answered; 0: never. */
  readonly actMs: number
  /** Changes whenever anything of the brand's ledger does. */
  readonly ledger: string
}

export const watchLedger = ({ core }: ReadableDb, brandId: string): LedgerWatch => {
  const ledger = prepared<Ledger>(core, LEDGER).get({ brandId })
  const sites = prepared<{ searching: number; ended: number }>(core, SITES).get(brandId)
  return {
    searching: sites?.searching ?? 0,
    ended: sites?.ended ?? 0,
    actMs: ledger?.actMs ?? 0,
    ledger: JSON.stringify([ledger, sites]),
  }
}
