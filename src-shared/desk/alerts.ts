import { z } from 'zod'
import {
  BRANDS_MAX,
  BrandIdSchema,
  BrandIdsSchema,
  DaySchema,
  EmptySchema,
  InstantSchema,
  pageInput,
  pageOf,
  sortBy,
} from './common.ts'
import { call, event } from './define.ts'
import { ALERT_KINDS, BACK_TEST_DAYS } from './values/alert-kinds.ts'
import { changedFields } from './values/attribution.ts'

const RuleIdSchema = z.string().min(1).max(64)
const AlertIdSchema = z.string().min(1).max(200)
/** Days in a row on which it has to be so: a single odd day is no alert. */
const days = (usual: number) => z.number().int().min(1).max(7).default(usual)

/** What a rule waits for, with its thresholds. */
export const AlertConditionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('lost-top-3'), days: days(2) }),
  z.strictObject({ kind: z.literal('lost-top-10'), days: days(2) }),
  /** A real drop, as in Movers, that costs at least these clicks a day. */
  z.strictObject({ kind: z.literal('drop'), lostClicks: z.number().min(0.1).max(100_000).default(0.5) }),
  z.strictObject({ kind: z.literal('page-changed'), days: days(3) }),
  /** Clicks of a brand on a day vs the mean of the same weekday in the `weeks` before: both thresholds have to be passed. */
  z.strictObject({
    kind: z.literal('clicks-down'),
    percent: z.number().min(1).max(100).default(30),
    clicks: z.number().min(1).max(1_000_000).default(20),
    weeks: z.number().int().min(2).max(8).default(4),
  }),
  /** Null: that threshold is not used. */
  z.strictObject({
    kind: z.literal('audit-score'),
    below: z.number().min(1).max(100).nullable().default(70),
    droppedBy: z.number().min(1).max(100).nullable().default(10),
  }),
  z.strictObject({ kind: z.literal('budget'), percent: z.number().min(1).max(100).default(80) }),
  /** No delivery for `days`; or an article was published and none came within `afterPublish` days. */
  z.strictObject({
    kind: z.literal('silent-webhook'),
    days: z.number().int().min(1).max(60).default(7),
    afterPublish: z.number().int().min(1).max(14).nullable().default(1),
  }),
  z.strictObject({ kind: z.literal('drift') }),
])
export type AlertCondition = z.infer<typeof AlertConditionSchema>

/** Which keywords a rule is about; rules of other kinds ignore it. Averages are of the 28 days before. */
export const AlertFilterSchema = z.strictObject({
  starred: z.boolean().default(false),
  tracked: z.boolean().default(false),
  tags: z.array(z.string().min(1).max(60)).max(50).default([]),
  minClicksAWeek: z.number().min(0).max(1_000_000).default(0),
  minImpressionsAWeek: z.number().min(0).max(100_000_000).default(0),
})
export type AlertFilter = z.infer<typeof AlertFilterSchema>

/** `all` and `tags` are about brands that are added or tagged later, too. */
export const AlertScopeSchema = z.discriminatedUnion('of', [
  z.strictObject({ of: z.literal('all') }),
  z.strictObject({ of: z.literal('brands'), brandIds: z.array(BrandIdSchema).max(BRANDS_MAX) }),
  z.strictObject({ of: z.literal('tags'), tags: z.array(z.string().min(1).max(60)).max(20) }),
])
export type AlertScope = z.infer<typeof AlertScopeSchema>

const draft = {
  name: z.string().trim().min(1).max(80),
  scope: AlertScopeSchema.default({ of: 'all' }),
  condition: AlertConditionSchema,
  filter: AlertFilterSchema.prefault({}),
}
export const AlertRuleDraftSchema = z.strictObject(draft)
export type AlertRuleDraft = z.output<typeof AlertRuleDraftSchema>

export const AlertRuleSchema = z.object({
  id: RuleIdSchema,
  ...draft,
  isOn: z.boolean(),
  /** Until the start of this day in UTC; `always`: until somebody ends it. */
  mutedUntil: z.union([DaySchema, z.literal('always')]).nullable(),
  madeAt: InstantSchema,
  ...changedFields,
})
export type AlertRule = z.infer<typeof AlertRuleSchema>

/** `lastDay`: the newest day that it fired for, of the alerts that this desk keeps; null: none. */
const ListedRuleSchema = AlertRuleSchema.extend({ lastDay: DaySchema.nullable() })
export type ListedRule = z.infer<typeof ListedRuleSchema>

/** One thing that an alert found: a keyword, an audited site, a tool, or the brand itself. */
export const OccurrenceSchema = z.object({
  /** The same thing has the same key on each desk. */
  key: z.string(),
  subject: z.string(),
  before: z.union([z.number(), z.string()]).nullable(),
  /** Null for a keyword: not ranking. */
  after: z.union([z.number(), z.string()]).nullable(),
  /** Of a keyword: clicks a week, on average of the 28 days before. */
  clicks: z.number().nullable(),
})
export type Occurrence = z.infer<typeof OccurrenceSchema>

export const ALERT_STATES = ['new', 'seen'] as const

export const AlertSchema = z.object({
  id: AlertIdSchema,
  ruleId: RuleIdSchema,
  ruleName: z.string(),
  kind: z.enum(ALERT_KINDS),
  brandId: BrandIdSchema,
  /** What it is about, not when it was noticed. */
  day: DaySchema,
  firedAt: InstantSchema,
  state: z.enum(ALERT_STATES),
  /** Its rule was muted. */
  isMuted: z.boolean(),
  /** How many keywords, sites or tools. */
  count: z.number().int(),
  title: z.string(),
  detail: z.string(),
  /** What likely caused the losses that it found, in one line; null: no loss, or no cause is kept of these days. */
  cause: z.string().nullable(),
  /** The keyword with the most clicks; null: it is not about keywords. */
  keyword: z.string().nullable(),
})
export type Alert = z.infer<typeof AlertSchema>

const TimeSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is not a time such as 08:00')

/** Of this desk alone: when notifications of alerts may come. */
export const AlertSettingsSchema = z.object({
  /** Notify as alerts fire, outside quiet hours. */
  isNotifying: z.boolean(),
  /** From `from` to `to`, over midnight where `to` is earlier. */
  quiet: z.object({ isOn: z.boolean(), from: TimeSchema, to: TimeSchema }),
  /** Days with notifications, Monday is 1; the others are quiet as a whole. */
  days: z.array(z.number().int().min(1).max(7)).max(7),
  digest: z.object({ isOn: z.boolean(), at: TimeSchema }),
  /** Null: the zone of the computer that the desk runs on. */
  zone: z.string().min(1).max(60).nullable(),
})
export type AlertSettings = z.infer<typeof AlertSettingsSchema>

export const BackTestSchema = z.object({
  /** How many alerts: one for each brand and day. */
  fired: z.number().int(),
  /** Every day that was looked at, oldest first. */
  days: z.array(z.object({ day: DaySchema, alerts: z.number().int() })),
  /** Brands with alerts, the most first. */
  brands: z.array(z.object({ brandId: BrandIdSchema, alerts: z.number().int() })),
  examples: z.array(AlertSchema.pick({ brandId: true, day: true, title: true, detail: true, count: true })),
  brandsChecked: z.number().int(),
  /** Brands with less than half of the days: the count is too low for them. */
  brandsWithLittleHistory: z.number().int(),
  tookMs: z.number(),
})
export type BackTest = z.infer<typeof BackTestSchema>

const RunIdSchema = z.string().min(1).max(64)

export const alertCalls = {
  'alerts.rules': call({
    input: EmptySchema,
    output: z.object({
      rules: z.array(ListedRuleSchema),
      /** Ready-made rules that a person may add. */
      presets: z.array(AlertRuleDraftSchema),
      /** Of a rule as it is now: how many of the alerts that could be judged lasted longer than three days. */
      records: z.array(z.object({ ruleId: RuleIdSchema, right: z.number().int(), judged: z.number().int() })),
    }),
    reads: ['alertRules', 'alerts', 'people'],
  }),
  /** Adds a rule, or replaces what it waits for. With a rule that changed the last 7 days are evaluated again. */
  'alerts.saveRule': call({
    input: z.strictObject({ id: RuleIdSchema.optional(), ...draft }),
    output: AlertRuleSchema,
    reads: [],
  }),
  /** Switches a rule on or off, or mutes it: a muted rule goes on, but nobody is notified. */
  'alerts.setRule': call({
    input: z.strictObject({
      id: RuleIdSchema,
      isOn: z.boolean().optional(),
      mutedUntil: z.union([DaySchema, z.literal('always')]).nullish(),
    }),
    output: AlertRuleSchema,
    reads: [],
  }),
  /** Its alerts stay. Returns the removed rule. */
  'alerts.removeRule': call({ input: z.strictObject({ id: RuleIdSchema }), output: AlertRuleSchema, reads: [] }),
  /** How often a rule would have fired: the function that evaluates it each day, over days that are cached. */
  'alerts.backTest': call({
    input: z.strictObject({
      rule: AlertRuleDraftSchema,
      days: z.number().int().min(7).max(365).default(BACK_TEST_DAYS),
      /** For its progress and its end; another one with the same id ends the one before. */
      runId: RunIdSchema.optional(),
    }),
    output: BackTestSchema,
    reads: [],
  }),
  'alerts.cancelBackTest': call({ input: z.strictObject({ runId: RunIdSchema }), output: EmptySchema, reads: [] }),
  /** Fired alerts, the newest day first. */
  'alerts.page': call({
    input: z.object({
      ...pageInput,
      filter: z
        .object({
          state: z.array(z.enum(ALERT_STATES)).optional(),
          kind: z.array(z.enum(ALERT_KINDS)).optional(),
          ruleIds: z.array(RuleIdSchema).max(500).optional(),
        })
        .default({}),
      sort: sortBy(['day', 'firedAt', 'count'], 'day', 'desc'),
    }),
    output: pageOf(AlertSchema),
    reads: ['alerts', 'causes'],
  }),
  /** One alert with all that it found. */
  'alerts.get': call({
    input: z.strictObject({ id: AlertIdSchema }),
    output: AlertSchema.extend({ occurrences: z.array(OccurrenceSchema) }),
    reads: ['alerts', 'causes'],
  }),
  /** `ids` left out: all of these brands. Returns those whose state changed. */
  'alerts.mark': call({
    input: z.strictObject({
      brandIds: BrandIdsSchema.default('all'),
      ids: z.array(AlertIdSchema).max(10_000).optional(),
      state: z.enum(ALERT_STATES),
    }),
    output: z.object({ changed: z.array(AlertIdSchema) }),
    reads: [],
  }),
  /** Evaluates all rules now, as after a sync. */
  'alerts.check': call({
    input: z.strictObject({ brandIds: BrandIdsSchema.default('all') }),
    output: z.object({ fired: z.number().int() }),
    reads: [],
  }),
  'alerts.settings': call({ input: EmptySchema, output: AlertSettingsSchema, reads: ['alertSettings'] }),
  'alerts.setSettings': call({ input: AlertSettingsSchema.partial(), output: AlertSettingsSchema, reads: [] }),
}

export const alertEvents = {
  'alerts.backTestProgress': event(
    z.object({ runId: RunIdSchema, done: z.number().int(), total: z.number().int(), fired: z.number().int() }),
  ),
}
