// The AI models that a team tracks and how often, by its plan. A change of plan keeps what was chosen before: a chosen
// cadence is only limited by the new floor, as the interface's refresh interval says.
import { z } from 'zod'
import { allowedIntervals, CADENCE_LADDER_DAYS } from '../../src-shared/service/limits.ts'
import { hash, pick, unit } from '../seed/hash.ts'
import { ServiceError } from '../service-error.ts'
import type { BrandState } from './brand-state.ts'
import { getOrMake } from './get-or-make.ts'

/** What a test may change without a request. */
export const PlanChangeSchema = z.strictObject({
  teamId: z.string(),
  plan: z.string().min(1).optional(),
  planFloor: z.literal([...CADENCE_LADDER_DAYS]).optional(),
  /** Models that the service no longer knows for the team. */
  withoutModels: z.array(z.string()).optional(),
})
type PlanChange = Omit<z.infer<typeof PlanChangeSchema>, 'teamId'>

const SEEDED_PLAN = 'scale'

type SeededModel = { readonly modelId: string; readonly name: string; readonly planId: string | null }

const AI_MODELS: readonly SeededModel[] = [
  { modelId: 'chatgpt', name: 'ChatGPT', planId: null },
  { modelId: 'gemini', name: 'Gemini', planId: null },
  { modelId: 'perplexity', name: 'Perplexity', planId: null },
  { modelId: 'ai-overviews', name: 'AI Overviews', planId: SEEDED_PLAN },
  { modelId: 'copilot', name: 'Copilot', planId: SEEDED_PLAN },
  { modelId: 'grok', name: 'Grok', planId: 'enterprise' },
  { modelId: 'deepseek', name: 'DeepSeek', planId: 'enterprise' },
]

/** The models that a brand starts with; one outside its plan is off. */
const seedActiveModels = (brandSeed: number): string[] =>
  AI_MODELS.filter(({ planId }, index) => {
    const isInPlan = planId === null || planId === SEEDED_PLAN
    return isInPlan && (index === 0 || unit(brandSeed, 81, index) < 0.6)
  }).map(({ modelId }) => modelId)

/** In days. About every second team has set its own cadence. */
const seedCadence = (brandSeed: number): { planFloor: number; customInterval: number | null } => {
  const planFloor = pick([1, 3, 7], hash(brandSeed, 82))
  const allowed = allowedIntervals(planFloor)
  const chosen = allowed[hash(brandSeed, 83) % allowed.length] ?? CADENCE_LADDER_DAYS[0]
  return { planFloor, customInterval: unit(brandSeed, 84) < 0.5 ? chosen : null }
}

const seedTeam = (seed: number) => ({
  plan: SEEDED_PLAN,
  ...seedCadence(seed),
  gone: new Set<string>(),
  active: new Set(seedActiveModels(seed)),
})
type Team = ReturnType<typeof seedTeam>

export const createAiModels = () => {
  const teams = new Map<string, Team>()
  const teamOf = ({ teamId, seed }: BrandState): Team => getOrMake(teams, teamId, () => seedTeam(seed))
  const modelsOf = ({ plan, gone, active }: Team) =>
    AI_MODELS.filter(({ modelId }) => !gone.has(modelId)).map((model) => ({
      ...model,
      canEnable: model.planId === null || model.planId === plan,
      isActive: active.has(model.modelId),
    }))

  return {
    list: (brand: BrandState) => ({ models: modelsOf(teamOf(brand)) }),
    /** Throws 404 for an unknown model, 403 where the plan does not include the one to be enabled. */
    setActive: (brand: BrandState, modelId: string, isActive: boolean): void => {
      const team = teamOf(brand)
      const model = modelsOf(team).find((one) => one.modelId === modelId)
      if (model === undefined) throw new ServiceError(404, `unknown AI model "${modelId}"`)
      if (isActive && !model.canEnable) throw new ServiceError(403, `${model.name} is not included in your plan`)
      if (isActive) team.active.add(modelId)
      else team.active.delete(modelId)
    },
    intervalOf: (brand: BrandState) => {
      const { planFloor, customInterval } = teamOf(brand)
      return {
        planFloor,
        allowedIntervals: allowedIntervals(planFloor),
        customInterval,
        effectiveInterval: Math.max(planFloor, customInterval ?? planFloor),
      }
    },
    /** Throws 403 for an interval that the plan does not allow; null follows the plan. */
    setInterval: (brand: BrandState, interval: number | null): void => {
      const team = teamOf(brand)
      const allowed = allowedIntervals(team.planFloor)
      if (interval !== null && !allowed.includes(interval))
        throw new ServiceError(403, `interval: your plan allows ${allowed.join(', ')} days`)
      team.customInterval = interval
    },
    setPlan: (brand: BrandState, { plan, planFloor, withoutModels }: PlanChange): void => {
      const team = teamOf(brand)
      team.plan = plan ?? team.plan
      team.planFloor = planFloor ?? team.planFloor
      if (withoutModels !== undefined) team.gone = new Set(withoutModels)
    },
  }
}
export type AiModels = ReturnType<typeof createAiModels>
