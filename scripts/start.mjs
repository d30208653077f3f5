// Opens the desk: Electron where there is a display and its runtime can be had, else the web shell.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runBundle, runUntilEnd } from './lib/child.mjs'
import { ensureElectron } from './lib/electron-runtime.mjs'
import { findBrowser } from './lib/find-browser.mjs'
import { ensureReady, inProject } from './lib/project.mjs'
import { findElectron, hasDisplay } from './lib/runtimes.mjs'
import { writeStartPage } from './lib/start-page.mjs'

const SHELLS = ['electron', 'web', 'none']
const wanted = process.env.AGENCY_DESK_SHELL
const say = (text) => process.stdout.write(`${text}\n`)

const fail = (text) => {
  process.stderr.write(`${text}\n`)
  process.exit(2)
}

/** Without it a browser on a plain display opens a small one; the start page fits it into a smaller screen. */
const SIZE = '--window-size=1440,900'

/** An app window (no tabs, no address bar) with a profile of its own, closed and removed when the desk ends. */
const openAppWindow = (browser, address) => {
  const profile = mkdtempSync(join(tmpdir(), 'agency-desk-window-'))
  const startPage = writeStartPage(profile, address)
  const flags = [
    `--app=${startPage}`,
    `--user-data-dir=${profile}`,
    SIZE,
    '--no-first-run',
    '--no-default-browser-check',
  ]
  // Chromium makes a language that no page understands out of a missing one.
  const language = process.env.LANG && !/^(C|POSIX)\b/.test(process.env.LANG) ? {} : { LANG: 'en_US.UTF-8' }
  const window = spawn(browser, flags, { stdio: 'ignore', env: { ...process.env, ...language } })
  window.once('error', (error) =>
    say(`The window could not be opened (${error.message}). Open the address above in a browser.`),
  )
  window.once('exit', () => say('The window is closed; the desk keeps running. Ctrl-C ends it.'))
  return () => {
    window.removeAllListeners('exit')
    window.kill()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

const startWeb = async (shell) => {
  let closeWindow = () => {}
  const onMessage = (message) => {
    if (typeof message?.address !== 'string') return
    const browser = hasDisplay() && shell === 'web' ? findBrowser() : null
    if (browser !== null) closeWindow = openAppWindow(browser, message.address)
  }
  return runBundle('web.js', [], {
    env: { AGENCY_DESK_SHELL: shell },
    onMessage,
    onEnd: () => closeWindow(),
  })
}

const main = async () => {
  if (wanted && !SHELLS.includes(wanted)) fail(`AGENCY_DESK_SHELL is "${wanted}"; it can be ${SHELLS.join(', ')}.`)
  await ensureReady()
  const isWindowWanted = (!wanted || wanted === 'electron') && hasDisplay()
  const electron = isWindowWanted ? await ensureElectron({ isAskedFor: wanted === 'electron' }) : findElectron()
  if (wanted === 'electron' && electron === null)
    fail(
      'AGENCY_DESK_SHELL is electron, but no Electron runtime is here. `npx install-electron` downloads it; ELECTRON_OVERRIDE_DIST_PATH names one.',
    )
  const isElectron = wanted === 'electron' || (!wanted && electron !== null && hasDisplay())
  if (isElectron) return runUntilEnd(electron, [inProject()])
  if (!wanted)
    say(
      `${hasDisplay() ? 'No Electron runtime is here' : 'There is no display'}: the desk opens as a web page on this machine.`,
    )
  return startWeb(wanted === 'none' ? 'none' : 'web')
}

process.exit(await main())
