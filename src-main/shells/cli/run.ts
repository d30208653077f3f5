import type { DeskErrorValue } from '../../../src-shared/desk/errors.ts'
import { scrub } from '../../base/scrub.ts'
import type { ComposedDesk } from '../../composed-desk.ts'
import { toErrorValue } from '../../desk.ts'
import type { Reached } from '../reach.ts'
import { type Command, type Terminal, UsageError, writeJson } from './command.ts'
import { COMMAND_NAMES, HELP, helpOf, isCommandName } from './help.ts'
import { mcpCommand } from './mcp.ts'
import { parseCommand } from './parse.ts'
import { suggestionFor } from './suggest.ts'

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

/** `--help`, `help export`, `export --help`; null: another command. */
const helpFor = (args: readonly string[]): string | null => {
  const isAsked = (arg: string | undefined): boolean => arg === '--help' || arg === '-h'
  const name = args[0] === 'help' ? args[1] : args[0]
  if (args.length === 0 || (args[0] !== 'help' && !args.some(isAsked))) return null
  if (name === undefined || isAsked(name)) return HELP
  if (isCommandName(name)) return helpOf(name)
  throw new UsageError(`There is no command "${name}".${suggestionFor(name, COMMAND_NAMES)}`)
}

const asSentence = (text: string): string => (/[.?!…]$/.test(text) ? text : `${text}.`)

/** What a person reads of an error: the sentence, then each value that was refused and is not in it. */
const textOf = ({ message, detail }: DeskErrorValue): string => {
  const refused = (detail?.issues ?? []).map(({ path, message: reason }) => `${path}: ${reason}`)
  return [message, ...refused.filter((line) => !message.endsWith(line)).map((line) => `  ${line}`), ''].join('\n')
}

/** A value of \`call\` is JSON, and so are its errors. */
const isJsonWanted = (args: readonly string[]): boolean => args[0] === 'call' || args.includes('--json')

/** Runs one command; returns the exit code. */
export const runCli = async (options: CliOptions): Promise<number> => {
  const { args, terminal, version } = options
  if (args[0] === '--version') {
    await terminal.stdout.write(`${version}\n`)
    return 0
  }
  try {
    const help = helpFor(args)
    if (help !== null) {
      await terminal.stdout.write(help)
      return 0
    }
    if (args[0] === 'mcp') {
      if (args.length > 1) throw new UsageError(`"${args[1]}" is not a known argument.`)
      return await mcpCommand({ version, terminal, withDesk: (work) => withDeskOf(options, work) })
    }
    return await withDesk(parseCommand(args), options)
  } catch (error) {
    if (error instanceof UsageError) {
      const message = `${asSentence(scrub(error.message))} See desk ${isCommandName(args[0] ?? '') ? `${args[0]} ` : ''}--help.`
      await (args.includes('--json')
        ? writeJson(terminal.stderr, { kind: 'invalid', message })
        : terminal.stderr.write(`${message}\n`))
      return 2
    }
    const value = toErrorValue(error)
    await (isJsonWanted(args) ? writeJson(terminal.stderr, value) : terminal.stderr.write(textOf(value)))
    return 1
  }
}
