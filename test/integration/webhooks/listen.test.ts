import { expect, test } from 'vitest'
import { runCli } from '../../../src-main/shells/cli/run.ts'
import { openReceivingDesk } from '../../support/webhooks-desk.ts'

const terminalOf = (onPrinted: (stdout: string) => void) => {
  const printed = { stdout: '', stderr: '' }
  const ending = new AbortController()
  const output = (name: keyof typeof printed) => ({
    write: async (text: string) => {
      printed[name] += text
      onPrinted(printed.stdout)
    },
  })
  const streams = { stdout: output('stdout'), stderr: output('stderr') }
  return {
    printed,
    ending,
    terminal: { ...streams, readStdin: async () => '', readPassword: async () => '', signal: ending.signal },
  }
}

test('desk listen prints deliveries of the named brand, one JSON a line, until it is interrupted', async () => {
  const desk = await openReceivingDesk()
  let isListening = () => {}
  const listening = new Promise<void>((resolve) => {
    isListening = resolve
  })
  const { printed, ending, terminal } = terminalOf((stdout) => {
    if (printed.stderr.includes('Listening at')) isListening()
    if (stdout.split('\n').length > 2) ending.abort()
  })
  const host = { desk: desk.desk, setOpen: () => undefined, close: async () => true }
  const args = ['listen', '--json', '--brand', 'acme']
  const ended = runCli({ args, terminal, version: '1', reach: async () => ({ kind: 'opened', host }) })
  await listening
  expect((await desk.send('one')).status).toBe(200)
  expect((await desk.send('x', { body: 'no' })).status).toBe(400)
  expect(await ended).toBe(0)
  const lines = printed.stdout.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).delivery.status)).toEqual(['accepted', 'rejected'])
})

test('an address that may not be forwarded to is refused before anything runs', async () => {
  const { printed, terminal } = terminalOf(() => undefined)
  const reach = () => Promise.reject(new Error('not reached'))
  const args = ['listen', '--forward-to', 'http://example.test']
  expect(await runCli({ args, terminal, version: '1', reach })).toBe(2)
  expect(printed.stderr).toContain('--forward-to')
})
