// What views asked the desk for, kept for a while: rows shown stay while newer ones are on their way, and going
// back to a brand paints at once. A reply lands only in the entry that asked, and only if none younger was asked.
import type { CallInput, CallName, CallOutput, DeskEvent } from '../../src-shared/desk/contract.ts'
import type { DeskErrorValue, Reply } from '../../src-shared/desk/errors.ts'

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
  readonly brandIds: readonly string[] | 'all' | null
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

/** The brands an input is about; null: it names none. */
export const brandsOf = (input: unknown): readonly string[] | 'all' | null => {
  const { brandId, brandIds } = (input ?? {}) as { brandId?: string; brandIds?: string[] | 'all' } // any call's input
  return brandId === undefined ? (brandIds ?? null) : [brandId]
}

/** Calls over the cache that say nothing of brands mean all of them. */
const CACHED = /^(rankings|clusters|prospects|contacts|publishing)\.|^brands\.overview$/

/** Of outreach, what is read from cached outboxes, and what the desk keeps itself. */
const CACHED_OUTREACH = /^outreach\.(mailboxes|outbox|pressure)$/
const KEPT_OUTREACH = /^(outreach\.(templates|frozen|suppressions|ledger|quote|pressure)|prospects\.page)$/

/** Acts, articles and deliveries live in the core, and are told of by events of their own. */
const isTouchedByAct = ({ name, input }: Entry, event: DeskEvent): boolean => {
  if (event.name === 'webhooks.received' || event.name === 'webhooks.changed')
    return name === 'webhooks.status' || (name === 'webhooks.delivery' && event.name === 'webhooks.changed')
  if (event.name !== 'intents.changed') return false
  if (name === 'intents.get') return (input as { id?: string }).id === event.payload.intentId // its own input
  // A draft comes back where what it became is called off.
  if (name === 'outreach.templates') return event.payload.state === 'cancelled'
  return name === 'intents.list' || name.startsWith('publishing.')
}

/** Permissions as they were read: told of by the name of their own table, for the matrix of all brands is large. */
const PERMISSIONS = /^connectors\.(matrix|versions|presets|unfinished)$/
const isTouchedPermission = (entry: Entry, event: DeskEvent): boolean => {
  if (event.name === 'connectors.progress') return entry.name === 'connectors.unfinished'
  if (event.name === 'brands.changed') return entry.brandIds === 'all'
  if (event.name !== 'cache.changed' || !isAbout(entry, event.payload.brandId)) return false
  return event.payload.tables.some((table) => table === 'connectors' || table === 'all')
}

/** AI models and intervals as they were read; and research, which the desk keeps itself and holds against the rankings. */
const VISIBILITY = /^visibility\.(models|intervals)$/
const RESEARCH = /^research\.(basket|audits|auditScores|auditSites)$/
const isTouchedResearch = (entry: Entry, event: DeskEvent): boolean => {
  if (event.name === 'brands.changed') return !Array.isArray(entry.brandIds)
  if (event.name === 'research.auditProgress') return entry.name !== 'research.basket'
  if (event.name === 'cache.changed')
    return !/^research\.audit(s|Scores)$/.test(entry.name) && isAbout(entry, event.payload.brandId)
  if (event.name !== 'research.changed' || !isAbout(entry, event.payload.brandId)) return false
  return (event.payload.what === 'basket') === (entry.name === 'research.basket')
}
const isTouchedVisibility = (entry: Entry, event: DeskEvent): boolean => {
  if (event.name === 'brands.changed') return !Array.isArray(entry.brandIds)
  if (event.name !== 'cache.changed' || !isAbout(entry, event.payload.brandId)) return false
  return event.payload.tables.some((table) => table === 'visibility' || table === 'all')
}

const isAbout = ({ brandIds }: Entry, brandId: string | null): boolean =>
  brandId === null || brandIds === 'all' || brandIds === null || brandIds.includes(brandId)

const isTouchedBy = (entry: Entry, event: DeskEvent): boolean => {
  if (isTouchedByAct(entry, event)) return true
  if (PERMISSIONS.test(entry.name)) return isTouchedPermission(entry, event)
  if (VISIBILITY.test(entry.name)) return isTouchedVisibility(entry, event)
  if (RESEARCH.test(entry.name)) return isTouchedResearch(entry, event)
  if (event.name === 'outreach.changed') return KEPT_OUTREACH.test(entry.name) && isAbout(entry, event.payload.brandId)
  if (!CACHED.test(entry.name) && !CACHED_OUTREACH.test(entry.name)) return false
  if (event.name === 'brands.changed') return entry.brandIds === 'all' || entry.brandIds === null
  if (event.name !== 'cache.changed') return false
  return isAbout(entry, event.payload.brandId)
}

/** Least time between two requests of one entry while changes pour in. */
const gapMs = (entry: Entry): number =>
  /^(intents|research)\./.test(entry.name) || (Array.isArray(entry.brandIds) && entry.brandIds.length === 1)
    ? 400
    : 1500

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
      brandIds: brandsOf(input),
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
      for (const entry of entries.values()) if (isTouchedBy(entry, event)) refreshSoon(entry)
    },
    /** After the desk was away: everything in view is asked again. */
    refreshAll: (): void => {
      for (const entry of entries.values()) refreshSoon(entry)
    },
    size: () => entries.size,
  }
}
