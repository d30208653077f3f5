import { allowedIntervals, CADENCE_LADDER_DAYS } from '../../src-shared/service/limits.ts'
import { hash, pick, unit } from './hash.ts'

const ACTIVE_PLAN = 'scale'

const MODELS = [
  { modelId: 'chatgpt', name: 'ChatGPT', planId: null },
  { modelId: 'gemini', name: 'Gemini', planId: null },
  { modelId: 'perplexity', name: 'Perplexity', planId: null },
  { modelId: 'ai-overviews', name: 'AI Overviews', planId: ACTIVE_PLAN },
  { modelId: 'copilot', name: 'Copilot', planId: ACTIVE_PLAN },
  { modelId: 'grok', name: 'Grok', planId: 'enterprise' },
  { modelId: 'deepseek', name: 'DeepSeek', planId: 'enterprise' },
] as const

/** `canEnable` only where the model needs no plan or the team's own; a model that cannot be enabled is off. */
export const seedAiModels = (brandSeed: number) =>
  MODELS.map(({ modelId, name, planId }, index) => {
    const canEnable = planId === null || planId === ACTIVE_PLAN
    return {
      modelId,
      name,
      planId,
      canEnable,
      isActive: canEnable && (index === 0 || unit(brandSeed, 81, index) < 0.6),
    }
  })

/** All in days. About every second team has set its own cadence. */
export const seedRefreshInterval = (brandSeed: number) => {
  const planFloor = pick([1, 3, 7], hash(brandSeed, 82))
  const allowed = allowedIntervals(planFloor)
  const chosen = allowed[hash(brandSeed, 83) % allowed.length] ?? CADENCE_LADDER_DAYS[0]
  const customInterval = unit(brandSeed, 84) < 0.5 ? chosen : null
  return {
    planFloor,
    allowedIntervals: allowed,
    customInterval,
    effectiveInterval: Math.max(planFloor, customInterval ?? planFloor),
  }
}
