// Names of the Today list, apart from its schemas: the window has none of those.
export const TODAY_SECTIONS = ['search', 'outreach', 'publishing', 'control'] as const
export type TodaySection = (typeof TODAY_SECTIONS)[number]

/** `urgent` loses clicks, is blocked or overdue; `today` needs a decision today; `week` can wait. */
export const TODAY_URGENCIES = ['urgent', 'today', 'week'] as const
export type TodayUrgency = (typeof TODAY_URGENCIES)[number]

export const TODAY_KINDS = [
  'many-brands',
  'drop',
  'unknown',
  'key',
  'alert',
  'publish-failed',
  'overdue',
  'skipped',
  'failed',
  'drift',
  'webhooks',
  'budget',
  'sync',
  'audit',
  'key-age',
  'playbook',
  'due',
] as const
export type TodayKind = (typeof TODAY_KINDS)[number]
