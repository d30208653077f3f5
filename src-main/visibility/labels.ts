import { DeskError, type DeskErrorDetail, type DeskErrorValue } from '../../src-shared/desk/errors.ts'
import { OPERATIONS_PAGE } from '../../src-shared/service/operation-path.ts'
import type { AiModel, RefreshInterval } from './queries/ai-visibility.ts'

/** The service says so for every change: it takes effect later. */
export const NEXT_REFRESH = 'Applies at the next AI tracking refresh.'

const days = (count: number): string => (count === 1 ? 'every day' : `every ${count} days`)

/** Why a model cannot be enabled; null where it can. */
export const planReason = ({ canEnable, planId }: Pick<AiModel, 'canEnable' | 'planId'>): string | null => {
  if (canEnable) return null
  return planId === null
    ? "Not included in this brand's plan."
    : `Needs the ${planId.charAt(0).toUpperCase()}${planId.slice(1)} plan.`
}

/** How the plan limits the chosen interval; null where it does not. */
export const clampLabel = ({ customInterval, effectiveInterval, planFloor }: RefreshInterval): string | null =>
  customInterval === null || customInterval === effectiveInterval
    ? null
    : `Set to ${days(customInterval)}, but the plan allows at most one refresh ${days(planFloor)}: it is refreshed ${days(effectiveInterval)}.`

export const intervalNote = (interval: RefreshInterval): string =>
  clampLabel(interval) ??
  (interval.customInterval === null
    ? `Follows the plan: ${days(interval.effectiveInterval)}.`
    : `Refreshed ${days(interval.effectiveInterval)}. ${NEXT_REFRESH}`)

type Brand = { readonly id: string; readonly name: string }

export const outOfPlan = ({ id, name }: Brand, model: string, detail: DeskErrorDetail = {}): DeskErrorValue =>
  new DeskError(
    'forbidden',
    `${name}: its plan does not include ${model}, so it cannot be enabled. Change the plan in the service first.`,
    { brandId: id, ...detail },
  ).toValue()

/** Only where the model list was read just now and does not hold it. */
export const unknownModel = ({ id, name }: Brand, model: string): DeskErrorValue =>
  new DeskError(
    'not-found',
    `${name}: unknown AI model "${model}". It is not in the model list of this brand. Sync AI tracking to see the available models.`,
    { brandId: id },
  ).toValue()

/** A 404 for a model that may exist. */
export const wrongModelPath = (
  { id, name }: Brand,
  model: string,
  { isListed, detail = {} }: { isListed: boolean; detail?: DeskErrorDetail },
): DeskErrorValue =>
  new DeskError(
    'not-found',
    `${name}: the service answered 404 for the AI model "${model}". ${isListed ? 'The model list of this brand has it' : 'The model list could not be read'}, so the path of aiModels.update may be wrong. Set the path in ${OPERATIONS_PAGE}.`,
    { brandId: id, ...detail },
  ).toValue()

/** A 403 without a known reason. */
export const refused = ({ id, name }: Brand, what: string, detail: DeskErrorDetail = {}): DeskErrorValue =>
  new DeskError('forbidden', `${name}: the service refused ${what}. Its plan or its key may not allow it.`, {
    brandId: id,
    ...detail,
  }).toValue()

/** A 403 to the read as well: the reason is the key, whatever the plan says. */
export const noAccess = ({ id, name }: Brand, detail: DeskErrorDetail = {}): DeskError =>
  new DeskError('forbidden', `${name}: the key has no access to this brand. Check its key.`, { brandId: id, ...detail })

/** `allowed` is what was read just now; null: nothing was. Without an interval, to follow the plan was refused. */
export const notAllowed = (
  { id, name }: Brand,
  interval: number | null,
  { allowed, detail = {} }: { allowed: readonly number[] | null; detail?: DeskErrorDetail },
): DeskErrorValue => {
  const brand = { id, name }
  if (interval === null) return refused(brand, 'to let it follow its plan', detail)
  // What its plan should allow was refused all the same: the plan is not the reason.
  if (allowed === null || allowed.includes(interval)) return refused(brand, `a refresh ${days(interval)}`, detail)
  const which = allowed.length === 0 ? 'It allows no custom interval.' : `It allows ${allowed.join(', ')} days.`
  return new DeskError('forbidden', `${name}: its plan does not allow a refresh ${days(interval)}. ${which}`, {
    brandId: id,
    ...detail,
  }).toValue()
}
