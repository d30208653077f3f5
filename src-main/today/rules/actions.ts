// Actions whose result a person has to check: unknown, skipped or failed items of intents.
import type { IntentKind } from '../../../src-shared/desk/intents.ts'
import type { TodaySection } from '../../../src-shared/desk/values/today-kinds.ts'
import { toInstant } from '../../base/clock.ts'
import type { IntentToCheck } from '../../journal/public.ts'
import { count, type Described, decimal, type Finding } from './finding.ts'

type Look = { readonly section: TodaySection; readonly noun: readonly [string, string]; readonly failed: string }

const LOOKS: Readonly<Record<IntentKind, Look>> = {
  publish: { section: 'publishing', noun: ['article', 'articles'], failed: 'Publish failed' },
  schedule: { section: 'publishing', noun: ['article', 'articles'], failed: 'Schedule failed' },
  unschedule: { section: 'publishing', noun: ['article', 'articles'], failed: 'Unschedule failed' },
  unpublish: { section: 'publishing', noun: ['article', 'articles'], failed: 'Unpublish failed' },
  queue: { section: 'outreach', noun: ['pitch', 'pitches'], failed: 'Queueing failed' },
  unqueue: { section: 'outreach', noun: ['pitch', 'pitches'], failed: 'Unsend failed' },
  discover: { section: 'outreach', noun: ['discovery', 'discoveries'], failed: 'Discovery failed' },
  findPeople: { section: 'outreach', noun: ['site', 'sites'], failed: 'People search failed' },
}

/** Failed articles are listed by the articles, which know whether they were sent again. */
const BY_ARTICLE: ReadonlySet<IntentKind> = new Set(['publish', 'schedule'])

const nameOf = (intent: IntentToCheck, counted: number): string =>
  counted === 1 && intent.label !== null ? intent.label : count(counted, ...LOOKS[intent.kind].noun)

const base = (intent: IntentToCheck) => ({
  section: LOOKS[intent.kind].section,
  since: toInstant(intent.atMs),
  weight: 0,
})

const unknown = (intent: IntentToCheck): Described => ({
  ...base(intent),
  kind: 'unknown',
  urgency: 'urgent',
  title: `${count(intent.unknown, ...LOOKS[intent.kind].noun)}: result unknown`,
  detail: intent.unknownReason ?? 'It may have been done.',
  about: { intentId: intent.id, count: intent.unknown },
})

/** `2 pitches have no subject`; other reasons as they are, with how often. */
const skipText = (kind: IntentKind, reason: string, times: number): string => {
  const lack = reason.match(/^(?:It|The pitch) has (no \w+)\.$/)?.[1]
  const [one, many] = LOOKS[kind].noun
  if (lack !== undefined) return `${count(times, `${one} has`, `${many} have`)} ${lack}`
  return times > 1 ? `${reason.replace(/\.$/, '')} (${times})` : reason
}

const skipped = (intent: IntentToCheck): Described => ({
  ...base(intent),
  kind: 'skipped',
  urgency: 'today',
  title: `${decimal(intent.skipped)} of ${count(intent.total, ...LOOKS[intent.kind].noun)} skipped`,
  detail: intent.skipReasons.map(({ reason, count: times }) => skipText(intent.kind, reason, times)).join(' · '),
  about: { intentId: intent.id, count: intent.skipped },
})

const failed = (intent: IntentToCheck): Described => ({
  ...base(intent),
  kind: 'failed',
  urgency: 'today',
  title: `${LOOKS[intent.kind].failed}: ${nameOf(intent, intent.failed)}`,
  detail: intent.reason ?? '',
  about: { intentId: intent.id, count: intent.failed },
})

const finding = (intent: IntentToCheck, item: Described): Finding => ({
  id: `${item.kind}:${intent.id}`,
  brandId: intent.brandId,
  occurrences: [`${item.about.count}`],
  describe: () => item,
})

export const actionFindings = (intents: readonly IntentToCheck[]): Finding[] =>
  intents.flatMap((intent) => [
    ...(intent.unknown > 0 ? [finding(intent, unknown(intent))] : []),
    ...(intent.skipped > 0 ? [finding(intent, skipped(intent))] : []),
    ...(intent.failed > 0 && !BY_ARTICLE.has(intent.kind) ? [finding(intent, failed(intent))] : []),
  ])
