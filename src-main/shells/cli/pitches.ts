// A file of pitches, queued brand by brand and followed to the end. Every row is checked first, then each brand's pitches
// are saved on hold; they are released only when the desk has accepted all of them.
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { calls } from '../../../src-shared/desk/contract.ts'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { HoldSecondsSchema, type Intent } from '../../../src-shared/desk/intents.ts'
import { isStale } from '../../../src-shared/desk/values/changes.ts'
import { ENDED_INTENTS } from '../../../src-shared/desk/values/state-names.ts'
import { callDesk } from '../../desk.ts'
import { barOf } from '../progress.ts'
import { JSON_OPTION, type Options, parse, splitList } from './arguments.ts'
import { type Command, type CommandDesk, findBrandId, print, type Terminal, UsageError } from './command.ts'
import { printKeyWaits } from './key-waits.ts'
import { inRows, type PitchRow, readPitchRows } from './pitch-rows.ts'
import { pitchTable, sumsOf } from './pitch-table.ts'

const OPTIONS = {
  hold: { type: 'string', default: '30' },
  mailbox: { type: 'string' },
  accept: { type: 'string' },
  ...JSON_OPTION,
} as const satisfies Options

type Queued = { readonly brandId: string; readonly brand: string; readonly intentId: string; readonly given: number }

/** While the other brands are saved, none may be sent. */
const HOLD_MIN_SECONDS = 600
const POLL_MS = 500

const readText = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    throw new DeskError('invalid', `The file cannot be read: ${why}. Nothing was sent.`)
  })

const readRows = async (desk: CommandDesk, file: string) => {
  const text = await readText(file)
  const { brands } = await callDesk(desk, 'brands.list', {})
  const ids = new Map<string, string | null>()
  const brandIdOf = (name: string): string | null => {
    const known = ids.get(name)
    if (known !== undefined) return known
    let id: string | null = null
    try {
      id = findBrandId(brands, name)
    } catch {
      // Reported with its row.
    }
    ids.set(name, id)
    return id
  }
  const rows = readPitchRows({ text, isJson: /\.(jsonl|ndjson|json)$/i.test(file) }, brandIdOf)
  return { rows, nameOf: (id: string) => brands.find((brand) => brand.id === id)?.name ?? id }
}

type QueueOptions = {
  readonly nameOf: (brandId: string) => string
  readonly mailboxId: string | undefined
  /** Warnings that are read and accepted, by code. */
  readonly accept: readonly string[]
}

const queueAll = async (
  desk: CommandDesk,
  rows: ReadonlyMap<string, readonly PitchRow[]>,
  { nameOf, mailboxId, accept }: QueueOptions,
): Promise<Queued[]> => {
  const queued: Queued[] = []
  try {
    for (const [brandId, pitches] of rows) {
      const { intentId } = await callDesk(desk, 'outreach.queue', {
        brandId,
        items: pitches.map(({ prospectEmailId, subject, body }) => ({ prospectEmailId, subject, body })),
        holdSeconds: HOLD_MIN_SECONDS,
        accept: [...accept],
        ...(mailboxId === undefined ? {} : { sendingAccountId: mailboxId }),
      }).catch((error: unknown) => {
        throw error instanceof DeskError ? inRows(error, pitches) : error
      })
      queued.push({ brandId, brand: nameOf(brandId), intentId, given: pitches.length })
      // If this command is killed, nothing is sent.
      await callDesk(desk, 'intents.pause', { id: intentId, paused: true })
    }
  } catch (error) {
    for (const { intentId } of queued) await desk.call('intents.cancel', { id: intentId })
    throw error
  }
  return queued
}

const statesOf = async (desk: CommandDesk, queued: readonly Queued[]): Promise<Map<string, Intent>> => {
  const found = new Map<string, Intent>()
  for (let from = 0; from < queued.length; from += 500) {
    const brandIds = queued.slice(from, from + 500).map(({ brandId }) => brandId)
    const { rows } = await callDesk(desk, 'intents.list', { brandIds, filter: { kind: ['queue'] }, limit: 500 })
    for (const intent of rows) found.set(intent.id, intent)
  }
  return found
}

