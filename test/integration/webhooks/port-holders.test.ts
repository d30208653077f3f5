// Another account of this machine at the receiver's port: senders cannot tell it from the desk, so a person is shown it.
import { createServer } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { runCli } from '../../../src-main/shells/cli/run.ts'
import { openTestDesk } from '../../support/composed-desk.ts'
import { canBeOther, startAsOther, whyNotOther } from '../../support/other-account.ts'
import { openReceivingDesk } from '../../support/webhooks-desk.ts'

const LISTENER = `
  const [port, address] = process.argv.slice(1)
  require('node:http').createServer((request, response) => {
    process.stdout.write(request.headers.authorization ?? 'none')
    response.end('{"received":true}')
  }).listen({ port: Number(port), host: address, ipv6Only: true }, () => process.stdout.write('ready'))`

const HOLDERS = pathToFileURL(join(import.meta.dirname, '../../../src-main/webhooks/port-holders.ts')).href
/** What an account that may not read other processes is shown. */
const LOOKER = `
  const [port] = process.argv.slice(1)
  import('${HOLDERS}').then(async ({ portHolders }) => {
    const asked = { listening: false, address: '127.0.0.1', port: Number(port), isTaken: true }
    process.stdout.write(JSON.stringify(await portHolders(asked)))
  })`

type Receiving = Awaited<ReturnType<typeof openReceivingDesk>>

/** What `desk listen` prints on stderr until it listens. */
const untilListening = async (desk: Receiving['desk']): Promise<string> => {
  let stderr = ''
  const ending = new AbortController()
  const write = async (text: string) => {
    stderr += text
    if (stderr.includes('Listening at')) ending.abort()
  }
  const terminal = {
    ...{ stdout: { write: async () => undefined }, stderr: { write } },
    ...{ readStdin: async () => '', readPassword: async () => '', signal: ending.signal },
  }
  const host = { desk, setOpen: () => undefined, close: async () => true }
  await runCli({ args: ['listen'], terminal, version: '1', reach: async () => ({ kind: 'opened', host }) })
  return stderr
}

const isLinux = process.platform === 'linux'

test('the status names this desk as the holder of its port, and nobody where the receiver is off', async () => {
  const desk = await openReceivingDesk()
  expect((await desk.call('webhooks.status', {})).holders).toEqual([
    { address: '127.0.0.1', isThisDesk: true, pid: process.pid, program: null, user: null },
  ])
  await desk.call('webhooks.configure', { enabled: false })
  expect((await desk.call('webhooks.status', {})).holders).toEqual([])
})

test.runIf(canBeOther && isLinux)(
  `a program of another account that took the port while the desk was off is named${whyNotOther}`,
  async () => {
    const first = await openReceivingDesk()
    await first.close()
    const thief = startAsOther(LISTENER, [String(first.port), '127.0.0.1'])
    expect(await thief.next()).toBe('ready')
    // A sender hands it the secret, and cannot tell.
    const taken = thief.next()
    expect((await first.send('taken')).status).toBe(200)
    expect(await taken).toBe(`Bearer ${first.secret}`)

    const desk = await openTestDesk({ home: first.home, isReceiverWanted: true, webhookPort: first.port })
    const status = await desk.call('webhooks.status', {})
    expect(status).toMatchObject({ listening: false, error: expect.stringContaining('is taken by another program') })
    expect(status.holders).toEqual([
      { address: '127.0.0.1', isThisDesk: false, pid: thief.pid, program: expect.any(String), user: 'nobody' },
    ])
    const { reachable, message } = await desk.call('webhooks.check', {})
    expect([reachable, message]).toEqual([
      false,
      expect.stringMatching(
        new RegExp(`Port ${first.port} on 127\\.0\\.0\\.1 is held by process ${thief.pid} \\(.+\\) of user nobody\\.$`),
      ),
    ])
  },
)

test.runIf(canBeOther && isLinux)(
  `a program of another account beside the desk, at ::1, is named too${whyNotOther}`,
  async () => {
    const desk = await openReceivingDesk()
    const thief = startAsOther(LISTENER, [String(desk.port), '::1'])
    expect(await thief.next()).toBe('ready')
    const { listening, holders } = await desk.call('webhooks.status', {})
    expect(listening).toBe(true)
    expect(holders).toEqual([
      expect.objectContaining({ address: '127.0.0.1', isThisDesk: true }),
      expect.objectContaining({ address: '::1', isThisDesk: false, pid: thief.pid, user: 'nobody' }),
    ])
    expect((await desk.call('webhooks.check', {})).message).toContain('on ::1 is held by process')
    const printed = await untilListening(desk.desk)
    expect(printed).toMatch(
      new RegExp(`^Port ${desk.port} on ::1 is held by process ${thief.pid} \\(.+\\) of user nobody\\.\n`),
    )
  },
)

test.runIf(canBeOther && isLinux)(
  `an account that may not read other processes is shown the user who holds a port${whyNotOther}`,
  async () => {
    const server = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await expect.poll(() => server.listening).toBe(true)
    const { port } = server.address() as { port: number } // TCP
    expect(JSON.parse(await startAsOther(LOOKER, [String(port)]).next())).toEqual([
      { address: '127.0.0.1', isThisDesk: false, pid: null, program: null, user: 'root' },
    ])
  },
)
