// What likely caused the losses of alerts, by one statement for all of them.
import type { AlertKind } from '../../../src-shared/desk/alert-kinds.ts'
import type { Occurrence } from '../../../src-shared/desk/alerts.ts'
import { dayNumber } from '../../base/clock.ts'
import { causeLines, linesText } from '../../causes/public.ts'
import type { ReadableDb } from '../../store/db.ts'

type Fired = {
  readonly id: string
  readonly kind: AlertKind
  readonly brandId: string
  readonly day: number
  readonly total: number
  readonly occurrences: readonly Occurrence[]
}

const OF_KEYWORDS: readonly AlertKind[] = ['lost-top-3', 'lost-top-10', 'drop']
/** A loss is certain some days after it began; a drop that began at another time is another one. */
const NEAR_DAYS = { before: 14, after: 1 } as const

const fallenOf = ({ kind, brandId, occurrences }: Fired) => {
  if (kind === 'clicks-down') return [{ brandId, keyword: null }]
  return OF_KEYWORDS.includes(kind) ? occurrences.map(({ subject }) => ({ brandId, keyword: subject })) : []
}

/** By the alert's id; an alert is left out where no cause is kept of its days. */
export const causesOfAlerts = (db: ReadableDb, alerts: readonly Fired[]): ReadonlyMap<string, string> => {
  const drops = alerts.flatMap((alert) => fallenOf(alert).map((fallen) => ({ ...fallen, alert })))
  if (drops.length === 0) return new Map()
  const near = causeLines(db, { drops }).flatMap(({ at, ...line }) => {
    const alert = drops[at]?.alert
    const since = dayNumber(line.since)
    return alert !== undefined && since >= alert.day - NEAR_DAYS.before && since <= alert.day + NEAR_DAYS.after
      ? [{ alert, line }]
      : []
  })
  return new Map(
    [...Map.groupBy(near, ({ alert }) => alert)].flatMap(([{ id, kind, total }, own]) => {
      const text = linesText(
        own.map(({ line }) => line),
        kind === 'clicks-down' ? 1 : total,
      )
      return text === null ? [] : [[id, text] as const]
    }),
  )
}
