import { type CliOptions, runCli } from '../../src-main/shells/cli/run.ts'
import type { TestDesk } from './composed-desk.ts'

type Options = {
  readonly stdin?: string
  readonly signal?: AbortSignal
  /** Stderr is a terminal of this width. */
  readonly columns?: number
}

/** One command of the command line, with its exit code and what it printed. */
export const runCliCommand = async (
  reach: CliOptions['reach'],
  args: string[],
  { stdin = '', signal = new AbortController().signal, columns }: Options = {},
) => {
  const printed = { stdout: '', stderr: '' }
  const output = (name: keyof typeof printed) => ({
    write: async (text: string) => {
      printed[name] += text
    },
  })
  const terminal = {
    stdout: output('stdout'),
    stderr: { ...output('stderr'), ...(columns === undefined ? {} : { isTTY: true, columns }) },
    readStdin: async () => stdin,
    readPassword: async () => stdin,
    signal,
  }
  const code = await runCli({ args, version: '1.2.3', terminal, reach })
  return { code, ...printed }
}

/** A command that opens this desk itself. The desk stays open after the command, so that the test can read it. */
export const runDeskCommand = ({ desk }: Pick<TestDesk, 'desk'>, args: string[], options?: Options) => {
  const host = { desk, setOpen: () => undefined, close: async () => true }
  return runCliCommand(async () => ({ kind: 'opened', host }), args, options)
}
