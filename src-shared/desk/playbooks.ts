import { z } from 'zod'
import { CADENCE_LADDER_DAYS } from '../service/limits.ts'
import { AlertRuleDraftSchema } from './alerts.ts'
import { ServiceKeySchema } from './brands.ts'
import { BrandIdSchema, InstantSchema, NumberOrNullSchema, pageInput, pageOf } from './common.ts'
import { DATASETS } from './datasets.ts'
import { call } from './define.ts'
import { DeskErrorValueSchema } from './error-schemas.ts'
import { changedFields } from './values/attribution.ts'
import { GATE_KINDS, RUN_STATES, STEP_STATES } from './values/playbook-names.ts'

const IdSchema = z.string().min(1).max(200)
const RunIdSchema = z.string().regex(/^r\d{1,15}$/, 'must be the number of a run, such as r12')
const IndexSchema = z.number().int().min(0).max(99)
const CountSchema = z.number().int()
const TextOrNullSchema = z.string().nullable()
const DatasetsSchema = z.array(z.enum(DATASETS)).min(1).max(DATASETS.length)

const common = {
  /** Wait for a person before this step, although it neither spends nor changes anything outside. */
  asksFirst: z.boolean().default(false),
  /** A step that fails does not stop the run. */
  goesOn: z.boolean().default(false),
}
const step = <const Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
  z.strictObject({ kind: z.literal(kind), ...common, ...shape })

export const StepSchema = z.discriminatedUnion('kind', [
  /** Name and key are asked for at the gate. The key is passed on and never stored with the run. */
  step('addBrand', {}),
  step('checkKey', {}),
  step('sync', { datasets: DatasetsSchema }),
  /** Missing days of history, this run only: the setting of the desk stays. */
  step('history', { days: z.number().int().min(1).max(365) }),
  step('audit', {}),
  /** Keywords that the service suggests, into the basket; those that are there already stay as they are. */
  step('suggest', { description: z.string().trim().max(10_000).default('') }),
  step('tracked', { min: z.number().int().min(0).max(1_000_000) }),
  /** What a discovery of prospects would cost. */
  step('quote', {}),
  step('discover', {}),
  /** People at this many sites that have no contact yet, in the order of their domains. */
  step('findPeople', { sites: z.number().int().min(1).max(200) }),
  /** A person composes and queues them. */
  step('pitches', { templateId: IdSchema.nullable().default(null) }),
  step('permissions', { presetId: IdSchema }),
  step('model', { modelId: IdSchema, isActive: z.boolean() }),
  step('interval', { interval: z.literal([...CADENCE_LADDER_DAYS]).nullable() }),
  step('webhook', { sendsSample: z.boolean().default(true) }),
  step('person', { text: z.string().trim().min(1).max(1000) }),
  step('freshness', { datasets: DatasetsSchema, maxAgeHours: z.number().int().min(1).max(8760) }),
  /** Room for this many credits in the brand's monthly budget. */
  step('credits', { credits: z.number().int().min(0).max(1_000_000) }),
  /** Rules that are about the brand already are not added again. */
  step('alertRules', {
    rules: z
      .array(AlertRuleDraftSchema.omit({ scope: true }))
      .min(1)
      .max(20),
  }),
  /** A draft for review in Reports; `days` null: of last month, else of so many whole days. */
  step('report', { templateId: IdSchema, days: z.number().int().min(1).max(366).nullable().default(null) }),
])
export type Step = z.infer<typeof StepSchema>

const NameSchema = z.string().trim().min(1).max(120)
const DescriptionSchema = z.string().trim().max(1000)
export const StepsSchema = z.array(StepSchema).min(1).max(50)

export const PlaybookSchema = z.object({
  id: IdSchema,
  name: NameSchema,
  description: DescriptionSchema,
  /** Comes with the desk: used as it is, or copied. */
  isBuiltIn: z.boolean(),
  steps: StepsSchema,
  /** Null: built in. */
  updatedAt: InstantSchema.nullable(),
  ...changedFields,
})
export type Playbook = z.infer<typeof PlaybookSchema>

