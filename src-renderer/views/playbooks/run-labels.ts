import type { Gate, RunRow, Step } from '../../../src-shared/desk/playbooks.ts'
import type { GateKind, RunState, StepState } from '../../../src-shared/desk/values/playbook-names.ts'
import type { Tone } from '../../format/intent-labels.ts'
import { formatWhole, plural } from '../../format/numbers.ts'

type Word = { readonly word: string; readonly tone: Tone; readonly about?: string }

export const RUN_LABELS: Readonly<Record<RunState, Word>> = {
  waiting: { word: 'waits for you', tone: 'warn', about: 'A step needs your answer.' },
  failed: { word: 'stopped', tone: 'bad', about: 'A step failed: retry or skip it.' },
  running: { word: 'running', tone: 'busy' },
  done: { word: 'done', tone: 'good' },
  cancelled: { word: 'cancelled', tone: 'plain' },
}

export const STEP_LABELS: Readonly<Record<StepState, Word>> = {
  pending: { word: 'not started', tone: 'plain' },
  running: { word: 'running', tone: 'busy' },
  waiting: { word: 'waits for you', tone: 'warn' },
  done: { word: 'done', tone: 'good' },
  failed: { word: 'failed', tone: 'bad' },
  unknown: { word: 'result unknown', tone: 'bad', about: 'It may have happened.' },
  skipped: { word: 'skipped', tone: 'plain' },
  cancelled: { word: 'cancelled', tone: 'plain' },
}

export const GATE_LABELS: Readonly<Record<GateKind, string>> = {
  input: 'asks for name and key',
  spend: 'asks you before it spends',
  change: 'asks you before it applies',
  person: 'done by a person',
  ask: 'asks you first',
}

/** `up to 25 credits`, `12 for up to 60 credits`: how many, and the price of all of them. */
export const priceLabel = ({ kind, credits, count }: Pick<Gate, 'kind' | 'credits' | 'count'>): string => {
  if (credits === null) return kind === 'spend' ? 'no price reported' : 'costs no AI credits'
  return `${count === null || count === 1 ? '' : `${formatWhole(count)} for `}up to ${plural(credits, 'credit')}`
}

/** `6 of 10 steps`, and how many failed. */
export const progressLabel = ({ done, failed, total }: Pick<RunRow, 'done' | 'failed' | 'total'>): string =>
  `${done} of ${plural(total, 'step')}${failed === 0 ? '' : ` · ${failed} failed`}`

export const KIND_NAMES: Readonly<Record<Step['kind'], string>> = {
  addBrand: 'Add brand',
  checkKey: 'Check key',
  sync: 'Sync',
  history: 'Back-fill history',
  audit: 'Run website audit',
  suggest: 'Keyword suggestions',
  tracked: 'Check tracked keywords',
  quote: 'Ask the price',
  discover: 'Discover prospects',
  findPeople: 'Find people',
  pitches: 'Compose pitches',
  permissions: 'Permission preset',
  model: 'AI model',
  interval: 'Refresh interval',
  webhook: 'Check webhook',
  person: 'Task for a person',
  freshness: 'Check freshness',
  credits: 'Check budget',
  alertRules: 'Add alert rules',
  report: 'Make report draft',
}
