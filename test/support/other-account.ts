// A process of another account of this machine, for tests of what that account can do to us. It takes root to start one.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

export const OTHER_UID = 65_534

export const canBeOther = process.platform !== 'win32' && process.getuid?.() === 0
/** For the name of a test that is skipped. */
export const whyNotOther = canBeOther ? '' : ' (it takes root to be another account)'

/** Runs this code as the other account, until it ends or the test does. `next` resolves with its next words. */
export const startAsOther = (code: string, args: readonly string[]) => {
  const child = spawn(process.execPath, ['--eval', code, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(canBeOther ? { uid: OTHER_UID, gid: OTHER_UID } : {}),
    cwd: '/',
    env: {},
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  child.stdout.setEncoding('utf8')
  return {
    pid: child.pid ?? 0,
    next: async (): Promise<string> => String((await once(child.stdout, 'data'))[0]),
    end: async (): Promise<void> => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Resolves with its first words. */
export const runAsOther = (code: string, args: readonly string[]): Promise<string> => startAsOther(code, args).next()
