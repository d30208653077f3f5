// `desk playbook`: plans, starts and follows runs. It stops where a step asks a person and never confirms by itself.
import { setTimeout as sleep } from 'node:timers/promises'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { Playbook, Run, RunStep } from '../../../src-shared/desk/playbooks.ts'
import { stepLabel } from '../../../src-shared/desk/values/playbook-labels.ts'
import { callDesk } from '../../desk.ts'
import { JSON_OPTION, need, type Options, parse, splitList, type Values } from './arguments.ts'
import { type Command, type CommandDesk, findBrandIds, print, type Terminal, UsageError } from './command.ts'
import { noAction, suggestionFor } from './suggest.ts'

const OPTIONS = {
  brand: { type: 'string' },
  name: { type: 'string' },
  note: { type: 'string' },
  reason: { type: 'string' },
  'session-only': { type: 'boolean', default: false },
  'accept-budget': { type: 'boolean', default: false },
  ...JSON_OPTION,
} as const satisfies Options
type PlaybookOptions = Values<typeof OPTIONS>

type Names = ReadonlyMap<string, string>

/** A step asks a person. */
const EXIT_WAITS = 3
const ASK_AGAIN_MS = 500

const findPlaybook = async (desk: CommandDesk, wanted: string): Promise<Playbook> => {
  const { playbooks } = await callDesk(desk, 'playbooks.list', {})
  const exact = playbooks.find(({ id }) => id === wanted)
  const named = playbooks.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  if (exact === undefined && named.length > 1)
    throw new DeskError('conflict', `${named.length} playbooks have the name "${wanted}". Use the id instead.`)
  const found = exact ?? named[0]
  if (found !== undefined) return found
  const hint = suggestionFor(
    wanted,
    playbooks.map(({ name }) => name),
  )
  throw new DeskError('not-found', `There is no playbook "${wanted}".${hint} \`desk playbook list\` lists all.`)
}

const namesOf = async (desk: CommandDesk): Promise<Names> =>
  new Map((await callDesk(desk, 'brands.list', {})).brands.map(({ id, name }) => [id, name]))
const brandOf = (names: Names, brandId: string | null): string =>
  brandId === null ? 'new brand' : (names.get(brandId) ?? brandId)

const isAtRest = ({ state, steps }: Run): boolean =>
  state !== 'running' && steps.every((one) => one.state !== 'running')

/** Follows a run until it asks a person or is over; Ctrl-C leaves it to the next command. */
const follow = async (desk: CommandDesk, terminal: Terminal, runId: string): Promise<Run> => {
  let changed = Promise.withResolvers<void>()
  const stop = desk.subscribe((event) => {
    if (event.name === 'changed' && event.payload.datasets.includes('playbookRuns')) changed.resolve()
  })
  try {
    for (;;) {
      changed = Promise.withResolvers()
      const run = await callDesk(desk, 'playbooks.run', { id: runId })
      if (isAtRest(run) || terminal.signal.aborted) return run
      await Promise.race([changed.promise, sleep(ASK_AGAIN_MS)])
    }
  } finally {
    stop()
  }
}

const stepLine = ({ index, step, state, result }: RunStep): string =>
  `  ${`${index + 1}`.padStart(2)}  ${state.padEnd(9)} ${stepLabel(step)}${result === null ? '' : `: ${result}`}`

/** What a person has to do next. */
const nextLines = ({ id, steps }: Run): string[] => {
  const asking = steps.find(({ state }) => state === 'waiting')
  const stopped = steps.find(({ state, step }) => state === 'unknown' || (state === 'failed' && !step.goesOn))
  const number = (asking ?? stopped)?.index ?? 0
  const skip = `desk playbook skip ${id} ${number + 1} --reason "…"`
  if (asking?.gate != null) {
    const needed = asking.gate.kind === 'input' ? ' --name "…"' : asking.gate.passesBudget ? ' --accept-budget' : ''
    const { action, lines } = asking.gate
    return [
      `${action}?`,
      ...lines.map((line) => `  ${line}`),
      `Confirm: desk playbook approve ${id} ${number + 1}${needed}`,
      `Or: ${skip}`,
    ]
  }
  return stopped === undefined ? [] : [`Retry: desk playbook retry ${id} ${number + 1}`, `Or: ${skip}`]
}

