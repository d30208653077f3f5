import type { IntentKind } from '../../../src-shared/desk/intents.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import type { Condition } from '../../store/search-text.ts'
import { countTimed, type EventsOf, newestRows, type TimedRows } from '../../store/time-span.ts'

export type ConfirmedItem = {
  readonly intentId: string
  readonly item: number
  readonly brandId: string
  readonly label: string
  readonly atMs: number
  readonly madeBy: string | null
}

const AT = 'coalesce(i.ended_at_ms, i.sent_at_ms, i.created_at_ms)'

/** The index intent_by_end has these terms. */
const confirmed = (kind: IntentKind, isLeftOut: string): TimedRows => ({
  columns: 'i.id AS intentId, t.item, i.brand_id AS brandId, t.subject AS label, i.made_by AS madeBy',
  from: 'intent i CROSS JOIN intent_item t ON t.intent_no = i.no',
  ofBrands: 'i.brand_id IN (SELECT value FROM json_each(?))',
  at: AT,
  tie: 'i.no DESC, t.item DESC',
  where: `t.state = 'confirmed' AND NOT (${isLeftOut})`,
  only: `i.kind = '${kind}'`,
})

type ConfirmedOf = {
  readonly kind: IntentKind
  /** SQL over the intent `i`, its item `t` and the time of the event. */
  readonly isLeftOut: (at: string) => string
  /** SQL that is true of all that are left out, read once for all rows of a count. */
  readonly mayBeLeftOut: string
  readonly narrow?: ((label: string) => Condition) | undefined
}

/** What intents of a kind did, item by item. */
export const confirmedItems = (
  { core }: ReadableDb,
  { kind, isLeftOut, mayBeLeftOut, narrow }: ConfirmedOf,
): EventsOf<ConfirmedItem> => {
  const rows = confirmed(kind, isLeftOut(AT))
  const counted = confirmed(kind, `${mayBeLeftOut} AND ${isLeftOut(AT)}`)
  const narrowed = { narrow: narrow?.('t.subject') }
  return {
    newest: (span) => newestRows<ConfirmedItem>(core, rows, { ...span, ...narrowed }),
    count: (span) => countTimed(core, counted, { ...span, ...narrowed }),
  }
}

/** An item of a brand and the provider that its intent names. */
export type ProviderTime = { readonly label: string; readonly provider: string | null; readonly atMs: number }

const ON_PROVIDERS = `SELECT t.subject AS label, i.details ->> 'provider' AS provider, coalesce(i.ended_at_ms, i.sent_at_ms) AS atMs
  FROM intent i CROSS JOIN intent_item t ON t.intent_no = i.no
  WHERE i.brand_id = ? AND +i.kind = ? AND t.state = 'confirmed'
    AND coalesce(i.ended_at_ms, i.sent_at_ms) IS NOT NULL ORDER BY atMs`

/** What intents of a kind did for a brand, oldest first. */
export const confirmedOnProviders = ({ core }: ReadableDb, kind: IntentKind, brandId: string): ProviderTime[] =>
  prepared<ProviderTime>(core, ON_PROVIDERS).all(brandId, kind)
