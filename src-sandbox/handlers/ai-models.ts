import type { Handler } from './handler.ts'

export const listAiModels: Handler<'aiModels.list'> = (_request, { brand, aiModels }) => aiModels.list(brand)

export const updateAiModel: Handler<'aiModels.update'> = ({ path, body }, { brand, aiModels }) => {
  aiModels.setActive(brand, path.modelId, body.isActive)
  return { success: true }
}

export const getRefreshInterval: Handler<'aiModels.refreshInterval'> = (_request, { brand, aiModels }) =>
  aiModels.intervalOf(brand)

export const setRefreshInterval: Handler<'aiModels.setRefreshInterval'> = ({ body }, { brand, aiModels }) => {
  aiModels.setInterval(brand, body.interval)
  return { ...aiModels.intervalOf(brand), success: true }
}
