// The Electron shell in a real Electron, wherever a runtime and a display are found; skipped by name elsewhere.
import { join } from 'node:path'
import { _electron, type ElectronApplication } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findElectron, hasDisplay } from '../../scripts/lib/runtimes.mjs'
import { tempHome } from '../support/temp-home.ts'
import { testWindowConformance } from '../support/window/conformance.ts'
import { openElectronShell } from '../support/window/electron-driver.ts'

const root = join(import.meta.dirname, '..', '..')
const executablePath = findElectron()
const variables = Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined)

const launch = async (home: string): Promise<ElectronApplication> => {
  const isRoot = process.getuid?.() === 0
  const app = await _electron.launch({
    executablePath: executablePath ?? '',
    args: [root, ...(isRoot ? ['--no-sandbox'] : [])],
    cwd: root,
    env: {
      ...Object.fromEntries(variables),
      AGENCY_DESK_HOME: home,
      AGENCY_DESK_KEYCHAIN: 'session',
      AGENCY_DESK_DEMO: '0',
    },
  })
  onTestFinished(() => app.close())
  return app
}

describe.skipIf(executablePath === null || !hasDisplay())('Electron (needs its runtime and a display)', () => {
  test('the page loads from app://desk and calls the desk only through the preload', async () => {
    const app = await launch(tempHome().home)
    const page = await app.firstWindow()
    await page.waitForLoadState()
    expect(page.url()).toBe('app://desk/')
    const seen = await page.evaluate(async () => ({
      desk: Object.keys(Reflect.get(globalThis, 'desk')),
      hasNode: 'require' in globalThis || 'process' in globalThis,
      list: await Reflect.get(globalThis, 'desk').call('brands.list', {}),
    }))
    expect(seen).toEqual({ desk: ['call', 'subscribe'], hasNode: false, list: { ok: true, value: { brands: [] } } })
  })

  test('the window is isolated and sandboxed, and cannot navigate away', async () => {
    const app = await launch(tempHome().home)
    const page = await app.firstWindow()
    const preferences = await app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      return contents === undefined ? null : Reflect.get(contents, 'getLastWebPreferences').call(contents)
    })
    expect(preferences).toMatchObject({ contextIsolation: true, sandbox: true, nodeIntegration: false })
    await page.evaluate(() => {
      globalThis.location.href = 'https://example.com/'
    })
    expect(await page.evaluate(() => globalThis.open('https://example.com/'))).toBeNull()
    expect(page.url()).toBe('app://desk/')
    expect(app.windows()).toHaveLength(1)
  })

  testWindowConformance(openElectronShell(executablePath ?? ''))
})
