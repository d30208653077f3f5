// Electron's runtime: its npm package holds none, and its own install script downloads it. Nothing of a download that
// did not end well is kept, and a failed one is not repeated at every start.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inProject, nodeFile, programEnv } from './project.mjs'
import { findElectron } from './runtimes.mjs'

const STALL_MS = 120_000
const RETRY_AFTER_MS = 24 * 60 * 60_000
const LOOK_EVERY_MS = 250
const MEGABYTE = 1024 * 1024
/** Where the output is no terminal, a line of progress each so many megabytes. */
const LINE_EVERY_MB = 25
const STDERR_KEPT = 4000
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

const sizeOf = (folder) => {
  if (!existsSync(folder)) return 0
  return readdirSync(folder, { withFileTypes: true }).reduce((total, entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return total + sizeOf(path)
    // A file may be moved away while we look.
    return total + (statSync(path, { throwIfNoEntry: false })?.size ?? 0)
  }, 0)
}

const drawProgress = (terminal, version) => {
  let lastLine = 0
  return {
    show: (bytes) => {
      const megabytes = Math.floor(bytes / MEGABYTE)
      const text = `Fetching Electron ${version}: ${megabytes} MB`
      if (terminal.isTTY) terminal.write(`\r\u001B[K${text}`)
      else if (megabytes >= lastLine + LINE_EVERY_MB) {
        lastLine = megabytes
        terminal.write(`${text}\n`)
      }
    },
    clear: () => terminal.isTTY && terminal.write('\r\u001B[K'),
  }
}

/** Runs the install script. Resolves with why it failed (null: it did not), and whether a signal ended it. */
const runInstall = ({ packageFolder, downloadFolder, env, stallMs, progress }) =>
  new Promise((resolve) => {
    const child = spawn(nodeFile(), [join(packageFolder, 'install.js')], {
      cwd: packageFolder,
      // Its own progress bar comes late, and on terminals only. What it downloads grows in the temporary folder.
      env: programEnv({
        ...env,
        ELECTRON_GET_NO_PROGRESS: '1',
        TMPDIR: downloadFolder,
        TEMP: downloadFolder,
        TMP: downloadFolder,
      }),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let stderr = ''
    let reason = null
    let isStopped = false
    let size = 0
    let changedAt = Date.now()
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr = (stderr + text).slice(0, STDERR_KEPT)
    })
    const kill = (why) => {
      reason ??= why
      child.kill('SIGKILL')
    }
    const look = setInterval(
      () => {
        const now = sizeOf(downloadFolder) + sizeOf(join(packageFolder, 'dist'))
        if (now !== size) {
          size = now
          changedAt = Date.now()
          progress.show(now)
        } else if (Date.now() - changedAt >= stallMs) kill(`no progress for ${Math.ceil(stallMs / 1000)} s`)
      },
      Math.min(LOOK_EVERY_MS, stallMs),
    )
    const onSignal = () => {
      isStopped = true
      kill('it was stopped')
    }
    for (const signal of SIGNALS) process.once(signal, onSignal)
    const end = (why) => {
      clearInterval(look)
      for (const signal of SIGNALS) process.off(signal, onSignal)
      resolve({ reason: why, isStopped })
    }
    child.once('error', (error) => end(error.message))
    child.once('close', (code) => {
      if (code === 0) return end(null)
      end(reason ?? (stderr.trim().split('\n')[0] || `its install script ended with exit code ${code}`))
    })
  })

/** Downloads the runtime. Resolves with null, or with the reason why it failed; then nothing of it is left. */
const fetchRuntime = async ({ packageFolder, cacheFolder, env, stallMs, progress }) => {
  const downloadFolder = join(cacheFolder, 'electron-download')
  const clean = () => rmSync(downloadFolder, { recursive: true, force: true, maxRetries: 5 })
  clean()
  mkdirSync(downloadFolder, { recursive: true })
  const { reason, isStopped } = await runInstall({ packageFolder, downloadFolder, env, stallMs, progress })
  progress.clear()
  clean()
  if (reason === null && !isStopped && findElectron(env, packageFolder) !== null) return null
  rmSync(join(packageFolder, 'path.txt'), { force: true })
  rmSync(join(packageFolder, 'dist'), { recursive: true, force: true, maxRetries: 5 })
  if (isStopped) process.exit(130)
  return reason ?? 'its install script left no program'
}

const readFailure = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/**
 * The Electron program, downloaded where it is not here; null where it cannot be had, with the reason on `terminal`.
 * After a failure the same version is not tried again for a day, unless the person asked for Electron by name.
 */
export const ensureElectron = async ({
  env = process.env,
  terminal = process.stderr,
  isAskedFor = false,
  packageFolder = inProject('node_modules', 'electron'),
  cacheFolder = inProject('.cache'),
  stallMs = STALL_MS,
  now = Date.now,
} = {}) => {
  const found = findElectron(env, packageFolder)
  // A runtime of one's own is not replaced by another.
  if (found !== null || env.ELECTRON_OVERRIDE_DIST_PATH) return found
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'))
  const failureFile = join(cacheFolder, 'electron-failed.json')
  const failure = readFailure(failureFile)
  if (!isAskedFor && failure?.version === version && now() - failure.atMs < RETRY_AFTER_MS) {
    terminal.write(
      `Electron ${version} could not be downloaded at the last try (${failure.reason}). \`npm start\` tries again a day after that; \`npx install-electron\` tries now.\n`,
    )
    return null
  }
  terminal.write(`Fetching Electron ${version} (about 120 MB, once). AGENCY_DESK_SHELL=web starts without it.\n`)
  const progress = drawProgress(terminal, version)
  const reason = await fetchRuntime({ packageFolder, cacheFolder, env, stallMs, progress })
  if (reason === null) {
    rmSync(failureFile, { force: true })
    return findElectron(env, packageFolder)
  }
  writeFileSync(failureFile, JSON.stringify({ version, atMs: now(), reason }))
  terminal.write(
    `Electron ${version} could not be downloaded: ${reason}. Check the network; \`npx install-electron\` tries again, and so does \`npm start\` after a day.\n`,
  )
  return null
}
