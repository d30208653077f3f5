// What likely caused the losses of alerts, by one statement for all of them; else, by another one, whether the pages of their
// keywords take turns, which is no drop of the website.

import type { Occurrence } from '../../../src-shared/desk/alerts.ts'
import { type AlertKind, isKeywordKind } from '../../../src-shared/desk/values/alert-kinds.ts'
import { turnsText } from '../../../src-shared/desk/values/page-turns.ts'
import { dayNumber } from '../../base/clock.ts'
import { keywordsWithTurns } from '../../cannibalisation/public.ts'
import { causeLines, linesText, saysCause } from '../../causes/public.ts'
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

/** By the alert's id. */
const turnsOfAlerts = (db: ReadableDb, alerts: readonly Fired[]): ReadonlyMap<string, string> => {
  const asked = alerts
    .filter(({ kind }) => isKeywordKind(kind))
    .flatMap((alert) => alert.occurrences.map(({ subject }) => ({ ...alert, keyword: subject })))
  if (asked.length === 0) return new Map()
  const found = keywordsWithTurns(db, asked)
  const own = Map.groupBy(
    asked.filter((_, at) => found.has(at)),
    ({ id }) => id,
  )
  return new Map([...own].map(([id, turns]) => [id, turnsText(turns.length, turns[0]?.total ?? 0)]))
}

const keptCauses = (db: ReadableDb, alerts: readonly Fired[]): ReadonlyMap<string, string> => {
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

/** By the alert's id; an alert is left out where nothing is known of its days. */
export const causesOfAlerts = (db: ReadableDb, alerts: readonly Fired[]): ReadonlyMap<string, string> => {
  const causes = keptCauses(db, alerts)
  const open = alerts.filter(({ id }) => !saysCause(causes.get(id) ?? ''))
  return new Map([...causes, ...turnsOfAlerts(db, open)])
}
