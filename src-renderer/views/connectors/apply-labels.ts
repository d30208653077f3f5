import type { AppliedBrand, UnfinishedApply } from '../../../src-shared/desk/connectors.ts'
import type { OutcomeWord } from '../../parts/review-page.tsx'

export type UnfinishedState = UnfinishedApply['brands'][number]['state']

/** The result of a plan for one brand. */
export const STATE_LABELS: Record<UnfinishedState, OutcomeWord> = {
  failed: { word: 'failed', tone: 'bad' },
  refused: { word: 'refused', tone: 'bad' },
  moved: { word: 'changed meanwhile', tone: 'warn' },
  unknown: { word: 'unknown', tone: 'warn' },
  'not-sent': { word: 'not sent', tone: 'plain' },
  applied: { word: 'applied', tone: 'good' },
  unchanged: { word: 'already set', tone: 'plain' },
}

/** Results that need a person come first. */
export const APPLIED_ORDER: readonly AppliedBrand['state'][] = ['failed', 'refused', 'moved', 'applied', 'unchanged']
export const UNFINISHED_ORDER: readonly UnfinishedState[] = [
  'failed',
  'refused',
  'moved',
  'unknown',
  'not-sent',
  'applied',
  'unchanged',
]
