// The command line as typed → a command. Nothing runs here: mistakes are reported before any desk is opened.

import { type ParseArgsConfig, parseArgs } from 'node:util'
import { ANSWER_MAX } from '../../../src-shared/desk/cause-kinds.ts'
import { calls } from '../../../src-shared/desk/contract.ts'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { EXPORT_LIST_NAMES } from '../../../src-shared/desk/export-lists.ts'
import { HoldSecondsSchema } from '../../../src-shared/desk/intents.ts'
import { REPORT_FORMATS } from '../../../src-shared/desk/report-names.ts'
import { type Command, splitList, UsageError, writeJson } from './command.ts'
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
import { type SaidAnswer, whyCommand } from './why.ts'

type Options = NonNullable<ParseArgsConfig['options']>

/** What parseArgs says, as a sentence; an unknown option with the nearest one that exists. */
const refusedOption = (message: string, options: Options): string => {
  const [, unknown] = /^Unknown option '-*([^']+)'/.exec(message) ?? []
  if (unknown === undefined) return `${message.replace(/\.?$/, '')}.`
  const dashes = unknown.length === 1 ? '-' : '--'
  return `There is no option "${dashes}${unknown}".${suggestionFor(unknown, Object.keys(options), '--')}`
}

const parse = <const Given extends Options>(args: string[], options: Given, positionals: number) => {
  try {
    const parsed = parseArgs({ args, options, allowPositionals: true, strict: true })
    if (parsed.positionals.length > positionals) {
      throw new UsageError(`"${parsed.positionals[positionals]}" is not a known argument.`)
    }
    return parsed
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(refusedOption(error instanceof Error ? error.message : String(error), options))
  }
}

/** Text for people, JSON with --json: every command alike. */
const JSON_OPTION = { json: { type: 'boolean', default: false } } as const satisfies Options

const parseInput = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError('The input is not JSON.')
  }
}

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

const parseDoctor = (args: string[]): Command => {
  const { values, positionals } = parse(args, JSON_OPTION, 1)
  const [brand] = positionals
  if (brand === undefined) throw new UsageError('Give a brand: desk doctor <brand>.')
  return doctorCommand({ brand, isJson: values.json })
}

const WHY_OPTIONS = {
  cause: { type: 'string' },
  'not-this': { type: 'boolean', default: false },
  remove: { type: 'boolean', default: false },
  ...JSON_OPTION,
} as const satisfies Options

const parseWhy = (args: string[]): Command => {
  const { values, positionals } = parse(args, WHY_OPTIONS, 2)
  const [brand, keyword] = positionals
  if (brand === undefined) throw new UsageError('Give a brand: desk why <brand> [keyword].')
  const cause = values.cause?.trim()
  if (cause !== undefined && (cause === '' || cause.length > ANSWER_MAX))
    throw new UsageError(`--cause takes a cause in 1 to ${ANSWER_MAX} characters.`)
  const given: (SaidAnswer | false)[] = [
    cause !== undefined && { cause },
    values['not-this'] && 'not-this',
    values.remove && 'remove',
  ]
  const [said = null, other] = given.filter((one) => one !== false)
  if (other !== undefined) throw new UsageError('Give one of --cause, --not-this and --remove.')
  if (said !== null && keyword === undefined)
    throw new UsageError('Give the keyword that fell: desk why <brand> <keyword> --cause "…".')
  return whyCommand({ brand, keyword, said, isJson: values.json })
}

const openCommand = (args: string[]): Command => {
  const { json: isJson } = parse(args, JSON_OPTION, 0).values
  return async (desk, terminal) => {
    const opened = await desk.open?.()
    if (opened === undefined || (opened.address === null && opened.shell !== 'electron')) {
      throw new DeskError('not-found', 'No desk with a window is running on this data folder. `npm start` starts one.')
    }
    if (isJson) await writeJson(terminal.stdout, opened)
    else
      await terminal.stdout.write(
        opened.address === null ? 'The window was brought to the front.\n' : `${opened.address}\n`,
      )
    return 0
  }
}

const SYNC_OPTIONS = {
  brands: { type: 'string' },
  datasets: { type: 'string' },
  ...JSON_OPTION,
} as const satisfies Options

const parseSync = (args: string[]): Command => {
  const { values } = parse(args, SYNC_OPTIONS, 0)
  return syncCommand({
    brands: splitList(values.brands),
    datasets: splitList(values.datasets),
    isJson: values.json,
  })
}

const EXPORT_OPTIONS = {
  brands: { type: 'string' },
  format: { type: 'string', default: 'csv' },
  search: { type: 'string' },
  day: { type: 'string' },
  'compare-day': { type: 'string' },
  sort: { type: 'string' },
  input: { type: 'string', default: '{}' },
  headers: { type: 'string', default: 'words' },
  out: { type: 'string' },
  ...JSON_OPTION,
} as const satisfies Options

const parseExport = (args: string[]): Command => {
  const { values, positionals } = parse(args, EXPORT_OPTIONS, 1)
  const list = EXPORT_LIST_NAMES.find((name) => name === positionals[0])
  if (list === undefined) {
    const [given] = positionals
    const hint = given === undefined ? '' : `There is no list "${given}".${suggestionFor(given, EXPORT_LIST_NAMES)} `
    throw new UsageError(`${hint}Lists to export: ${EXPORT_LIST_NAMES.join(', ')}.`)
  }
  return exportCommand({
    list,
    input: parseInput(values.input),
    headers: values.headers,
    out: values.out,
    brands: splitList(values.brands),
    format: values.format,
    search: values.search,
    day: values.day,
    compareDay: values['compare-day'],
    sort: values.sort,
    isJson: values.json,
  })
}

