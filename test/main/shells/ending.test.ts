import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'

const ending = new URL('../../../src-main/shells/ending.ts', import.meta.url)

/** A process that does not end by itself, once it listens for signals. */
const startStuck = async () => {
  const code = `import { whenAskedToEnd } from '${ending}'
    setInterval(() => undefined, 1_000_000)
    whenAskedToEnd({ withinMs: 50 }).then(() => console.log('asked'))
    console.log('listens')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code])
  onTestFinished(() => void child.kill('SIGKILL'))
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  await once(child.stdout, 'data')
  return { child, printed: () => ({ stdout, stderr }) }
}

test('a process that hangs is ended within the limit after the request', async () => {
  const { child, printed } = await startStuck()
  child.kill('SIGTERM')
  expect(await once(child, 'close')).toEqual([null, 'SIGKILL'])
  expect(printed().stdout).toContain('asked')
  expect(printed().stderr).toContain('unknown')
})
