// One long-running child: it gets our signals, its end is our end, and it dies with us.
import { spawn } from 'node:child_process'
import { exitCodeOf, inProject, keptCode, memoryEnv, nodeArgs, nodeFile, programEnv, root } from './project.mjs'

/** How long a child may take to close before it is killed. The desk takes less (src-main/closing.ts). */
const GRACE_MS = 10_000
const PARENT_CHECK_MS = 1000

/**
 * Starts `file` and resolves with its exit code. Ctrl-C, SIGTERM, SIGHUP and the end of the npm above us end it.
 * `onMessage` gets what it sends over the IPC channel, which closes when this process ends.
 */
export const runUntilEnd = (file, args, { env = {}, onMessage, onEnd, stdio = 'inherit' } = {}) =>
  new Promise((resolve) => {
    const stdios = onMessage ? [stdio, stdio, stdio, 'ipc'] : stdio
    const child = spawn(file, args, { cwd: root, stdio: stdios, env: programEnv(env) })
    let isEnding = false
    const end = () => {
      // A second signal would kill it in the middle of closing: Ctrl-C reaches us from the terminal and from npm.
      if (isEnding || child.exitCode !== null || child.signalCode !== null) return
      isEnding = true
      child.kill('SIGTERM')
      setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref()
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end)
    const parent = process.ppid
    const watch =
      process.env.npm_lifecycle_event === undefined
        ? undefined
        : setInterval(() => process.ppid !== parent && end(), PARENT_CHECK_MS)
    watch?.unref()
    if (onMessage) child.on('message', onMessage)
    child.once('error', (error) => {
      process.stderr.write(`${file} could not be started: ${error.message}\n`)
      resolve(127)
    })
    child.once('exit', (code, signal) => {
      clearInterval(watch)
      onEnd?.()
      resolve(exitCodeOf(code, signal))
    })
  })

/** Runs a bundle of the desk until it ends. */
export const runBundle = (name, args, { env, ...options } = {}) =>
  runUntilEnd(nodeFile(), [...nodeArgs, inProject('out', 'main', name), ...args], {
    ...options,
    env: { ...memoryEnv, ...keptCode, ...env },
  })
