// Names and limits of alert rules, apart from their schemas: the window has none of those.

/** Rules about single keywords: one alert names all keywords of a brand on a day. */
export const KEYWORD_ALERT_KINDS = ['lost-top-3', 'lost-top-10', 'drop', 'page-changed'] as const
export const ALERT_KINDS = [
  ...KEYWORD_ALERT_KINDS,
  'clicks-down',
  'audit-score',
  'budget',
  'silent-webhook',
  'drift',
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]
export type KeywordAlertKind = (typeof KEYWORD_ALERT_KINDS)[number]

export const isKeywordKind = (kind: AlertKind): kind is KeywordAlertKind =>
  KEYWORD_ALERT_KINDS.some((known) => known === kind)

export const ALERT_KIND_LABELS: Readonly<Record<AlertKind, string>> = {
  'lost-top-3': 'Lost the top 3',
  'lost-top-10': 'Fell out of the top 10',
  drop: 'Unusual drop',
  'page-changed': 'Another page ranks',
  'clicks-down': 'Clicks down',
  'audit-score': 'Audit score',
  budget: 'AI credit budget',
  'silent-webhook': 'Silent webhook',
  drift: 'Permissions of assistants',
}

/** Days that a back-test looks at. */
export const BACK_TEST_DAYS = 90
/** Fired alerts are deleted after this many days. */
export const ALERTS_KEPT_DAYS = 400
