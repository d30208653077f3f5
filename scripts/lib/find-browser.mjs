// The browser of this machine, for the app window of `npm start` and for printing reports (src-main/shells/print).
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const BROWSER_NAMES = [
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
  'chromium',
  'chromium-browser',
]

const browserFiles = (env) => {
  if (process.platform === 'darwin')
    return ['Google Chrome', 'Microsoft Edge', 'Chromium'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    )
  if (process.platform === 'win32')
    return [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA]
      .filter(Boolean)
      .flatMap((folder) => [
        join(folder, 'Google/Chrome/Application/chrome.exe'),
        join(folder, 'Microsoft/Edge/Application/msedge.exe'),
      ])
  return (env.PATH ?? '').split(delimiter).flatMap((folder) => BROWSER_NAMES.map((name) => join(folder, name)))
}

/** An installed Chrome, Edge or Chromium, or null. */
export const findBrowser = (env = process.env) => browserFiles(env).find((file) => existsSync(file)) ?? null
