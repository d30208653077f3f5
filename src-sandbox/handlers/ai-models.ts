import { seedAiModels, seedRefreshInterval } from '../seed/ai-models.ts'
import type { Handler } from './handler.ts'

export const listAiModels: Handler<'aiModels.list'> = (_request, { brand }) => ({ models: seedAiModels(brand.seed) })

export const getRefreshInterval: Handler<'aiModels.refreshInterval'> = (_request, { brand }) =>
  seedRefreshInterval(brand.seed)
