import { DeskError, type DeskErrorDetail, type DeskErrorValue } from '../../src-shared/desk/errors.ts'
import type { AiModel, RefreshInterval } from '../store/queries/ai-visibility.ts'

/** Rule 10: nothing of it is seen at once. */
export const NEXT_REFRESH = 'Applies at the next AI-visibility refresh.'

const days = (count: number): string => (count === 1 ? 'every day' : `every ${count} days`)

/** Why a model cannot be enabled; null where it can. */
export const planReason = ({ canEnable, planId }: Pick<AiModel, 'canEnable' | 'planId'>): string | null => {
  if (canEnable) return null
  return planId === null
    ? "Not included in this brand's plan."
    : `Not in this brand's plan: it needs the plan "${planId}".`
}

/** What the plan's floor made of the chosen interval; null where it is as chosen. */
export const clampWords = ({ customInterval, effectiveInterval, planFloor }: RefreshInterval): string | null =>
  customInterval === null || customInterval === effectiveInterval
    ? null
    : `Set to ${days(customInterval)}, but the plan allows no more often than ${days(planFloor)}: it is refreshed ${days(effectiveInterval)}.`

export const intervalNote = (interval: RefreshInterval): string =>
  clampWords(interval) ??
  (interval.customInterval === null ? `Follows the plan: ${days(interval.effectiveInterval)}.` : NEXT_REFRESH)

type Brand = { readonly id: string; readonly name: string }

export const outOfPlan = ({ id, name }: Brand, model: string, detail: DeskErrorDetail = {}): DeskErrorValue =>
  new DeskError(
    'forbidden',
    `${name}: its plan does not include ${model}, so that it cannot be enabled. Change the plan in the service first.`,
    { brandId: id, ...detail },
  ).toValue()

export const unknownModel = ({ id, name }: Brand, model: string, detail: DeskErrorDetail = {}): DeskErrorValue =>
  new DeskError(
    'not-found',
    `${name}: the service does not know the AI model "${model}" for this brand. Sync AI visibility to see which there are.`,
    { brandId: id, ...detail },
  ).toValue()

export const notAllowed = (
  { id, name }: Brand,
  interval: number | null,
  { allowed, detail = {} }: { allowed: readonly number[] | null; detail?: DeskErrorDetail },
): DeskErrorValue => {
  const which = allowed === null ? '' : ` It allows ${allowed.join(', ')} days.`
  const what = interval === null ? 'to follow the plan' : `a refresh ${days(interval)}`
  return new DeskError('forbidden', `${name}: its plan does not allow ${what}.${which}`, {
    brandId: id,
    ...detail,
  }).toValue()
}
