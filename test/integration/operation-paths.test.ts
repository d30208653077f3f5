import { describe, expect, it } from 'vitest'
import { openConnectorsDesk } from '../support/connectors-desk.ts'

const MOVED = '/v3/visibility'

/** A service whose AI models are elsewhere, and a desk that knows where the lists are. */
const openDesk = async () => {
  const elsewhere = {
    'aiModels.list': { path: `${MOVED}/models` },
    'aiModels.refreshInterval': { path: `${MOVED}/interval` },
  }
  const operations = { ...elsewhere, 'aiModels.update': { path: `${MOVED}/models/{modelId}/state` } }
  const desk = await openConnectorsDesk({ sandbox: { brands: 1, profile: { operations } }, read: null })
  await desk.call('service.setProfile', { operations: elsewhere })
  await desk.sync({ datasets: ['visibility'] })
  const { id } = desk.at(0)
  const updatePath = async () => (await desk.call('service.profile', {})).operations['aiModels.update']?.path
  const setPath = (path: string) => desk.call('service.setProfile', { operations: { 'aiModels.update': { path } } })
  const setModel = (isActive: boolean, modelId = 'chatgpt') =>
    desk.call('visibility.setModel', { brandIds: [id], modelId, isActive })
  const rowOf = async (operation: string) =>
    (await desk.call('service.doctor', { brandId: id })).rows.find((row) => row.operation === operation)
  return { ...desk, updatePath, setPath, setModel, rowOf }
}

describe('the path of an operation with a value in it', () => {
  it.each([
    ['the notation of the interface', '{modelId}'],
    ['a colon', ':modelId'],
    ['a copied, encoded address', '%7BmodelId%7D'],
  ])('reaches the service, in %s', async (_, placeholder) => {
    const desk = await openDesk()
    await desk.setPath(`${MOVED}/models/${placeholder}/state`)
    const [model] = (await desk.call('visibility.models', {})).brands[0]?.models ?? []
    const { results } = await desk.setModel(!(model?.isActive ?? false), model?.modelId)
    expect(results).toMatchObject([{ state: 'applied' }])
    const sent = (await desk.sandbox.requests()).filter(({ operation }) => operation === 'aiModels.update')
    expect(sent.map(({ path, status }) => [path, status])).toEqual([[`${MOVED}/models/${model?.modelId}/state`, 200]])
  })

  it.each([
    ['lacks it', '/v3/visibility/models', 'The path of aiModels.update needs {modelId}.'],
    [
      'misspells it',
      '/v3/models/{modeId}',
      'The path of aiModels.update has {modeId}, which has no value. Use {modelId}.',
    ],
    [
      'names another one',
      '/v3/{team}/{modelId}',
      'The path of aiModels.update has {team}, which has no value. Use {modelId}.',
    ],
    ['has half of it', '/v3/models/{modelId', 'The path of aiModels.update needs {modelId}.'],
    ['has an open brace', '/v3/{x/{modelId}', 'The path of aiModels.update has a brace that is not part of {modelId}.'],
  ])('is refused where it %s, and nothing is stored', async (_, path, message) => {
    const desk = await openDesk()
    await expect(desk.setPath(path)).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining(message),
    })
    expect(await desk.updatePath()).toBeUndefined()
  })

  it('is refused with a value where the operation has none', async () => {
    const desk = await openDesk()
    const message = 'The path of cms.publish has {provider}, which has no value.'
    await expect(
      desk.call('service.setProfile', { operations: { 'cms.publish': { path: '/cms/{provider}' } } }),
    ).rejects.toMatchObject({ kind: 'invalid', message: expect.stringContaining(message) })
  })

  it('is compared by the doctor with the lists beside it, since a change is never tested', async () => {
    const desk = await openDesk()
    expect(await desk.rowOf('aiModels.update')).toMatchObject({
      reachable: null,
      note: `No list answers at /ai-models, where this path begins: aiModels.list answers at ${MOVED}/models. Check the path. The change itself is not tested.`,
    })
    await desk.setPath(`${MOVED}/models/{modelId}/state`)
    expect(await desk.rowOf('aiModels.update')).toMatchObject({
      note: `aiModels.list answers at ${MOVED}/models, where this path begins. The change itself is not tested.`,
    })
    expect((await desk.sandbox.requests()).filter(({ method }) => method !== 'GET')).toEqual([])
  })
})

it('a 404 of an open operation names the page where its path is set', async () => {
  const desk = await openDesk()
  const [model] = (await desk.call('visibility.models', {})).brands[0]?.models ?? []
  const { results } = await desk.setModel(!(model?.isActive ?? false), model?.modelId)
  expect(results[0]?.error?.message).toContain('Settings → Advanced → Operations')
})
