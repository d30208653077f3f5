// Which windows this machine can open.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inProject } from './project.mjs'

const PLATFORM_ELECTRON = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }

/**
 * The Electron program, or null. Its npm package holds none: its install script downloads it, and writes path.txt once
 * all of it is unpacked.
 */
export const findElectron = (env = process.env, packageFolder = inProject('node_modules', 'electron')) => {
  const pathFile = join(packageFolder, 'path.txt')
  const override = env.ELECTRON_OVERRIDE_DIST_PATH
  if (!override && !existsSync(pathFile)) return null
  const name = existsSync(pathFile)
    ? readFileSync(pathFile, 'utf8').trim()
    : (PLATFORM_ELECTRON[process.platform] ?? 'electron')
  const file = join(override || join(packageFolder, 'dist'), name)
  return existsSync(file) ? file : null
}

export const hasDisplay = (env = process.env) =>
  process.platform === 'darwin' || process.platform === 'win32' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
