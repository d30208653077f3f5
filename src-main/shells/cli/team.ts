// `desk team …`: what Settings → Team does. Each line of text has its JSON twin with --json.
import type { CallInput, CallName, CallOutput } from '../../../src-shared/desk/contract.ts'
import type { OwnRows, Person, TeamStatus } from '../../../src-shared/desk/team.ts'
import { given } from '../../base/given.ts'
import { callDesk } from '../../desk.ts'
import { JSON_OPTION, need, type Options, parse, splitList, type Values } from './arguments.ts'
import { type Command, type CommandDesk, findBrandIds, plural, print, type Terminal, UsageError } from './command.ts'
import { noAction } from './suggest.ts'

const OPTIONS = {
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
type TeamOptions = Values<typeof OPTIONS>

type Action = (arguments_: readonly string[], options: TeamOptions) => Command

/** An empty line leaves it to AGENCY_DESK_TEAM of the desk. */
const askPassword = async (terminal: Terminal, question: string): Promise<{ password?: string }> => {
  const password = await terminal.readPassword(question)
  return password === '' ? {} : { password }
}

/** Says each step on stderr while the action runs. */
const withProgress = async <Value>(
  desk: CommandDesk,
  terminal: Terminal,
  action: () => Promise<Value>,
): Promise<Value> => {
  let last = ''
  const stop = desk.subscribe((event) => {
    if (event.name !== 'team.progress' || event.payload.step === last) return
    last = event.payload.step
    void terminal.stderr.write(`${last} …\n`)
  })
  return action().finally(stop)
}

const rowsLabel = ({ total, tables }: OwnRows): string =>
  total === 0
    ? 'no rows'
    : `${plural(total, 'row')} (${tables.map(({ table, rows }) => `${table} ${rows}`).join(', ')})`

const statusLines = (team: TeamStatus): string[] => [
  `Team ${team.teamId} at ${team.url}`,
  `${team.login}${team.role === null ? '' : `, ${team.role}`}, desk ${team.deskNo} "${team.deskName}"`,
  `${team.connection} since ${team.since}${team.error === null ? '' : `: ${team.error.message}`}`,
  `change ${team.position} of ${team.head ?? 'unknown'}${team.behindSeconds === 0 ? '' : `, ${Math.round(team.behindSeconds)} s behind`}`,
  ...team.desks.map(
    ({ no, name, login, lastSeenAt, keysOf }) =>
      `  desk ${no} "${name}" of ${login}, last seen ${lastSeenAt}, keys of ${plural(keysOf.length, 'brand')}`,
  ),
  ...team.badRows.map(
    ({ table, key, login, why }) => `  skipped: ${table} ${key}, written by ${login ?? 'an unknown person'}: ${why}`,
  ),
]

const status: Action =
  (_arguments, { json: isJson }) =>
  async (desk, terminal) => {
    const reply = await callDesk(desk, 'team.status', {})
    const lines = reply.team === null ? ['This desk is not in a team.'] : statusLines(reply.team)
    await print(terminal, isJson, reply, lines.join('\n'))
    return 0
  }

const checkLines = (url: string, reply: CallOutput<'team.check'>): string[] => [
  `PostgreSQL ${reply.serverVersion} at ${url}, as ${reply.login}, ${reply.isEncrypted ? 'encrypted' : 'on this machine'}`,
  reply.team === null
    ? 'It holds no team: `desk team init` sets one up.'
    : `Team ${reply.team.teamId} with ${reply.team.brands} brands; your role: ${reply.team.role ?? 'none'}`,
  `This desk has ${rowsLabel(reply.ownRows)} that a team shares.`,
  ...reply.obstacles,
]

const check: Action = ([url], { json: isJson }) => {
  const address = need(url, 'the address: desk team check postgres://you@host/database')
  return async (desk, terminal) => {
    const reply = await callDesk(desk, 'team.check', { url: address, ...(await askPassword(terminal, 'Password: ')) })
    await print(terminal, isJson, reply, checkLines(address, reply).join('\n'))
    return reply.obstacles.length === 0 ? 0 : 1
  }
}

const init: Action = ([url], { name, 'desk-name': deskName, 'session-only': sessionOnly, json: isJson }) => {
  const address = need(url, 'the address: desk team init postgres://you@host/database --name "Your name"')
  const person = need(name, 'your name, as colleagues see it: --name "Ann Lee"')
  return async (desk, terminal) => {
    const password = await askPassword(terminal, 'Password: ')
    const input = { url: address, name: person, sessionOnly, ...given({ deskName }), ...password }
    const reply = await withProgress(desk, terminal, () => callDesk(desk, 'team.init', input))
    await print(terminal, isJson, reply, `Team ${reply.teamId} was set up with ${rowsLabel(reply.copied)}.`)
    return 0
  }
}

const join: Action = ([url], { 'desk-name': deskName, discard, 'session-only': sessionOnly, json: isJson }) => {
  const address = need(url, 'the address: desk team join postgres://you@host/database')
  return async (desk, terminal) => {
    const access = { url: address, ...(await askPassword(terminal, 'Password: ')) }
    const discardRows = discard ? (await callDesk(desk, 'team.check', access)).ownRows.total : undefined
    const input = { ...access, sessionOnly, ...given({ deskName, discardRows }) }
    const reply = await withProgress(desk, terminal, () => callDesk(desk, 'team.join', input))
    const gone =
      reply.discarded.total === 0 ? '' : ` This desk gave up ${rowsLabel(reply.discarded)}; a backup has them.`
    await print(terminal, isJson, reply, `This desk is in team ${reply.teamId}.${gone}`)
    return 0
  }
}

const leave: Action =
  (_arguments, { offline: isOffline, json: isJson }) =>
  async (desk, terminal) => {
    const reply = await withProgress(desk, terminal, () => callDesk(desk, 'team.leave', { isOffline }))
    await print(terminal, isJson, reply, `This desk works alone, with ${rowsLabel(reply.kept)} of the team.`)
    return 0
  }

const signIn: Action =
  (_arguments, { 'session-only': sessionOnly, json: isJson }) =>
  async (desk, terminal) => {
    const { password = '' } = await askPassword(terminal, 'Password: ')
    const reply = await callDesk(desk, 'team.signIn', { password, sessionOnly })
    await print(terminal, isJson, reply, 'The password was stored.')
    return 0
  }

const gc: Action = (_arguments, { 'older-than-days': olderThanDays, json: isJson }) => {
  if (olderThanDays !== undefined && !/^\d+$/.test(olderThanDays))
    throw new UsageError('--older-than-days takes whole days.')
  return async (desk, terminal) => {
    const reply = await callDesk(
      desk,
      'team.gc',
      olderThanDays === undefined ? {} : { olderThanDays: Number(olderThanDays) },
    )
    const parts = Object.entries(reply.deleted).map(([what, rows]) => `${what} ${rows}`)
    await print(terminal, isJson, reply, `Deleted: ${parts.join(', ') || 'nothing'}.`)
    return 0
  }
}

const checkMirror: Action =
  (_arguments, { json: isJson }) =>
  async (desk, terminal) => {
    const reply = await callDesk(desk, 'team.checkMirror', {})
    const other = reply.tables.filter(({ isSame }) => !isSame).map(({ table }) => table)
    const text = reply.isSame
      ? 'The copy of the team’s data is the same as the database.'
      : `Different: ${other.join(', ')}. The desk copied all data of the team again.`
    const skipped = reply.tables.filter(({ skipped: rows }) => rows > 0)
    const without = skipped.map(({ table, skipped: rows }) => `${table} ${rows}`).join(', ')
    await print(terminal, isJson, reply, skipped.length === 0 ? text : `${text} Skipped as bad rows: ${without}.`)
    return reply.isSame ? 0 : 1
  }

const personLine = ({ login, name, role, brandIds, removedAt }: Person): string => {
  const brands = brandIds === 'all' ? 'all brands' : plural(brandIds.length, 'brand')
  return `${login}  ${name}  ${removedAt === null ? `${role}  ${brands}` : `removed ${removedAt}`}`
}

const listPeople: Action =
  (_arguments, { json: isJson }) =>
  async (desk, terminal) => {
    const reply = await callDesk(desk, 'team.people', {})
    await print(terminal, isJson, reply, reply.people.map(personLine).join('\n'))
    return 0
  }

/** Brands as a person names them; all without any. */
const brandsOf = async (desk: CommandDesk, text: string | undefined): Promise<'all' | string[]> => {
  const brands = splitList(text)
  return brands === undefined || (brands.length === 1 && brands[0] === 'all') ? 'all' : findBrandIds(desk, brands)
}

/** A call that answers nothing: one sentence, or the empty value. The desk checks every value. */
const changed = async <Name extends CallName>(
  [desk, terminal]: readonly [CommandDesk, Terminal],
  name: Name,
  input: unknown,
  said: { readonly isJson: boolean; readonly text: string },
): Promise<number> => {
  const reply = await callDesk(desk, name, input as CallInput<Name>) // as typed: the desk names what it refuses
  await print(terminal, said.isJson, reply, said.text)
  return 0
}

const addPerson: Action = ([login], { name, role, brands, json: isJson }) => {
  const account = need(login, 'a login: desk team people add ann --name "Ann Lee" --role sender')
  const person = {
    login: account,
    name: need(name, 'a name: --name "Ann Lee"'),
    role: need(role, 'a role: --role sender'),
  }
  return async (desk, terminal) => {
    const password = await askPassword(terminal, `Password for ${account}: `)
    const input = { ...person, brandIds: await brandsOf(desk, brands), ...password }
    return changed([desk, terminal], 'team.addPerson', input, {
      isJson,
      text: `${account} was added as ${person.role}.`,
    })
  }
}

const removePerson: Action = ([login], { json: isJson }) => {
  const account = need(login, 'a login: desk team people remove ann')
  return async (desk, terminal) => {
    const reply = await callDesk(desk, 'team.removePerson', { login: account })
    const left = reply.leftToDo.map((statement) => `\n  ${statement};`).join('')
    const rest = left === '' ? '' : ` The server’s administrator has to run these statements too:${left}`
    await print(terminal, isJson, reply, `${account} was removed.${rest}`)
    return 0
  }
}

const setRole: Action = ([login, role], { json: isJson }) => {
  const input = { login: need(login, 'a login: desk team people role ann sender'), role: need(role, 'a role') }
  return (desk, terminal) =>
    changed([desk, terminal], 'team.setRole', input, { isJson, text: `${input.login} is ${input.role} now.` })
}

const setBrands: Action = ([login], { brands, json: isJson }) => {
  const account = need(login, 'a login: desk team people brands ann --brands acme,globex')
  if (brands === undefined) throw new UsageError('Give the brands: --brands acme,globex, or --brands all.')
  return async (desk, terminal) => {
    const input = { login: account, brandIds: await brandsOf(desk, brands) }
    return changed([desk, terminal], 'team.setBrands', input, { isJson, text: `${account} sees these brands now.` })
  }
}

const setApproval: Action = ([wanted], { brands, json: isJson }) => {
  if (wanted !== 'on' && wanted !== 'off') throw new UsageError('Give on or off: desk team approval on --brands acme')
  return async (desk, terminal) => {
    const input = { brandIds: await brandsOf(desk, brands), needsApproval: wanted === 'on' }
    return changed([desk, terminal], 'team.setApproval', input, { isJson, text: `Approval is ${wanted}.` })
  }
}

const PEOPLE: Readonly<Record<string, Action>> = {
  list: listPeople,
  add: addPerson,
  remove: removePerson,
  role: setRole,
  brands: setBrands,
}

const chosen = (actions: Readonly<Record<string, Action>>, name: string | undefined, of: string): Action => {
  const action = name !== undefined && Object.hasOwn(actions, name) ? actions[name] : undefined
  if (action === undefined) throw new UsageError(noAction(Object.keys(actions), name, of))
  return action
}

const people: Action = ([name = 'list', ...rest], options) => chosen(PEOPLE, name, 'desk team people')(rest, options)

const ACTIONS: Readonly<Record<string, Action>> = {
  status,
  check,
  init,
  join,
  leave,
  'sign-in': signIn,
  people,
  approval: setApproval,
  'check-copy': checkMirror,
  gc,
}

/** Throws UsageError where the line is invalid. */
export const teamCommand = (args: string[]): Command => {
  const { values, positionals } = parse(args, OPTIONS, 4)
  const [name, ...rest] = positionals
  return chosen(ACTIONS, name, 'desk team')(rest, values)
}
