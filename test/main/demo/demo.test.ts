import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { startDemo } from '../../../src-main/demo/demo.ts'
import { spawnSandbox } from '../../../src-main/demo/sandbox-process.ts'

const root = join(import.meta.dirname, '../../..')
const sandbox = ['--brands', '2', '--keywords', '5', '--days', '3']
const sandboxCommand = { command: process.execPath, args: [join(root, 'src-sandbox/cli.ts'), ...sandbox] }
const scriptSandbox = (script: string) => spawnSandbox({ command: process.execPath, args: ['-e', script, '--'] })

const isUp = (address: string): Promise<boolean> =>
  fetch(address, { signal: AbortSignal.timeout(2000) }).then(
    () => true,
    () => false,
  )

test('the sandbox provides its brands and keys, and ends with the demo', async () => {
  const demo = await startDemo({ startSandbox: spawnSandbox(sandboxCommand) })
  onTestFinished(() => demo.close())
  expect(demo.brands).toHaveLength(2)
  const key = demo.brands[0]?.key ?? ''
  const catalog = await fetch(`${demo.baseUrl}/v3/settings/mcp`, { headers: { authorization: `Bearer ${key}` } })
  expect(catalog.status).toBe(200)
  await demo.close()
  await demo.ended
  expect(await isUp(demo.baseUrl)).toBe(false)
})

test('the sandbox dies with a desk that is killed', async () => {
  const script = `
    const { startDemo } = await import(${JSON.stringify(join(root, 'src-main/demo/demo.ts'))})
    const { spawnSandbox } = await import(${JSON.stringify(join(root, 'src-main/demo/sandbox-process.ts'))})
    const demo = await startDemo({ startSandbox: spawnSandbox(${JSON.stringify(sandboxCommand)}) })
    console.log(demo.baseUrl)`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [baseUrl] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string] // one line
  expect(await isUp(baseUrl)).toBe(true)
  parent.kill('SIGKILL')
  await expect.poll(() => isUp(baseUrl)).toBe(false)
})

test.each([
  ['ends at once', 'console.error("no port is free"); process.exit(3)', /did not start: no port is free/],
  ['says something else', 'console.log("hello"); setInterval(() => {}, 1000)', /did not start/],
  ['names a foreign address', 'console.log(\'{"baseUrl":"http://evil.example","brands":[]}\')', /did not start/],
])('a sandbox that %s is a clear error', async (_what, script, message) => {
  await expect(startDemo({ startSandbox: scriptSandbox(script) })).rejects.toThrow(message)
})

test('a sandbox without output is ended after its time limit', async () => {
  const silent = scriptSandbox('setInterval(() => {}, 1000)')
  await expect(startDemo({ startSandbox: silent, readyTimeoutMs: 300 })).rejects.toMatchObject({ kind: 'service' })
})

test('a missing program is a clear error', async () => {
  const missing = spawnSandbox({ command: join(root, 'no-such-program'), args: [] })
  await expect(startDemo({ startSandbox: missing })).rejects.toThrow(/ENOENT/)
})
