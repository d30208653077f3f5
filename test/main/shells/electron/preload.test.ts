import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CALL_NAMES, EVENT_NAMES } from '../../../../src-shared/desk/contract.ts'

vi.mock('electron', () => import('../../../support/electron-stand-in.ts'))

type StandIn = typeof import('../../../support/electron-stand-in.ts')
type ExposedDesk = {
  call: (name: unknown, input?: unknown) => Promise<unknown>
  subscribe: (listener: (event: unknown) => void) => () => void
}

beforeEach(() => {
  vi.resetModules()
  // As the build writes them in.
  vi.stubGlobal('__CALL_NAMES__', CALL_NAMES)
  vi.stubGlobal('__EVENT_NAMES__', EVENT_NAMES)
})
afterEach(() => void vi.unstubAllGlobals())

/** The preload, loaded again. */
const loadPreload = async () => {
  const electron = (await import('electron')) as unknown as StandIn // vi.mock put it there
  electron.resetElectron()
  await import('../../../../src-main/shells/electron/preload.ts')
  const desk = electron.contextBridge.exposed.get('desk') as ExposedDesk // its two functions
  return { electron, desk }
}

test('the page gets two functions and nothing else', async () => {
  const { electron, desk } = await loadPreload()
  expect([...electron.contextBridge.exposed.keys()]).toEqual(['desk'])
  expect(Object.keys(desk)).toEqual(['call', 'subscribe'])
})

test('every call of the contract is sent, on one channel; any other name is refused in the page', async () => {
  const { electron, desk } = await loadPreload()
  for (const name of CALL_NAMES) expect(await desk.call(name, { a: 1 })).toEqual({ ok: true, value: 'answered' })
  expect(electron.ipcRenderer.invoked).toEqual(CALL_NAMES.map((name) => ['desk:call', name, { a: 1 }]))
  for (const name of ['brands.explode', 'constructor', '__proto__', 7, null, ['brands.list']])
    expect(await desk.call(name)).toMatchObject({ ok: false, error: { kind: 'invalid' } })
  expect(electron.ipcRenderer.invoked).toHaveLength(CALL_NAMES.length)
})

test('events of the contract reach the page without Electron’s own event, until it stops listening', async () => {
  const { electron, desk } = await loadPreload()
  const heard: unknown[][] = []
  const stop = desk.subscribe((...args) => heard.push(args))
  const event = { name: 'changed', payload: { brandIds: [], datasets: ['brands'] } }
  electron.ipcRenderer.emit('desk:event', { sender: 'the real thing' }, event)
  electron.ipcRenderer.emit('desk:event', {}, { name: 'made.up' })
  stop()
  electron.ipcRenderer.emit('desk:event', {}, event)
  expect(heard).toEqual([[event]])
})
