// The command line as typed → a command. Nothing runs here: mistakes are reported before any desk is opened.
import { calls } from '../../../src-shared/desk/contract.ts'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { JSON_OPTION, parse, parseInput } from './arguments.ts'
import { type Command, print, UsageError, writeJson } from './command.ts'
import { doctorCommand } from './doctor.ts'
import { exportCommand } from './export.ts'
import { COMMAND_NAMES } from './help.ts'
import { listenCommand } from './listen.ts'
import { opportunitiesCommand } from './opportunities.ts'
import { pitchesCommand } from './pitches.ts'
import { playbookCommand } from './playbook.ts'
import { reportCommand } from './report.ts'
import { suggestionFor } from './suggest.ts'
import { syncCommand } from './sync.ts'
import { teamCommand } from './team.ts'
import { todayCommand } from './today.ts'
import { waitForAudits } from './wait-for-audits.ts'
import { waitForIntents } from './wait-for-intents.ts'
import { whyCommand } from './why.ts'

const callCommand = (args: string[]): Command => {
  const [name, input] = parse(args, JSON_OPTION, 2).positionals
  if (name === undefined) throw new UsageError('Give the name of a call, for example: desk call brands.list')
  if (!Object.hasOwn(calls, name)) {
    const [room] = name.split('.')
    const ofRoom = Object.keys(calls).filter((call) => call.startsWith(`${room}.`))
    const hint =
      suggestionFor(name, Object.keys(calls)) || (ofRoom.length > 0 ? ` There are ${ofRoom.join(', ')}.` : '')
    throw new UsageError(`There is no call named ${name}.${hint}`)
  }
  const given = input === undefined || input === '-' ? undefined : parseInput(input)
  return async (desk, terminal) => {
    const value = input === '-' ? parseInput(await terminal.readStdin()) : given
    const reply = await desk.call(name, value ?? {})
    await (reply.ok ? writeJson(terminal.stdout, reply.value) : writeJson(terminal.stderr, reply.error))
    if (reply.ok) await waitForIntents(desk, terminal, name, reply.value)
    if (reply.ok) await waitForAudits(desk, terminal, name)
    return reply.ok ? 0 : 1
  }
}

const openCommand = (args: string[]): Command => {
  const { json } = parse(args, JSON_OPTION, 0).values
  return async (desk, terminal) => {
    const opened = await desk.open?.()
    if (opened === undefined || (opened.address === null && opened.shell !== 'electron')) {
      throw new DeskError('not-found', 'No desk with a window is running on this data folder. `npm start` starts one.')
    }
    await print(terminal, json, opened, opened.address ?? 'The window was brought to the front.')
    return 0
  }
}

const COMMANDS: Readonly<Record<string, (args: string[]) => Command>> = {
  call: callCommand,
  doctor: doctorCommand,
  why: whyCommand,
  export: exportCommand,
  listen: listenCommand,
  open: openCommand,
  opportunities: opportunitiesCommand,
  pitches: pitchesCommand,
  playbook: playbookCommand,
  report: reportCommand,
  sync: syncCommand,
  team: teamCommand,
  today: todayCommand,
}

/** Throws UsageError where the line is invalid. */
export const parseCommand = ([name, ...args]: readonly string[]): Command => {
  if (name === undefined) throw new UsageError('No command was given.')
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined) {
    throw new UsageError(`There is no command "${name}".${suggestionFor(name, COMMAND_NAMES)}`)
  }
  return command(args)
}
