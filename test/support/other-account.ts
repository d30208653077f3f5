// A process of another account of this machine, for tests of what that account can do to us. It takes root to start one.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

const NOBODY = 65_534

export const canBeOther = process.platform !== 'win32' && process.getuid?.() === 0
/** For the name of a test that is skipped. */
export const whyNotOther = canBeOther ? '' : ' (it takes root to be another account)'

/** Runs this code as the other account, until the test ends. Resolves with its first words. */
export const runAsOther = async (code: string, args: readonly string[]): Promise<string> => {
  const child = spawn(process.execPath, ['--eval', code, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(canBeOther ? { uid: NOBODY, gid: NOBODY } : {}),
    cwd: '/',
    env: {},
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [said] = await once(child.stdout.setEncoding('utf8'), 'data')
  return String(said)
}
