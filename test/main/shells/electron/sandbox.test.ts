// The demo's sandbox as Electron starts it: the real sandbox, in the stand-in's utility process.
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startDemo } from '../../../../src-main/demo/demo.ts'
import { forkSandbox } from '../../../../src-main/shells/electron/sandbox.ts'
import { sandboxEnvironment } from '../../../../src-main/shells/locations.ts'
import { utilityProcess } from '../../../support/electron-stand-in.ts'

vi.mock('electron', () => import('../../../support/electron-stand-in.ts'))

const root = join(import.meta.dirname, '..', '..', '..', '..')

test('the sandbox runs as a utility process without stdin, and ends with the demo', async () => {
  const startSandbox = forkSandbox(join(root, 'src-sandbox', 'cli.ts'), sandboxEnvironment(process.env))
  const demo = await startDemo({ startSandbox })
  onTestFinished(() => demo.close())
  const [child] = utilityProcess.all
  expect(child?.spawnargs).toEqual(expect.arrayContaining(['--ready-json', '--ignore-stdin']))
  const key = demo.brands[0]?.key ?? ''
  const catalog = await fetch(`${demo.baseUrl}/v3/settings/mcp`, { headers: { authorization: `Bearer ${key}` } })
  expect(catalog.status).toBe(200)
  await demo.close()
  await expect(fetch(demo.baseUrl)).rejects.toThrow()
})

test('a sandbox that cannot start is an error with its reason', async () => {
  const startSandbox = forkSandbox(join(root, 'no-such-file.js'), sandboxEnvironment(process.env))
  await expect(startDemo({ startSandbox })).rejects.toMatchObject({
    kind: 'service',
    message: expect.stringContaining('did not start'),
  })
})

test('the sandbox gets no variable that would make Electron plain Node', () => {
  expect(sandboxEnvironment({ PATH: '/bin', ELECTRON_RUN_AS_NODE: '1', AGENCY_DESK_HOME: '/home' })).toEqual({
    PATH: '/bin',
  })
})