const exitCodeOf = (runs: readonly Run[]): number => {
  if (runs.some(({ state }) => state === 'failed')) return 1
  if (runs.some(({ state }) => state === 'waiting')) return EXIT_WAITS
  return runs.some(({ state, steps }) => state === 'cancelled' || steps.some((one) => one.state === 'failed')) ? 1 : 0
}

const runLines = (names: Names, run: Run): string[] => [
  `${run.id}  ${run.name} for ${brandOf(names, run.brandId)}: ${run.state}`,
  ...run.steps.map(stepLine),
  ...nextLines(run),
]

/** Follows these runs, shows them, and tells by the exit code whether one asks a person. */
const showRuns =
  (runIds: readonly string[], isJson: boolean): Command =>
  async (desk, terminal) => {
    // Where no desk runs, this one sends what the runs wait for.
    await desk.resumeIntents?.()
    const runs: Run[] = []
    for (const id of runIds) runs.push(await follow(desk, terminal, id))
    const names = await namesOf(desk)
    await print(terminal, isJson, { runs }, runs.flatMap((run) => runLines(names, run)).join('\n'))
    return terminal.signal.aborted ? 130 : exitCodeOf(runs)
  }

const list =
  ({ json }: PlaybookOptions): Command =>
  async (desk, terminal) => {
    const { playbooks } = await callDesk(desk, 'playbooks.list', {})
    const lines = playbooks.flatMap(({ name, isBuiltIn, id, description, steps }) => [
      `${name}${isBuiltIn ? '' : ` (${id})`}: ${steps.length} steps`,
      ...(description === '' ? [] : [`  ${description}`]),
    ])
    await print(terminal, json, { playbooks }, lines.join('\n'))
    return 0
  }

const dryLines = (
  names: Names,
  { brandId, steps, credits }: CallOutput<'playbooks.dryRun'>['brands'][number],
): string[] => [
  `${brandOf(names, brandId)}: up to ${credits} credits`,
  ...steps.flatMap(({ index, step, would, gate, credits: price, missing }) => [
    `  ${`${index + 1}`.padStart(2)}  ${stepLabel(step)}${price === null ? '' : ` · up to ${price} credits`}${gate === null ? '' : ' · asks you'}`,
    ...(would === stepLabel(step) ? [] : [`      ${would}`]),
    ...missing.map((text) => `      missing: ${text}`),
  ]),
]

/** The playbook and the brands that a person named. */
const wantedOf = async (desk: CommandDesk, wanted: string, { brand }: PlaybookOptions) => ({
  playbookId: (await findPlaybook(desk, wanted)).id,
  brandIds: await findBrandIds(desk, splitList(brand) ?? []),
})

const dryRun =
  (wanted: string, options: PlaybookOptions): Command =>
  async (desk, terminal) => {
    const plan = await callDesk(desk, 'playbooks.dryRun', await wantedOf(desk, wanted, options))
    const names = await namesOf(desk)
    await print(terminal, options.json, plan, plan.brands.flatMap((brand) => dryLines(names, brand)).join('\n'))
    return 0
  }

const start =
  (wanted: string, options: PlaybookOptions): Command =>
  async (desk, terminal) => {
    const { runIds, left } = await callDesk(desk, 'playbooks.start', await wantedOf(desk, wanted, options))
    for (const { runId } of left) await terminal.stderr.write(`It runs there already as ${runId}.\n`)
    return showRuns([...runIds, ...left.map(({ runId }) => runId)], options.json)(desk, terminal)
  }