const doneOf = ({ counts }: Intent): number => counts.confirmed + counts.failed + counts.skipped + counts.unknown

/** Waits until all have ended; Ctrl-C leaves the rest to the desk. */
const waitForEnd = async (desk: CommandDesk, terminal: Terminal, queued: readonly Queued[]): Promise<void> => {
  const total = queued.reduce((sum, { given }) => sum + given, 0)
  const brandIds = queued.map(({ brandId }) => brandId)
  let wake = (): void => undefined
  const stop = desk.subscribe((event) => {
    if (event.name === 'changed' && isStale({ reads: calls['intents.list'].reads, brandIds }, event.payload)) wake()
  })
  const isShown = terminal.stderr.isTTY === true
  try {
    while (!terminal.signal.aborted) {
      const changed = new Promise<void>((resolve) => {
        wake = resolve
      })
      const states = await statesOf(desk, queued)
      const intents = queued.flatMap(({ intentId }) => states.get(intentId) ?? [])
      const done = intents.reduce((sum, intent) => sum + doneOf(intent), 0)
      if (isShown)
        await terminal.stderr.write(`\r\u001B[K${barOf({ done, total, columns: terminal.stderr.columns ?? 80 })}`)
      if (intents.length === queued.length && intents.every(({ state }) => ENDED_INTENTS.includes(state))) return
      await Promise.race([Promise.all([changed, sleep(POLL_MS)]), sleep(4 * POLL_MS)])
    }
  } finally {
    stop()
    if (isShown) await terminal.stderr.write('\r\u001B[K')
  }
}

const release = async (desk: CommandDesk, terminal: Terminal, queued: readonly Queued[], holdSeconds: number) => {
  if (holdSeconds > 0) {
    await terminal.stderr.write(`All pitches are saved. Sending starts in ${holdSeconds} s. Ctrl-C cancels.\n`)
    await sleep(holdSeconds * 1000, undefined, { signal: terminal.signal }).catch(() => undefined)
  }
  if (terminal.signal.aborted) {
    for (const { intentId } of queued) await desk.call('intents.cancel', { id: intentId })
    throw new DeskError('cancelled', 'Cancelled. Nothing was sent.')
  }
  await desk.resumeIntents?.()
  for (const { intentId } of queued) await callDesk(desk, 'intents.releaseNow', { id: intentId })
}

export const pitchesCommand = (args: string[]): Command => {
  const { values, positionals } = parse(args, OPTIONS, 1)
  const [file] = positionals
  if (file === undefined) throw new UsageError('Give a file: desk pitches <file.csv|file.jsonl>')
  const hold = HoldSecondsSchema.safeParse(/^\d+$/.test(values.hold) ? Number(values.hold) : null)
  if (!hold.success) throw new UsageError('--hold takes whole seconds, at most 3600.')
  const accept = splitList(values.accept) ?? []
  return async (desk, terminal) => {
    const { rows, nameOf } = await readRows(desk, file)
    const queued = await queueAll(desk, rows, { nameOf, mailboxId: values.mailbox, accept })
    await release(desk, terminal, queued, hold.data)
    const elsewhere = await printKeyWaits(desk, terminal, async () => queued.map(({ brandId }) => brandId))
    const here = queued.filter(({ brandId }) => !elsewhere.has(brandId))
    if (here.length > 0) await waitForEnd(desk, terminal, here)
    const sums = []
    for (const { brand, intentId, given } of queued)
      sums.push(sumsOf(brand, given, await callDesk(desk, 'intents.get', { id: intentId })))
    await print(terminal, values.json, { brands: sums }, pitchTable(sums))
    if (terminal.signal.aborted) return 130
    return sums.every(({ agrees, pitches, queued: fresh, updated }) => agrees && fresh + updated === pitches) ? 0 : 1
  }
}
