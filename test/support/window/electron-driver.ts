// The conformance suite's driver for a real Electron, by Playwright.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { _electron } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { tempHome } from '../temp-home.ts'
import type { DrivenShell, OpenShell } from './driver.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const recorderFile = join(import.meta.dirname, 'recorder.cjs')
const { FILE_VARIABLE } = createRequire(import.meta.url)('./recorder.cjs') as { FILE_VARIABLE: string } // our own file

export const openElectronShell =
  (executablePath: string): OpenShell =>
  async (args = []) => {
    const { home } = tempHome()
    const transcriptFile = join(home, 'transcript')
    const inherited = Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined)
    const env = {
      ...Object.fromEntries(inherited),
      AGENCY_DESK_HOME: home,
      AGENCY_DESK_KEYCHAIN: 'session',
      AGENCY_DESK_DEMO: '0',
      AGENCY_DESK_WEBHOOK_PORT: '0',
    }
    const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : []
    const app = await _electron.launch({
      executablePath,
      args: [...flags, '-r', recorderFile, root, ...args],
      cwd: root,
      env: { ...env, [FILE_VARIABLE]: transcriptFile },
    })
    const ended = new Promise<void>((resolve) => void app.once('close', () => resolve()))
    onTestFinished(() => app.close())
    const page = await app.firstWindow()
    await page.waitForLoadState()
    await app.evaluate(({ dialog }) => {
      const shown: string[] = []
      Object.assign(globalThis, { shownDialogs: shown })
      dialog.showMessageBox = async (...parts: unknown[]) => {
        const options = parts.at(-1) as { message: string; buttons?: string[] } // the options come last
        shown.push(options.message)
        return { response: (options.buttons?.length ?? 1) - 1, checkboxChecked: false }
      }
    })
    const call: DrivenShell['call'] = (name, input) => page.evaluate(`desk.call(...${JSON.stringify([name, input])})`)
    const callFromForeignPage: DrivenShell['call'] = (name, input) =>
      app.evaluate(
        async ({ BrowserWindow }, { preload, request }) => {
          const webPreferences = { preload, sandbox: true, contextIsolation: true }
          const foreign = new BrowserWindow({ show: false, webPreferences })
          await foreign.loadURL('data:text/html,foreign')
          const reply = await foreign.webContents.executeJavaScript(`desk.call(...${JSON.stringify(request)})`)
          foreign.destroy()
          return reply
        },
        { preload: join(root, 'out', 'preload', 'preload.cjs'), request: [name, input] },
      )
    return {
      home,
      events: () => (existsSync(transcriptFile) ? readFileSync(transcriptFile, 'utf8').trim().split('\n') : []),
      call,
      callFromForeignPage,
      navigate: (address) =>
        page.evaluate((to) => {
          globalThis.location.href = to
        }, address),
      openWindow: (address) => page.evaluate((to) => void globalThis.open(to), address),
      windowCount: () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length),
      askPermission: () => page.evaluate(() => Notification.requestPermission()),
      closeWindow: () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()),
      startSecond: async (more) => {
        const second = spawn(executablePath, [...flags, root, ...more], { cwd: root, env, stdio: 'ignore' })
        await once(second, 'exit')
      },
      crashPage: () =>
        app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer()),
      dialogs: () => app.evaluate(() => Reflect.get(globalThis, 'shownDialogs') as string[]), // stubbed above
      // The app may be gone before the answer arrives.
      quit: () => app.evaluate(({ app: program }) => program.quit()).catch(() => undefined),
      ended,
    }
  }
