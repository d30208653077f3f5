import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { connectDesk } from '../../src-main/shells/socket/client.ts'
import { socketPath } from '../../src-main/shells/socket/path.ts'
import { startDeskProcess } from '../support/desk-process.ts'

const KEY = 'sk_pasted_0123456789abcdef'

/** Calls and inputs in which a key is used as a name, or as a value of the wrong kind. */
const CALLS: [name: string, input: unknown][] = [
  [KEY, {}],
  [`brands.${KEY}`, {}],
  ['brands.list', { [KEY]: 1 }],
  ['brands.check', { brandId: KEY }],
  ['brands.add', { name: 'Acme', key: 'no', [KEY]: 1 }],
  ['rankings.page', { filter: { [KEY]: 1 }, sort: { by: KEY, direction: 'asc' } }],
  ['service.setProfile', { operations: { [KEY]: { path: '/x' } } }],
  ['service.setProfile', { parameters: { 'connectors.catalog': { [`"${KEY}`]: 1 } } }],
  ['brands.addMany', { rows: [{ name: 'Acme', key: 'sk_x', [KEY]: { [KEY]: KEY } }], [KEY]: KEY }],
]

/** A real command, with everything that it printed. */
const runDesk = async (home: string, args: string[]): Promise<string> => {
  const entry = new URL('../../src-main/shells/cli/index.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [entry, ...args], { env: { ...process.env, AGENCY_DESK_HOME: home } })
  const printed = await Promise.all([text(child.stdout), text(child.stderr)])
  return printed.join('')
}

test('desk repeats no key that was used as a call or field name, over web, socket and command line', async () => {
  const desk = await startDeskProcess()
  onTestFinished(async () => void (await desk.stop()))
  const remote = await connectDesk(socketPath(desk.home))
  if (remote === null) throw new Error('the desk has a socket')
  const replies: [string, string][] = []
  for (const [name, input] of CALLS) {
    const overWeb = await desk.call(name as 'brands.list', input as Record<string, never>) // wrong on purpose
    replies.push([`web ${name}`, JSON.stringify(overWeb)])
    replies.push([`socket ${name}`, JSON.stringify(await remote.call(name, input))])
  }
  await remote.close()
  for (const args of [
    ['call', KEY],
    ['call', 'brands.check', JSON.stringify({ brandId: KEY })],
    ['call', 'service.setProfile', JSON.stringify({ operations: { [KEY]: { path: '/x' } } })],
    [KEY],
    ['sync', KEY],
    ['sync', `--${KEY}`],
    ['sync', '--brands', KEY],
    ['doctor', KEY],
  ]) {
    replies.push([`desk ${args.join(' ')}`, await runDesk(desk.home, args)])
  }
  expect(replies.filter(([, reply]) => reply === '')).toEqual([])
  expect(replies.filter(([, reply]) => reply.includes(KEY.slice(3)))).toEqual([])
  expect(desk.output()).not.toContain(KEY.slice(3))
})
