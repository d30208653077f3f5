// The browser of this machine, for the app window of `npm start` and for printing reports (src-main/shells/print).
import { accessSync, constants, statSync } from 'node:fs'
import { posix, win32 } from 'node:path'

const LINUX_NAMES = [
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
  'chromium',
  'chromium-browser',
]
const MAC_NAMES = ['Google Chrome', 'Microsoft Edge', 'Chromium']
const WINDOWS_FILES = [
  'Google/Chrome/Application/chrome.exe',
  'Microsoft/Edge/Application/msedge.exe',
  'Chromium/Application/chrome.exe',
]

/** Where a browser may be, in the order of preference. */
const browserFiles = (env, platform) => {
  if (platform === 'darwin')
    return ['/Applications', ...(env.HOME ? [posix.join(env.HOME, 'Applications')] : [])].flatMap((folder) =>
      MAC_NAMES.map((name) => `${folder}/${name}.app/Contents/MacOS/${name}`),
    )
  if (platform === 'win32')
    return [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA]
      .filter(Boolean)
      .flatMap((folder) => WINDOWS_FILES.map((file) => win32.join(folder, file)))
  // A desk that was not started from a terminal may have a short PATH.
  const folders = [...(env.PATH ?? '').split(':').filter(Boolean), '/usr/bin', '/usr/local/bin', '/snap/bin']
  return folders.flatMap((folder) => LINUX_NAMES.map((name) => posix.join(folder, name)))
}

const isProgram = (file) => {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

/** An installed Chrome, Edge or Chromium, or null. */
export const findBrowser = (env = process.env, { platform = process.platform, isThere = isProgram } = {}) =>
  browserFiles(env, platform).find(isThere) ?? null

const SNAP = '/snap/bin/chromium'

/** Whether this program is a snap, or may be a script that starts one, as Ubuntu's chromium-browser is. */
export const isSnap = (file, { isThere = isProgram } = {}) =>
  file.startsWith('/snap/') || (posix.basename(file).startsWith('chromium') && isThere(SNAP))
