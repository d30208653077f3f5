// A signal ends what a run of the tests started, and what those programs started, by their ids.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const module = new URL('../../scripts/lib/child-groups.mjs', import.meta.url).href
const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** A program with a child, which has a child that hears no SIGINT; both names are printed. */
const startRun = async (more: string) => {
  const deaf = `process.on('SIGINT', () => {}); console.log('pid ' + process.pid); setInterval(() => {}, 1000)`
  const parent = `const { spawn } = require('node:child_process'); console.log('pid ' + process.pid)
    spawn(process.execPath, ['-e', ${JSON.stringify(deaf)}], { stdio: 'inherit' }); setInterval(() => {}, 1000)`
  const code = `import { createChildGroups } from '${module}'
    const { run, stoppedBy } = createChildGroups({ graceMs: 300 })
    const { code } = await run(process.execPath, ['-e', ${JSON.stringify(parent)}])
    console.log('first ended', code, stoppedBy())
    ${more}`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: join(import.meta.dirname, '..', '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const pids = () => [...output.matchAll(/pid (\d+)/g)].map(([, pid]) => Number(pid))
  await expect.poll(() => pids().length).toBe(2)
  return { child, pids: pids(), output: () => output }
}

test.skipIf(process.platform === 'win32')(
  'SIGTERM ends the whole group of a child, also who does not listen, and nothing is started after it',
  async () => {
    const more = `const { code: second } = await run(process.execPath, ['-e', 'console.log("second ran")'])
      console.log('second', second)`
    const { child, pids, output } = await startRun(more)
    expect(pids.map(isThere)).toEqual([true, true])
    child.kill('SIGTERM')
    await once(child, 'close')
    await expect.poll(() => pids.map(isThere)).toEqual([false, false])
    expect(output()).toMatch(/first ended 130 SIGTERM\nsecond 143\n$/)
    expect(output()).not.toContain('second ran')
  },
)
