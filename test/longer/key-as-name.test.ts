import { expect, onTestFinished, test } from 'vitest'
import { runCli } from '../../src-main/shells/cli/run.ts'
import { reachDesk } from '../../src-main/shells/reach.ts'
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

/** One command that asks the running desk, with everything that it printed. */
const runCommand = async (home: string, args: string[]): Promise<string> => {
  let printed = ''
  const output = {
    write: async (text: string) => {
      printed += text
    },
  }
  const terminal = {
    stdout: output,
    stderr: output,
    readStdin: async () => '',
    readPassword: async () => '',
    signal: new AbortController().signal,
  }
  const reach = async () => {
    const reached = await reachDesk(home, async () => null)
    if (reached.kind === 'running') return reached
    throw new Error('a desk runs on this folder')
  }
  await runCli({ args, version: '1.2.3', terminal, reach })
  return printed
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
    replies.push([`desk ${args.join(' ')}`, await runCommand(desk.home, args)])
  }
  expect(replies.filter(([, reply]) => reply === '')).toEqual([])
  expect(replies.filter(([, reply]) => reply.includes(KEY.slice(3)))).toEqual([])
  expect(desk.output()).not.toContain(KEY.slice(3))
})
