import type { HandlersOf } from './handler.ts'

export const aiModelHandlers: HandlersOf<'aiModels'> = {
  'aiModels.list': (_request, { brand, aiModels }) => aiModels.list(brand),
  'aiModels.update': ({ path, body }, { brand, aiModels }) => {
    aiModels.setActive(brand, path.modelId, body.isActive)
    return { success: true }
  },
  'aiModels.refreshInterval': (_request, { brand, aiModels }) => aiModels.intervalOf(brand),
  'aiModels.setRefreshInterval': ({ body }, { brand, aiModels }) => {
    aiModels.setInterval(brand, body.interval)
    return { ...aiModels.intervalOf(brand), success: true }
  },
}
