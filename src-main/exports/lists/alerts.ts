// Fired alerts, and what one of them found.

import type { Alert, Occurrence } from '../../../src-shared/desk/alerts.ts'
import { ALERT_KIND_LABELS } from '../../../src-shared/desk/values/alert-kinds.ts'
import { brandName, type Column, column, defineList, pagedList } from '../list.ts'

const alerts: readonly Column<Alert>[] = [
  brandName(),
  column('day', 'Day', ({ day }) => day),
  column('kind', 'Kind', ({ kind }) => ALERT_KIND_LABELS[kind]),
  column('title', 'Alert', ({ title }) => title),
  column('detail', 'Details', ({ detail }) => detail),
  column('count', 'Found', ({ count }) => count),
  column('rule', 'Rule', ({ ruleName }) => ruleName),
  column('state', 'State', ({ state }) => state),
  column('isMuted', 'Muted', ({ isMuted }) => isMuted),
  column('firedAt', 'Fired at', ({ firedAt }) => firedAt),
]

const occurrences: readonly Column<Occurrence & { readonly brandId: string; readonly day: string }>[] = [
  brandName(),
  column('day', 'Day', ({ day }) => day),
  column('subject', 'Name', ({ subject }) => subject),
  column('before', 'Before', ({ before }) => before),
  column('after', 'After', ({ after }) => after),
  column('clicks', 'Weekly clicks before', ({ clicks }) => clicks),
]

export const alertLists = {
  alerts: pagedList('alerts.page', alerts),
  'alert-details': defineList({
    call: 'alerts.get',
    rowsOf: ({ brandId, day, occurrences: found }) => found.map((one) => ({ ...one, brandId, day })),
    columns: occurrences,
  }),
}
