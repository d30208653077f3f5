import type { VisibilityResult } from '../../../src-shared/desk/visibility.ts'
import type { Tone } from '../../format/intent-words.ts'
import { type Change, isModelChange, type VisibilityRow } from '../../store/visibility-staging.ts'
import { currentWords, intervalWords } from './interval-words.ts'

type Names = readonly { readonly modelId: string; readonly name: string }[]

export const modelName = (modelId: string, names: Names): string =>
  names.find((one) => one.modelId === modelId)?.name ?? modelId

/** `ChatGPT on`, `refresh: every 7 days → every 3 days`. */
export const changeWords = (change: Change, row: VisibilityRow | undefined, names: Names): string => {
  if (isModelChange(change)) return `${modelName(change.modelId, names)} ${change.isActive ? 'on' : 'off'}`
  const interval = row?.interval ?? { planFloor: null, customInterval: null }
  const before = row === undefined ? '' : `${currentWords(row.interval)} → `
  return `refresh: ${before}${intervalWords(change.interval, interval)}`
}

export const STATE_WORDS: Record<VisibilityResult['state'], { readonly word: string; readonly tone: Tone }> = {
  applied: { word: 'applied', tone: 'good' },
  unchanged: { word: 'was so already', tone: 'plain' },
  refused: { word: 'refused', tone: 'warn' },
  failed: { word: 'failed', tone: 'bad' },
}

/** What a refusal means here, in a few words before the service's own. */
export const refusalWords = ({ error }: Pick<VisibilityResult, 'error'>): string | null => {
  if (error?.kind === 'forbidden') return 'The plan does not include it'
  return error?.kind === 'not-found' ? 'The service does not know it' : null
}
