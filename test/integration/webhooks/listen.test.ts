import { expect, test } from 'vitest'
import { runCli } from '../../../src-main/shells/cli/run.ts'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { Delivery } from '../../../src-shared/desk/webhooks.ts'
import { createSmallDesk } from '../../support/small-desk.ts'
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

const DELIVERY: Delivery = {
  ...{ id: 'd1', brandId: 'b1', receivedAt: '2026-11-21T10:00:00.000Z', event: 'article.published', slug: 'tea' },
  ...{ title: 'A tea', status: 'accepted', reason: null, secretUsed: 'current', intentId: null, bytes: 2 },
}
const FORWARD = {
  url: 'http://localhost/',
  at: DELIVERY.receivedAt,
  status: 200,
  error: null,
  attempt: 1,
  nextTryAt: null,
}
const RECEIVER = {
  ...{ listening: true, address: '127.0.0.1', port: 4100, error: null, holders: [], refused: {}, received: 0 },
  ...{
    retentionDays: 30,
    overlapHours: 24,
    enabled: true,
    allowedHosts: [],
    mutedBrandIds: [],
    refusals: [],
    brands: [],
  },
}

/** Listens to these deliveries; `forward`: what each replay to another address answers, in their order. */
const listen = async (deliveries: readonly Delivery[], { args = [], forwards = [], receiver = {} }: Listening = {}) => {
  const answers = [...forwards]
  const desk = createSmallDesk({
    'webhooks.status': () => ({ ...RECEIVER, ...receiver }),
    'webhooks.replay': () => {
      const forward = answers.shift()
      if (forward === undefined) throw new DeskError('network', 'Nothing answered.')
      return { applied: false, forward }
    },
  })
  let isSent = false
  const { printed, ending, terminal } = terminalOf((stdout) => {
    if (!isSent && printed.stderr.includes('Listening at')) {
      isSent = true
      for (const delivery of deliveries) desk.emit('webhooks.received', { delivery })
    }
    if (stdout.split('\n').length > deliveries.length) ending.abort()
  })
  const host = { desk, setOpen: () => undefined, close: async () => true }
  const reach = async () => ({ kind: 'opened' as const, host })
  const code = await runCli({ args: ['listen', ...args], terminal, version: '1', reach })
  return { code, lines: printed.stdout.split('\n').slice(0, -1), stderr: printed.stderr }
}
type Listening = {
  readonly args?: string[]
  readonly forwards?: readonly NonNullable<CallOutput<'webhooks.replay'>['forward']>[]
  readonly receiver?: object
}

test('desk listen prints what arrived, what is unusual of it, and no control character of a sender', async () => {
  const { code, lines, stderr } = await listen([
    DELIVERY,
    { ...DELIVERY, brandId: 'gone', title: null, slug: null, event: null, status: 'rejected', reason: 'No JSON.' },
    { ...DELIVERY, title: 'A\u001b[2Jtea', secretUsed: 'previous' },
  ])
  expect({ code, lines, stderr }).toEqual({
    code: 0,
    lines: [
      '2026-11-21T10:00:00.000Z  Über Tea  article.published  tea  "A tea"',
      '2026-11-21T10:00:00.000Z  gone  no event  (rejected, No JSON.)',
      '2026-11-21T10:00:00.000Z  Über Tea  article.published  tea  "A [2Jtea"  (previous secret)',
    ],
    stderr: 'Listening at http://127.0.0.1:4100/hooks. Ctrl-C ends it.\n',
  })
})

test('desk listen says how each forward ended, and when it is tried again', async () => {
  const args = ['--forward-to', 'http://localhost/']
  const retried = { ...FORWARD, status: null, error: 'refused', nextTryAt: '2026-11-21T10:01:00.000Z' }
  const { lines } = await listen([DELIVERY, DELIVERY, DELIVERY], { args, forwards: [FORWARD, retried] })
  const ends = lines.map((line) => line.split('"A tea"')[1])
  expect(ends).toEqual(['  → answered 200', '  → refused, again at 2026-11-21T10:01:00.000Z', '  → Nothing answered.'])
})

test('desk listen names who else holds the port, and ends where the receiver is off', async () => {
  const holder = { address: '0.0.0.0', isThisDesk: false, pid: 7, program: 'nginx', user: null }
  const other = await listen([DELIVERY], { receiver: { address: '::1', holders: [holder] } })
  expect(other.stderr).toMatch(
    /^Port 4100 on 0\.0\.0\.0 is held by .*nginx.*\.\nListening at http:\/\/\[::1\]:4100\/hooks/,
  )
  const off = await listen([], { receiver: { listening: false } })
  expect(off).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The receiver is switched off in its settings.'),
  })
  const taken = await listen([], { receiver: { listening: false, error: 'Port taken.', holders: [holder] } })
  expect(taken.stderr).toContain('Port taken. Port 4100 on 0.0.0.0 is held by ')
})

test('an address that may not be forwarded to is refused before anything runs', async () => {
  const { printed, terminal } = terminalOf(() => undefined)
  const reach = () => Promise.reject(new Error('not reached'))
  const args = ['listen', '--forward-to', 'http://example.test']
  expect(await runCli({ args, terminal, version: '1', reach })).toBe(2)
  expect(printed.stderr).toContain('--forward-to')
})