const LISTEN_OPTIONS = {
  brand: { type: 'string' },
  'forward-to': { type: 'string' },
  ...JSON_OPTION,
} as const satisfies Options

const parseListen = (args: string[]): Command => {
  const { values } = parse(args, LISTEN_OPTIONS, 0)
  const forwardTo = values['forward-to']
  const isForwardable = calls['webhooks.replay'].input.safeParse({ id: 'd1', forwardTo }).success
  if (!isForwardable) throw new UsageError('--forward-to takes an https address, or http on 127.0.0.1 or localhost.')
  return listenCommand({ brands: splitList(values.brand), forwardTo, isJson: values.json })
}

const PITCHES_OPTIONS = {
  hold: { type: 'string', default: '30' },
  mailbox: { type: 'string' },
  accept: { type: 'string' },
  ...JSON_OPTION,
} as const satisfies Options

const parsePitches = (args: string[]): Command => {
  const { values, positionals } = parse(args, PITCHES_OPTIONS, 1)
  const [file] = positionals
  if (file === undefined) throw new UsageError('Give a file: desk pitches <file.csv|file.jsonl>')
  const hold = HoldSecondsSchema.safeParse(/^\d+$/.test(values.hold) ? Number(values.hold) : null)
  if (!hold.success) throw new UsageError('--hold takes whole seconds, at most 3600.')
  const accept = splitList(values.accept) ?? []
  return pitchesCommand({ file, holdSeconds: hold.data, mailboxId: values.mailbox, accept, isJson: values.json })
}

const TEAM_OPTIONS = {
  name: { type: 'string' },
  'desk-name': { type: 'string' },
  role: { type: 'string' },
  brands: { type: 'string' },
  discard: { type: 'boolean', default: false },
  offline: { type: 'boolean', default: false },
  'session-only': { type: 'boolean', default: false },
  'older-than-days': { type: 'string' },
  ...JSON_OPTION,
} as const satisfies Options

const parseTeam = (args: string[]): Command => {
  const { values, positionals } = parse(args, TEAM_OPTIONS, 4)
  return teamCommand(positionals, {
    name: values.name,
    deskName: values['desk-name'],
    role: values.role,
    brands: splitList(values.brands),
    isDiscardAllowed: values.discard,
    isOffline: values.offline,
    isSessionOnly: values['session-only'],
    olderThanDays: values['older-than-days'],
    isJson: values.json,
  })
}

const PLAYBOOK_OPTIONS = {
  brand: { type: 'string' },
  name: { type: 'string' },
  note: { type: 'string' },
  reason: { type: 'string' },
  'session-only': { type: 'boolean', default: false },
  'accept-budget': { type: 'boolean', default: false },
  ...JSON_OPTION,
} as const satisfies Options

const parsePlaybook = (args: string[]): Command => {
  const { values, positionals } = parse(args, PLAYBOOK_OPTIONS, 3)
  return playbookCommand(positionals, {
    brands: splitList(values.brand),
    name: values.name,
    note: values.note,
    reason: values.reason,
    sessionOnly: values['session-only'],
    acceptsBudget: values['accept-budget'],
    isJson: values.json,
  })
}

const REPORT_OPTIONS = {
  brands: { type: 'string' },
  tag: { type: 'string' },
  period: { type: 'string', default: 'last-month' },
  formats: { type: 'string', default: REPORT_FORMATS.join(',') },
  out: { type: 'string' },
  zip: { type: 'boolean', default: false },
  ...JSON_OPTION,
} as const satisfies Options

const parseReport = (args: string[]): Command => {
  const { values, positionals } = parse(args, REPORT_OPTIONS, 1)
  const [template] = positionals
  if (template === undefined) throw new UsageError('Give a template: desk report monthly')
  if (values.brands !== undefined && values.tag !== undefined) throw new UsageError('Give --brands or --tag, not both.')
  return reportCommand({
    template,
    brands: splitList(values.brands),
    tag: values.tag,
    period: values.period,
    formats: splitList(values.formats) ?? [],
    out: values.out,
    isZip: values.zip,
    isJson: values.json,
  })
}

const TODAY_OPTIONS = {
  brand: { type: 'string' },
  ...JSON_OPTION,
} as const satisfies Options

const parseToday = (args: string[]): Command => {
  const { values } = parse(args, TODAY_OPTIONS, 0)
  return todayCommand({ brand: values.brand, isJson: values.json })
}

const OPPORTUNITY_OPTIONS = {
  pages: { type: 'boolean', default: false },
  ...JSON_OPTION,
} as const satisfies Options

const parseOpportunities = (args: string[]): Command => {
  const { values, positionals } = parse(args, OPPORTUNITY_OPTIONS, 1)
  const [brand] = positionals
  if (brand === undefined) throw new UsageError('Give a brand: desk opportunities acme')
  return opportunitiesCommand({ brand, isByPage: values.pages, isJson: values.json })
}

const COMMANDS: Readonly<Record<string, (args: string[]) => Command>> = {
  call: callCommand,
  doctor: parseDoctor,
  why: parseWhy,
  export: parseExport,
  listen: parseListen,
  open: openCommand,
  opportunities: parseOpportunities,
  pitches: parsePitches,
  playbook: parsePlaybook,
  report: parseReport,
  sync: parseSync,
  team: parseTeam,
  today: parseToday,
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
