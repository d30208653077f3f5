import type { Writes } from './store.ts'

/** Writes that touch core.db alone and are short; all others may keep their thread busy for long. */
export const CORE_WRITES: ReadonlySet<keyof Writes> = new Set<keyof Writes>([
  'brands.insert',
  'brands.update',
  'credits.setBudgets',
  'deliveries.apply',
  'deliveries.insert',
  'deliveries.prune',
  'deliveries.saveForward',
  'intents.again',
  'intents.apply',
  'intents.insert',
  'limiter.save',
  'outreach.savePace',
  'previews.add',
  'previews.begin',
  'previews.complete',
  'previews.prune',
  'prospects.mark',
  'settings.set',
  'suppressions.add',
  'suppressions.remove',
  'templates.remove',
  'templates.save',
  'webhooks.saveRefusals',
  'webhooks.saveSecret',
])
