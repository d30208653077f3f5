import type { VisibilityResult } from '../../../src-shared/desk/visibility.ts'
import type { Tone } from '../../format/intent-labels.ts'
import { plural } from '../../format/numbers.ts'
import { type Change, isModelChange, type VisibilityRow } from '../../state/visibility.ts'
import { currentLabel, intervalLabel } from './interval-labels.ts'

type Names = readonly { readonly modelId: string; readonly name: string }[]

export const modelName = (modelId: string, names: Names): string =>
  names.find((one) => one.modelId === modelId)?.name ?? modelId

/** `ChatGPT on`, `refresh: every 7 days → every 3 days`. */
export const changeLabel = (change: Change, row: VisibilityRow | undefined, names: Names): string => {
  if (isModelChange(change)) return `${modelName(change.modelId, names)} ${change.isActive ? 'on' : 'off'}`
  const interval = row?.interval ?? { planFloor: null, customInterval: null }
  const before = row === undefined ? '' : `${currentLabel(row.interval)} → `
  return `refresh: ${before}${intervalLabel(change.interval, interval)}`
}

export const STATE_LABELS: Record<VisibilityResult['state'], { readonly word: string; readonly tone: Tone }> = {
  applied: { word: 'applied', tone: 'good' },
  unchanged: { word: 'already set', tone: 'plain' },
  refused: { word: 'refused', tone: 'warn' },
  failed: { word: 'failed', tone: 'bad' },
}

/** The meaning of a refusal, shown before the service's own text; null where that text is enough. */
export const refusalLabel = ({ state, modelId, error }: Pick<VisibilityResult, 'state' | 'modelId' | 'error'>) => {
  if (error?.kind === 'forbidden')
    return state === 'refused' ? 'The plan does not include it' : 'The key may not do this'
  if (error?.kind !== 'not-found' || modelId === null) return null
  return state === 'refused' ? 'Unknown model' : 'The path may be wrong'
}

/** The results of all changes in a line. */
export const resultsText = (states: readonly VisibilityResult['state'][]): string => {
  const applied = states.filter((state) => state === 'applied').length
  const failed = states.filter((state) => state === 'failed' || state === 'refused').length
  if (applied === 0 && failed === 0) return 'Everything was set already.'
  const saved =
    applied === states.length ? 'All changes are saved. They apply' : `${plural(applied, 'change')} saved, applied`
  return [
    ...(failed === 0 ? [] : [`${plural(failed, 'change')} failed.`]),
    ...(applied === 0 ? [] : [`${saved} at the next AI tracking refresh.`]),
  ].join(' ')
}
