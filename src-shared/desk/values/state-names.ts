// Names apart from their schemas: the threads that read and write rows know these, and have no schemas.

/** `held` can still be cancelled; `unknown` has to be decided by a person. */
export const INTENT_STATES = [
  'held',
  'ready',
  'in_flight',
  'confirmed',
  'partly_done',
  'failed',
  'unknown',
  'cancelled',
] as const

export const ENDED_INTENTS: readonly (typeof INTENT_STATES)[number][] = [
  'confirmed',
  'partly_done',
  'failed',
  'unknown',
  'cancelled',
]

export const INTENT_ITEM_STATES = [
  'waiting',
  'in_flight',
  'confirmed',
  'failed',
  'skipped',
  'unknown',
  'cancelled',
] as const

export const CALENDAR_STATES = [
  'held',
  'sending',
  'scheduled',
  'draft',
  'published',
  'confirmed',
  'overdue',
  'due',
  'failed',
  'unknown',
  'cancelled',
  'unpublished',
] as const

/** Why a backup was made. */
export const BACKUP_REASONS = [
  'daily',
  'asked',
  'before-deletion',
  'before-update',
  'before-restore',
  'before-team',
  'other-history',
] as const

/** What a person may do in a team: each role may do what the one before may. */
export const ROLES = ['reader', 'writer', 'sender', 'admin'] as const

export const TEAM_CONNECTIONS = ['connecting', 'connected', 'offline', 'refused'] as const

/** What setting up, joining or leaving a team does, in this order. */
export const TEAM_STEPS = ['check', 'backup', 'copy', 'compare', 'open'] as const
export type TeamStep = (typeof TEAM_STEPS)[number]

/** What followed a published article. `not-measured`: nothing can be compared, and the reason says why. */
export const IMPACT_VERDICTS = ['up', 'down', 'no-change', 'too-early', 'not-measured'] as const

/**
 * `few-clicks`: no visible change can be told from chance. `other-article`, `unpublished`: before enough days were over.
 * `no-history`, `days-missing`: before or after, days are not cached.
 */
export const IMPACT_REASONS = [
  'days-to-come',
  'few-clicks',
  'no-page',
  'few-pages',
  'no-history',
  'days-missing',
  'other-article',
  'unpublished',
] as const

/** So many days up to the newest whole one are looked at for pages that compete. */
export const CONFLICT_SPANS = [28, 90] as const
export type ConflictSpan = (typeof CONFLICT_SPANS)[number]

/** What an opportunity is about. */
export const OPPORTUNITY_KINDS = ['keyword', 'page'] as const

/** What says that a position is reachable: `similar`: keywords that have it; `climbs`: keywords that climbed that far. */
export const OPPORTUNITY_BASES = ['similar', 'climbs'] as const

/** What it takes: `page`: a page of the brand ranks already; `competing`: pages compete; `new`: no page ranks. */
export const OPPORTUNITY_NEEDS = ['page', 'competing', 'new'] as const
