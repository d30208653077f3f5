// The entry of the command line.
import { text } from 'node:stream/consumers'
import { readEnvironment } from '../environment.ts'
import { locate } from '../locations.ts'
import { reachOrOpenDesk } from '../open-desk.ts'
import { protectMemory } from '../protect-memory.ts'
import { readPassword } from './read-password.ts'
import { runCli } from './run.ts'

protectMemory()

const locations = locate(import.meta.url)
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // The first one asks; a second one ends at once.
  process.once(signal, () => interrupted.abort())
}

const output = (stream: NodeJS.WriteStream) => ({
  isTTY: stream.isTTY === true,
  columns: stream.columns || 80,
  write: (data: string) => new Promise<void>((resolve) => stream.write(data, () => resolve())),
})

/** Only this command receives webhooks by itself, where no desk runs. */
const isReceiverWanted = process.argv[2] === 'listen'

const reach = () => {
  const environment = readEnvironment(process.env)
  return reachOrOpenDesk({ environment, locations, shell: 'cli', startSandbox: null, isReceiverWanted })
}

process.exit(
  await runCli({
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
  }),
)
