// Names of playbooks, apart from their schemas: the window has none of those.
export const STEP_STATES = [
  'pending',
  'running',
  'waiting',
  'done',
  'failed',
  'unknown',
  'skipped',
  'cancelled',
] as const
export type StepState = (typeof STEP_STATES)[number]

export const RUN_STATES = ['waiting', 'failed', 'running', 'done', 'cancelled'] as const
export type RunState = (typeof RUN_STATES)[number]

/** `input`: a name and a key; `spend`: credits, or an audit of the plan; `change`: at the service; `person`: work of a person. */
export const GATE_KINDS = ['input', 'spend', 'change', 'person', 'ask'] as const
export type GateKind = (typeof GATE_KINDS)[number]

export const STEP_KINDS = [
  'addBrand',
  'checkKey',
  'sync',
  'history',
  'audit',
  'suggest',
  'tracked',
  'quote',
  'discover',
  'findPeople',
  'pitches',
  'permissions',
  'model',
  'interval',
  'webhook',
  'person',
  'freshness',
  'credits',
  'alertRules',
  'report',
] as const
export type StepKind = (typeof STEP_KINDS)[number]

/** What never happens without a person's approval, whatever the playbook says. */
export const GATES: Readonly<Partial<Record<StepKind, GateKind>>> = {
  addBrand: 'input',
  audit: 'spend',
  discover: 'spend',
  findPeople: 'spend',
  permissions: 'change',
  pitches: 'person',
  person: 'person',
}

export type Asking = { readonly kind: StepKind; readonly asksFirst: boolean }

/** The gate that a step always has; null: it begins by itself. */
export const gateOf = ({ kind, asksFirst }: Asking): GateKind | null => GATES[kind] ?? (asksFirst ? 'ask' : null)
