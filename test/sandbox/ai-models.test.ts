import { describe, expect, it } from 'vitest'
import { startClient } from './sandbox-client.ts'

const start = async () => {
  const client = await startClient()
  const teamId = client.sandbox.brands[0]?.teamId ?? ''
  const models = async () => (await client.call('/ai-models', { query: { teamId } })).json.models
  return {
    client,
    modelOf: async (modelId: string) =>
      (await models()).find((model: { modelId: string }) => model.modelId === modelId),
    setModel: (modelId: string, isActive: boolean) =>
      client.call(`/ai-models/${modelId}`, { method: 'PATCH', body: { teamId, isActive } }),
    interval: async () => (await client.call('/ai-models/refresh-interval', { query: { teamId } })).json,
    setInterval: (interval: number | null) =>
      client.call('/ai-models/refresh-interval', { method: 'PATCH', body: { teamId, interval } }),
    setPlan: (change: object) => client.control('POST', '/ai-models', { teamId, ...change }),
  }
}

describe('aiModels.update', () => {
  it('switches a model of the plan off and on', async () => {
    const { setModel, modelOf } = await start()
    expect((await setModel('chatgpt', false)).json).toEqual({ success: true })
    expect(await modelOf('chatgpt')).toMatchObject({ isActive: false, canEnable: true })
    await setModel('chatgpt', true)
    expect(await modelOf('chatgpt')).toMatchObject({ isActive: true })
  })

  it('answers 403 for enabling a model outside the plan, and 404 for an unknown one', async () => {
    const { setModel, modelOf } = await start()
    expect(await modelOf('grok')).toMatchObject({ canEnable: false, planId: 'enterprise' })
    expect((await setModel('grok', true)).status).toBe(403)
    expect((await setModel('grok', false)).status).toBe(200)
    expect((await setModel('no-such-model', true)).status).toBe(404)
    expect(await modelOf('grok')).toMatchObject({ isActive: false })
  })

  it('follows a plan that changes, and drops a removed model', async () => {
    const { setModel, setPlan, modelOf } = await start()
    await setModel('copilot', true)
    await setPlan({ plan: 'starter', withoutModels: ['gemini'] })
    expect(await modelOf('copilot')).toMatchObject({ canEnable: false, isActive: true })
    expect((await setModel('copilot', true)).status).toBe(403)
    expect((await setModel('gemini', true)).status).toBe(404)
  })
})

describe('aiModels.setRefreshInterval', () => {
  it('takes an allowed interval and null, and answers 403 to one outside the plan or the ladder', async () => {
    const { setInterval, setPlan, interval } = await start()
    await setPlan({ planFloor: 7 })
    expect((await setInterval(15)).json).toEqual({
      success: true,
      planFloor: 7,
      allowedIntervals: [30, 15, 7],
      customInterval: 15,
      effectiveInterval: 15,
    })
    expect((await setInterval(3)).status).toBe(403)
    expect((await setInterval(5)).status).toBe(403)
    expect((await setInterval(0)).status).toBe(403)
    expect((await setInterval(7.5)).status).toBe(400)
    expect((await interval()).customInterval).toBe(15)
    expect((await setInterval(null)).json).toMatchObject({ customInterval: null, effectiveInterval: 7 })
  })

  it('holds a chosen interval to a floor that has risen', async () => {
    const { setInterval, setPlan, interval } = await start()
    await setPlan({ planFloor: 1 })
    await setInterval(3)
    await setPlan({ planFloor: 7 })
    expect(await interval()).toMatchObject({ planFloor: 7, customInterval: 3, effectiveInterval: 7 })
  })
})
