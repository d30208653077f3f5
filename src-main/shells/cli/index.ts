// The entry of the command line.
import { text } from 'node:stream/consumers'
import type { ComposedDesk } from '../../composed-desk.ts'
import { endProcess, whenAskedToEnd } from '../ending.ts'
import { readEnvironment } from '../environment.ts'
import type { Host } from '../host.ts'
import { locate } from '../locations.ts'
import { reachOrOpenDesk } from '../open-desk.ts'
import { protectMemory } from '../protect-memory.ts'
import { readPassword } from './read-password.ts'
import { runCli } from './run.ts'

protectMemory()

const locations = locate(import.meta.url)
const interrupted = new AbortController()
// The first signal asks; a second one ends at once.
void whenAskedToEnd().then(() => interrupted.abort())

const output = (stream: NodeJS.WriteStream) => ({
  isTTY: stream.isTTY === true,
  columns: stream.columns || 80,
  write: (data: string) => new Promise<void>((resolve) => stream.write(data, () => resolve())),
})

/** Only this command receives webhooks by itself, where no desk runs. */
const isReceiverWanted = process.argv[2] === 'listen'

/** What the last request opened. */
let host: Host<ComposedDesk> | undefined

const reach = async () => {
  const environment = readEnvironment(process.env)
  const reached = await reachOrOpenDesk({
    environment,
    locations,
    shell: 'cli',
    startSandbox: null,
    isReceiverWanted,
  })
  if (reached.kind === 'opened') host = reached.host
  return reached
}

const code = await runCli({
  args: process.argv.slice(2),
  terminal: {
    stdout: output(process.stdout),
    stderr: output(process.stderr),
    readStdin: () => text(process.stdin),
    readPassword: (question) => readPassword(question, process.stdin, process.stderr),
    signal: interrupted.signal,
  },
  version: locations.version,
  reach,
})
await endProcess(code, (await host?.close()) ?? true)
