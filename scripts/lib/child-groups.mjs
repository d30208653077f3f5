// Children that end with us, and what they started with them: each is the leader of a group of processes, which gets our
// SIGINT by its id, and SIGKILL if it is still there after a while.
import { spawn } from 'node:child_process'
import { exitCodeOf, programEnv, root } from './project.mjs'

/** How long a group may take to close its desks, browsers and servers. */
const GRACE_MS = 10_000
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
const hasGroups = process.platform !== 'win32'

const signalTo = (child, signal) => {
  try {
    if (hasGroups) process.kill(-child.pid, signal)
    else child.kill(signal)
  } catch {
    // It has ended.
  }
}

/** `stoppedBy` is the signal that ended all of them; nothing is started after it. */
export const createChildGroups = ({ graceMs = GRACE_MS } = {}) => {
  const running = new Set()
  let stoppedBy = null
  const stop = (signal) => {
    stoppedBy ??= signal
    for (const child of running) {
      signalTo(child, 'SIGINT')
      setTimeout(() => signalTo(child, 'SIGKILL'), graceMs).unref()
    }
  }
  for (const signal of SIGNALS) process.on(signal, stop)

  /** Resolves with the exit code, and with what it printed where `isKept`; otherwise it prints where we do. */
  const run = (file, args, { env = {}, shell = false, isKept = false } = {}) =>
    new Promise((resolve) => {
      if (stoppedBy !== null) return resolve({ code: exitCodeOf(null, stoppedBy), output: '' })
      const stdio = isKept ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit']
      const child = spawn(file, args, { cwd: root, shell, detached: hasGroups, stdio, env: programEnv(env) })
      running.add(child)
      let output = ''
      for (const stream of [child.stdout, child.stderr]) {
        stream?.setEncoding('utf8').on('data', (text) => {
          output += text
        })
      }
      const end = (code, text) => {
        running.delete(child)
        resolve({ code, output: text })
      }
      child.once('error', (error) => end(127, `${file} could not be started: ${error.message}`))
      child.once('close', (code, signal) => {
        // What it left behind ends with it.
        signalTo(child, 'SIGKILL')
        end(exitCodeOf(code, signal), output)
      })
    })
  return { run, stoppedBy: () => stoppedBy }
}
