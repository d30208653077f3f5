// What a playbook would do for a brand, from what the desk has stored alone: nothing is sent and nothing is stored.
import type { CallOutput, ParsedInput } from '../../src-shared/desk/contract.ts'
import type { DryStep, Playbook, Step } from '../../src-shared/desk/playbooks.ts'
import { stepLabel } from '../../src-shared/desk/values/playbook-labels.ts'
import { gateOf } from '../../src-shared/desk/values/playbook-names.ts'
import { LIMITS } from '../../src-shared/service/limits.ts'
import type { Clock } from '../base/clock.ts'
import { planStep } from './steps/index.ts'
import { type Ask, NO_KEY, type PlanContext } from './steps/step-kind.ts'

/** Steps that read what is here, or wait for a person: they need neither a key nor the service. */
const OFFLINE_KINDS: ReadonlySet<Step['kind']> = new Set([
  'addBrand',
  'person',
  'pitches',
  'webhook',
  'freshness',
  'tracked',
  'quote',
  'credits',
  'alertRules',
  'report',
])

const mostCredits = (step: Step): number => {
  if (step.kind === 'discover') return LIMITS.discoverCredits
  return step.kind === 'findPeople' ? step.sites * LIMITS.findPeopleCreditsPerSite : 0
}

/** Of a brand that is not on the desk yet, the steps say what they are for, and the most that they can cost. */
const forNewBrand = (step: Step, index: number): DryStep => {
  const credits = mostCredits(step)
  return {
    index,
    step,
    would: stepLabel(step),
    isNeeded: true,
    gate: gateOf(step),
    credits: credits === 0 ? null : credits,
    passesBudget: false,
    missing: [],
  }
}

/** What stands in the way of every step that asks the service. */
const obstacles = async (brandId: string, ask: Ask): Promise<string[]> => {
  const [{ brands }, { rows }] = await Promise.all([
    ask('brands.list', {}),
    ask('sync.status', { brandIds: [brandId] }),
  ])
  const keyState = brands.find(({ id }) => id === brandId)?.keyState
  if (keyState === 'missing') return [NO_KEY]
  if (keyState === 'unauthorized') return ['The service refuses the brand’s key.']
  return rows.some(({ error }) => error?.kind === 'network')
    ? ['The service could not be reached at the last sync.']
    : []
}

const dryStep = async (
  step: Step,
  index: number,
  context: PlanContext,
  inTheWay: readonly string[],
): Promise<DryStep> => {
  const planned = await planStep(step, context)
  const isNeedless = planned.needless !== undefined
  const budget = planned.passesBudget === true ? ['The monthly budget does not allow this price.'] : []
  const standing = OFFLINE_KINDS.has(step.kind) ? [] : inTheWay
  return {
    index,
    step,
    would: planned.needless ?? planned.would,
    isNeeded: !isNeedless,
    gate: isNeedless ? null : gateOf(step),
    credits: isNeedless ? null : (planned.credits ?? null),
    passesBudget: planned.passesBudget ?? false,
    missing: isNeedless ? [] : [...standing, ...(planned.missing ?? []), ...budget],
  }
}

export type DryRunDeps = {
  readonly ask: Ask
  readonly clock: Pick<Clock, 'now'>
  readonly brands: { readonly get: (brandId: string) => { readonly id: string; readonly name: string } }
}

export const createDryRun =
  ({ ask, clock, brands }: DryRunDeps) =>
  async (
    { steps }: Pick<Playbook, 'steps'>,
    { brandIds }: Pick<ParsedInput<'playbooks.dryRun'>, 'brandIds'>,
  ): Promise<CallOutput<'playbooks.dryRun'>> => {
    const asked = new Set<string>()
    const noting: Ask = (name, input) => {
      asked.add(name)
      return ask(name, input)
    }
    const rowsOf = async (brandId: string) => {
      const { id, name } = brands.get(brandId)
      const context = { brand: { id, name }, ask: noting, nowMs: clock.now() }
      const inTheWay = await obstacles(id, noting)
      const planned: DryStep[] = []
      for (const [index, step] of steps.entries()) planned.push(await dryStep(step, index, context, inTheWay))
      return { brandId: id, steps: planned }
    }
    const rows: { brandId: string | null; steps: DryStep[] }[] = []
    for (const brandId of brandIds) rows.push(await rowsOf(brandId))
    if (brandIds.length === 0) rows.push({ brandId: null, steps: steps.map(forNewBrand) })
    const total = (ofBrand: readonly DryStep[]) => ofBrand.reduce((sum, { credits }) => sum + (credits ?? 0), 0)
    return { brands: rows.map((row) => ({ ...row, credits: total(row.steps) })), asked: [...asked].toSorted() }
  }
