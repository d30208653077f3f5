// What the verdicts on articles are called, in the list of articles and in Impact.
import type { ImpactReason, ImpactVerdict } from '../../src-shared/desk/impact.ts'
import type { Tone } from './intent-labels.ts'
import { NO_VALUE } from './numbers.ts'

export const VERDICT_LABELS: Record<ImpactVerdict, string> = {
  up: 'Up',
  down: 'Down',
  'no-change': 'No visible change',
  'too-early': 'Too early',
  'not-measured': 'Not measured',
}

export const VERDICT_TONES: Record<ImpactVerdict, Tone> = {
  up: 'good',
  down: 'bad',
  'no-change': 'plain',
  'too-early': 'busy',
  'not-measured': 'plain',
}

export const REASON_LABELS: Record<ImpactReason, string> = {
  'days-to-come': 'Fewer than 14 whole days are over',
  'few-clicks': 'Fewer than 30 clicks in all',
  'no-page': 'No ranked page has this slug',
  'few-pages': 'Too few other pages to compare with',
  'no-history': 'Fewer than 14 days before it are synced',
  'days-missing': 'Days before or after it are missing',
  'other-article': 'Another article changed the same page',
  unpublished: 'Unpublished before 14 days were over',
}

/** A share with its sign: `+34%`, `−4.2%`. */
export const formatEffect = (share: number | null): string => {
  if (share === null) return NO_VALUE
  const percent = Math.abs(100 * share)
  return `${share < 0 ? '−' : '+'}${percent.toFixed(percent < 9.95 ? 1 : 0)}%`
}

/** What is too small to see, `−74% to +278%`: both ends are as far from no change, in times as many clicks. */
export const formatLimits = (rise: number): string => `${formatEffect(-rise / (1 + rise))} to ${formatEffect(rise)}`
