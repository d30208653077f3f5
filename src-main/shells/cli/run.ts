import { scrub } from '../../base/scrub.ts'
import type { ComposedDesk } from '../../composed-desk.ts'
import { toErrorValue } from '../../desk.ts'
import type { Reached } from '../reach.ts'
import { type Command, type Terminal, UsageError, writeJson } from './command.ts'
import { HELP } from './help.ts'
import { mcpCommand } from './mcp.ts'
import { parseCommand } from './parse.ts'

type CliDesk = Pick<ComposedDesk, 'call' | 'subscribe' | 'close' | 'resumeIntents'>

export type CliOptions = {
  readonly args: readonly string[]
  readonly terminal: Terminal
  readonly version: string
  /** The running desk, or one opened for this command. */
  readonly reach: () => Promise<Reached<CliDesk>>
}

const withDesk = async (command: Command, { reach, terminal }: CliOptions): Promise<number> => {
  const reached = await reach()
  if (reached.kind === 'running') {
    const { remote } = reached
    return command({ ...remote, open: remote.open, resumeIntents: null }, terminal).finally(() => remote.close())
  }
  const { host } = reached
  const { call, subscribe, resumeIntents } = host.desk
  return command({ call, subscribe, open: null, resumeIntents }, terminal).finally(() => host.close())
}

/** The work with the desk that is there now. */
const withDeskOf = async <Result>(
  { reach }: CliOptions,
  work: (desk: Pick<CliDesk, 'call'>) => Promise<Result>,
): Promise<Result> => {
  const reached = await reach()
  return reached.kind === 'running'
    ? work(reached.remote).finally(() => reached.remote.close())
    : work(reached.host.desk).finally(() => reached.host.close())
}

/** Runs one command; returns the exit code. */
export const runCli = async (options: CliOptions): Promise<number> => {
  const { args, terminal, version } = options
  if (args[0] === '--help' || args[0] === '-h' || args[0] === 'help') {
    await terminal.stdout.write(HELP)
    return 0
  }
  if (args[0] === '--version') {
    await terminal.stdout.write(`${version}\n`)
    return 0
  }
  try {
    if (args[0] === 'mcp') {
      if (args.length > 1) throw new UsageError(`"${args[1]}" is not a known argument.`)
      return await mcpCommand({ version, terminal, withDesk: (work) => withDeskOf(options, work) })
    }
    return await withDesk(parseCommand(args), options)
  } catch (error) {
    if (error instanceof UsageError) {
      await terminal.stderr.write(`${scrub(error.message)} See desk --help.\n`)
      return 2
    }
    await writeJson(terminal.stderr, toErrorValue(error))
    return 1
  }
}