const status =
  (id: string | undefined, { json }: PlaybookOptions): Command =>
  async (desk, terminal) => {
    const names = await namesOf(desk)
    if (id !== undefined) {
      const run = await callDesk(desk, 'playbooks.run', { id })
      await print(terminal, json, run, runLines(names, run).join('\n'))
      return exitCodeOf([run])
    }
    const { rows } = await callDesk(desk, 'playbooks.runs', { limit: 100 })
    const lines = rows.map(
      ({ id: runId, name, brandId, state, done, total }) =>
        `${runId}  ${state.padEnd(9)} ${done}/${total}  ${name} for ${brandOf(names, brandId)}`,
    )
    await print(terminal, json, { runs: rows }, rows.length === 0 ? 'No playbook was run yet.' : lines.join('\n'))
    return 0
  }

/** A step as a person counts them, from 1. */
const indexOf = (text: string | undefined): number => {
  if (text !== undefined && /^[1-9]\d?$/.test(text)) return Number(text) - 1
  throw new UsageError('Give the number of the step, from 1.')
}

const approve = async (
  desk: CommandDesk,
  terminal: Terminal,
  runId: string,
  index: number,
  options: PlaybookOptions,
): Promise<void> => {
  const run = await callDesk(desk, 'playbooks.run', { id: runId })
  const gate = run.steps[index]?.gate
  if (gate == null) throw new DeskError('conflict', `Step ${index + 1} of ${runId} asks for nothing.`)
  const { name, note, 'accept-budget': acceptsBudget, 'session-only': sessionOnly } = options
  if (gate.kind === 'input' && name === undefined)
    throw new UsageError('Give the name of the new brand: --name "Acme".')
  const input =
    gate.kind === 'input' && name !== undefined ? { name, key: await terminal.readPassword('Key: '), sessionOnly } : {}
  await callDesk(desk, 'playbooks.approve', {
    runId,
    index,
    gate: gate.no,
    acceptsBudget,
    ...(note === undefined ? {} : { note }),
    ...input,
  })
}

type Acting = (desk: CommandDesk, terminal: Terminal, runId: string, index: number) => Promise<unknown>

const VERBS = ['list', 'dry-run', 'run', 'status', 'continue', 'approve', 'retry', 'skip', 'cancel']

/** Parsed before a desk is opened: a mistake is a usage error. */
export const playbookCommand = (args: string[]): Command => {
  const { values: options, positionals } = parse(args, OPTIONS, 3)
  const [verb, first, second] = positionals
  const onRun = (act: Acting, hasStep: boolean): Command => {
    const runId = need(first, 'the number of a run, such as r12')
    const index = hasStep ? indexOf(second) : 0
    return async (desk, terminal) => {
      await act(desk, terminal, runId, index)
      return showRuns([runId], options.json)(desk, terminal)
    }
  }
  switch (verb) {
    case 'list':
      return list(options)
    case 'dry-run':
      return dryRun(need(first, 'the name of a playbook'), options)
    case 'run':
      return start(need(first, 'the name of a playbook'), options)
    case 'status':
      return status(first, options)
    case 'continue':
      return onRun((desk, _, runId) => callDesk(desk, 'playbooks.continue', { runId }), false)
    case 'cancel':
      return onRun((desk, _, runId) => callDesk(desk, 'playbooks.cancel', { runId }), false)
    case 'approve':
      return onRun((desk, terminal, runId, index) => approve(desk, terminal, runId, index, options), true)
    case 'retry':
      return onRun((desk, _, runId, index) => callDesk(desk, 'playbooks.retry', { runId, index }), true)
    case 'skip': {
      const reason = need(options.reason, 'the reason: --reason "…"')
      return onRun((desk, _, runId, index) => callDesk(desk, 'playbooks.skip', { runId, index, reason }), true)
    }
    default:
      throw new UsageError(noAction(VERBS, verb, 'desk playbook'))
  }
}
