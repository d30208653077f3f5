// What views asked the desk for, kept for a while: rows shown stay while newer ones are on their way, and going
// back to a brand paints at once. A reply lands only in the entry that asked, and only if none younger was asked.
import { brandsNamedIn, type Change } from '../../src-shared/desk/changes.ts'
import type { CallInput, CallName, CallOutput, DeskEvent } from '../../src-shared/desk/contract.ts'
import type { ReadableDataset } from '../../src-shared/desk/datasets.ts'
import type { DeskErrorValue, Reply } from '../../src-shared/desk/errors.ts'
import { isCallStale, readsOf } from './stale.ts'

export type Asked<Value> = {
  readonly value: Value | undefined
  /** Of the last try; `value` may still hold what came before it. */
  readonly error: DeskErrorValue | undefined
  /** A request is under way. */
  readonly isLoading: boolean
}

export const NOT_ASKED: Asked<never> = { value: undefined, error: undefined, isLoading: true }

type Ask = <Name extends CallName>(name: Name, input: CallInput<Name>) => Promise<Reply<CallOutput<Name>>>

type Entry = {
  readonly name: CallName
  readonly input: unknown
  /** A question that names no brand is about the brand of its reply, else about all. */
  brandIds: Change['brandIds']
  readonly listeners: Set<() => void>
  snapshot: Asked<unknown>
  /** Number of the youngest request; replies to older ones are dropped. */
  request: number
  isFresh: boolean
  askedAtMs: number
  /** Calls off the request that is planned. */
  callOff: (() => void) | undefined
}

/** Runs something after a while; what it returns calls it off. */
type Later = (run: () => void, waitMs: number) => () => void

const afterTimeout: Later = (run, waitMs) => {
  const timer = setTimeout(run, waitMs)
  return () => clearTimeout(timer)
}

export type QueriesOptions = {
  readonly ask: Ask
  /** Entries nobody looks at that are kept. */
  readonly kept?: number
  readonly now?: () => number
  readonly later?: Later
}

export const keyOf = (name: CallName, input: unknown): string => `${name} ${JSON.stringify(input)}`

/** What a person does themselves shows at once, also over all brands. */
const QUICK: ReadonlySet<ReadableDataset> = new Set<ReadableDataset>(['intents', 'basket', 'audits', 'auditSites'])

/** Least time between two requests of one entry while changes pour in. */
const gapMs = ({ name, brandIds }: Entry): number =>
  (brandIds !== 'all' && brandIds.length === 1) || readsOf(name).some((dataset) => QUICK.has(dataset)) ? 400 : 1500

export const createQueries = ({ ask, kept = 80, now = Date.now, later = afterTimeout }: QueriesOptions) => {
  /** In order of last use, oldest first. */
  const entries = new Map<string, Entry>()

  const show = (entry: Entry, snapshot: Asked<unknown>) => {
    entry.snapshot = snapshot
    for (const listener of [...entry.listeners]) listener()
  }

  const fetch = async (entry: Entry): Promise<void> => {
    entry.callOff?.()
    entry.callOff = undefined
    entry.request += 1
    entry.isFresh = true
    entry.askedAtMs = now()
    const request = entry.request
    if (!entry.snapshot.isLoading) show(entry, { ...entry.snapshot, isLoading: true })
    const reply = await ask(entry.name, entry.input as CallInput<CallName>) // asked by this name's own type
    if (request !== entry.request) return
    if (!reply.ok) entry.isFresh = false
    else entry.brandIds = brandsNamedIn(entry.input) ?? brandsNamedIn(reply.value) ?? 'all'
    show(
      entry,
      reply.ok
        ? { value: reply.value, error: undefined, isLoading: false }
        : { value: entry.snapshot.value, error: reply.error, isLoading: false },
    )
  }

  const drop = () => {
    let idle = [...entries.values()].filter((entry) => entry.listeners.size === 0).length
    for (const [key, entry] of entries) {
      if (idle <= kept) return
      if (entry.listeners.size > 0) continue
      entry.callOff?.()
      entries.delete(key)
      idle -= 1
    }
  }

  const entryOf = (name: CallName, input: unknown): Entry => {
    const key = keyOf(name, input)
    const known = entries.get(key)
    const entry: Entry = known ?? {
      name,
      input,
      brandIds: brandsNamedIn(input) ?? 'all',
      listeners: new Set(),
      snapshot: NOT_ASKED,
      request: 0,
      isFresh: false,
      askedAtMs: 0,
      callOff: undefined,
    }
    entries.delete(key)
    entries.set(key, entry)
    if (known === undefined) drop()
    return entry
  }

  const refreshSoon = (entry: Entry) => {
    entry.isFresh = false
    if (entry.listeners.size === 0 || entry.callOff !== undefined) return
    const waitMs = Math.max(0, entry.askedAtMs + gapMs(entry) - now())
    entry.callOff = later(() => void fetch(entry), waitMs)
  }

  return {
    peek: <Name extends CallName>(name: Name, input: CallInput<Name>) =>
      (entries.get(keyOf(name, input))?.snapshot ?? NOT_ASKED) as Asked<CallOutput<Name>>, // kept under its own name
    /** Tells of each change; asks at once unless what is kept is fresh. */
    watch: <Name extends CallName>(name: Name, input: CallInput<Name>, listener: () => void): (() => void) => {
      const entry = entryOf(name, input)
      entry.listeners.add(listener)
      if (!entry.isFresh) void fetch(entry)
      return () => {
        entry.listeners.delete(listener)
      }
    },
    /** Asks ahead of need; nothing happens where a fresh answer is kept or under way. */
    prefetch: <Name extends CallName>(name: Name, input: CallInput<Name>): void => {
      const entry = entryOf(name, input)
      if (!entry.isFresh) void fetch(entry)
    },
    reload: <Name extends CallName>(name: Name, input: CallInput<Name>): Promise<void> => fetch(entryOf(name, input)),
    onEvent: (event: DeskEvent): void => {
      for (const entry of entries.values()) if (isCallStale(entry.name, entry.brandIds, event)) refreshSoon(entry)
    },
    /** After the desk was away: everything in view is asked again. */
    refreshAll: (): void => {
      for (const entry of entries.values()) refreshSoon(entry)
    },
    size: () => entries.size,
  }
}