/** What a person is asked before a step. */
export const GateSchema = z.object({
  /** Of the gates of this step, from 1: an approval names the one that the person saw. */
  no: CountSchema,
  kind: z.enum(GATE_KINDS),
  /** The text of the button: "Spend up to 25 credits for Acme". */
  action: z.string(),
  /** What exactly is done or sent, a line each. */
  lines: z.array(z.string()),
  /** At most, in AI credits; null: it has no price in credits. */
  credits: NumberOrNullSchema,
  /** How many things it is about. */
  count: NumberOrNullSchema,
  passesBudget: z.boolean(),
  at: InstantSchema,
})
export type Gate = z.infer<typeof GateSchema>

export const ApprovalSchema = z.object({
  at: InstantSchema,
  /** In a team: the login. */
  by: TextOrNullSchema,
  note: TextOrNullSchema,
  acceptsBudget: z.boolean(),
})
export type Approval = z.infer<typeof ApprovalSchema>

export const RunStepSchema = z.object({
  index: IndexSchema,
  step: StepSchema,
  state: z.enum(STEP_STATES),
  gate: GateSchema.nullable(),
  /** Of the gate above; used up once the step begins. */
  approval: ApprovalSchema.nullable(),
  /** How often it was tried, from 1: a retry of a person is another one. */
  attempt: CountSchema,
  beganAt: InstantSchema.nullable(),
  endedAt: InstantSchema.nullable(),
  /** What came of it, or why not, in a sentence. */
  result: TextOrNullSchema,
  /** The action in Activity that carries it out. */
  intentId: TextOrNullSchema,
})
export type RunStep = z.infer<typeof RunStepSchema>

const runFields = {
  id: RunIdSchema,
  playbookId: IdSchema,
  /** As it was when the run began. */
  name: z.string(),
  /** Null: the run adds its brand and has not done so yet. */
  brandId: BrandIdSchema.nullable(),
  state: z.enum(RUN_STATES),
  startedAt: InstantSchema,
  endedAt: InstantSchema.nullable(),
  /** In a team: the login. Runs are of the desk that started them. */
  startedBy: TextOrNullSchema,
}

export const RunRowSchema = z.object({
  ...runFields,
  done: CountSchema,
  failed: CountSchema,
  total: CountSchema,
  /** The step it is at; null: it has ended. */
  current: RunStepSchema.nullable(),
})
export type RunRow = z.infer<typeof RunRowSchema>

export const RunSchema = z.object({ ...runFields, isCancelled: z.boolean(), steps: z.array(RunStepSchema) })
export type Run = z.infer<typeof RunSchema>

/** What a step would do now. */
export const DryStepSchema = z.object({
  index: IndexSchema,
  step: StepSchema,
  would: z.string(),
  /** False: there is nothing to do, as `would` says. */
  isNeeded: z.boolean(),
  gate: z.enum(GATE_KINDS).nullable(),
  credits: NumberOrNullSchema,
  passesBudget: z.boolean(),
  /** What it lacks: a key, a site, rows. Empty: it could be done. */
  missing: z.array(z.string()),
})
export type DryStep = z.infer<typeof DryStepSchema>

const target = z.object({ runId: RunIdSchema, index: IndexSchema })

