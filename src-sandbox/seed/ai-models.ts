import { allowedIntervals, CADENCE_LADDER_DAYS } from '../../src-shared/service/limits.ts'
import { hash, pick, unit } from './hash.ts'

export const SEEDED_PLAN = 'scale'

type SeededModel = { readonly modelId: string; readonly name: string; readonly planId: string | null }

export const AI_MODELS: readonly SeededModel[] = [
  { modelId: 'chatgpt', name: 'ChatGPT', planId: null },
  { modelId: 'gemini', name: 'Gemini', planId: null },
  { modelId: 'perplexity', name: 'Perplexity', planId: null },
  { modelId: 'ai-overviews', name: 'AI Overviews', planId: SEEDED_PLAN },
  { modelId: 'copilot', name: 'Copilot', planId: SEEDED_PLAN },
  { modelId: 'grok', name: 'Grok', planId: 'enterprise' },
  { modelId: 'deepseek', name: 'DeepSeek', planId: 'enterprise' },
]

/** The models that a brand starts with; one outside its plan is off. */
export const seedActiveModels = (brandSeed: number): string[] =>
  AI_MODELS.filter(({ planId }, index) => {
    const isInPlan = planId === null || planId === SEEDED_PLAN
    return isInPlan && (index === 0 || unit(brandSeed, 81, index) < 0.6)
  }).map(({ modelId }) => modelId)

/** In days. About every second team has set its own cadence. */
export const seedCadence = (brandSeed: number): { planFloor: number; customInterval: number | null } => {
  const planFloor = pick([1, 3, 7], hash(brandSeed, 82))
  const allowed = allowedIntervals(planFloor)
  const chosen = allowed[hash(brandSeed, 83) % allowed.length] ?? CADENCE_LADDER_DAYS[0]
  return { planFloor, customInterval: unit(brandSeed, 84) < 0.5 ? chosen : null }
}