export const playbookCalls = {
  'playbooks.list': call({
    input: z.object({}),
    output: z.object({ playbooks: z.array(PlaybookSchema) }),
    reads: ['playbooks'],
  }),
  /** Replaces it, or saves a new one without an id. Built-in ones are refused: save a copy. */
  'playbooks.save': call({
    input: z.object({ id: IdSchema.optional(), name: NameSchema, description: DescriptionSchema, steps: StepsSchema }),
    output: PlaybookSchema,
    reads: [],
  }),
  /** Returns the removed one, for undo. Its runs stay. */
  'playbooks.remove': call({ input: z.object({ id: IdSchema }), output: PlaybookSchema, reads: [] }),
  /** What each step would do for these brands, from what the desk has stored alone. No brand: for one that the run adds. */
  'playbooks.dryRun': call({
    input: z.object({ playbookId: IdSchema, brandIds: z.array(BrandIdSchema).max(500).default([]) }),
    output: z.object({
      brands: z.array(
        z.object({
          brandId: BrandIdSchema.nullable(),
          steps: z.array(DryStepSchema),
          /** All prices together, at most. */
          credits: z.number(),
        }),
      ),
      /** The calls of the desk that it asked. None of them sends a request to the service. */
      asked: z.array(z.string()),
    }),
    reads: ['playbooks', 'brands', 'credits', 'prospects', 'contacts', 'sync', 'auditSites', 'tracked', 'receiver'],
  }),
  /** One run for each brand; none: one run that adds its brand. A brand where this playbook runs already is left out. */
  'playbooks.start': call({
    input: z.object({ playbookId: IdSchema, brandIds: z.array(BrandIdSchema).max(500).default([]) }),
    output: z.object({
      runIds: z.array(RunIdSchema),
      left: z.array(z.object({ brandId: BrandIdSchema, runId: RunIdSchema })),
    }),
    reads: [],
  }),
  /** Those that wait for a person first, then failed and running ones, then the newest. */
  'playbooks.runs': call({
    input: z.object({
      ...pageInput,
      filter: z.object({ state: z.array(z.enum(RUN_STATES)).min(1).optional() }).default({}),
    }),
    output: pageOf(RunRowSchema),
    reads: ['playbookRuns', 'brands'],
  }),
  'playbooks.run': call({ input: z.object({ id: RunIdSchema }), output: RunSchema, reads: ['playbookRuns'] }),
  /**
   * Answers a gate as the person saw it; `conflict` if the price or what is done is another one by now: look at the new
   * gate. `name` and `key` for a step that adds a brand.
   */
  'playbooks.approve': call({
    input: target.extend({
      gate: z.number().int().min(1),
      note: z.string().trim().max(1000).optional(),
      acceptsBudget: z.boolean().default(false),
      name: z.string().trim().min(1).max(80).optional(),
      key: ServiceKeySchema.optional(),
      sessionOnly: z.boolean().default(false),
    }),
    output: RunSchema,
    reads: [],
  }),
  /**
   * The same for gates of several runs, one after the other, each as the person saw it: one that is refused stops no other.
   * Not for a step that adds a brand.
   */
  'playbooks.approveMany': call({
    input: z.object({
      gates: z
        .array(target.extend({ gate: z.number().int().min(1), acceptsBudget: z.boolean().default(false) }))
        .min(1)
        .max(500),
    }),
    /** In the order given; `error` null: the approval is stored. */
    output: z.object({ results: z.array(target.extend({ error: DeskErrorValueSchema.nullable() })) }),
    reads: [],
  }),
  /** Of a step that is not running. */
  'playbooks.skip': call({
    input: target.extend({ reason: z.string().trim().min(1).max(500) }),
    output: RunSchema,
    reads: [],
  }),
  /** A step that failed, or whose result is unknown: it asks again where it has a gate. */
  'playbooks.retry': call({ input: target, output: RunSchema, reads: [] }),
  /** A person found out what came of a step whose result is unknown. */
  'playbooks.decide': call({
    input: target.extend({ as: z.enum(['done', 'failed']) }),
    output: RunSchema,
    reads: [],
  }),
  /** Works on a run again that an ended command left. */
  'playbooks.continue': call({ input: z.object({ runId: RunIdSchema }), output: RunSchema, reads: [] }),
  /** What is under way ends by itself; nothing else is begun. */
  'playbooks.cancel': call({ input: z.object({ runId: RunIdSchema }), output: RunSchema, reads: [] }),
}
