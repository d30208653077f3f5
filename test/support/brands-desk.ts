import { onTestFinished } from 'vitest'
import type { Clock } from '../../src-main/base/clock.ts'
import { type GetDispatcher, getDispatcher } from '../../src-main/base/dispatcher.ts'
import { silentLog } from '../../src-main/base/log.ts'
import { createAccess } from '../../src-main/brands/access.ts'
import { createBrandBook } from '../../src-main/brands/brand-book.ts'
import { createBrandHandlers } from '../../src-main/brands/calls.ts'
import { createProveKey } from '../../src-main/brands/prove-key.ts'
import { createClusterHandlers } from '../../src-main/clusters/calls.ts'
import { createDispatch, createEvents } from '../../src-main/desk.ts'
import { createKeyRing, type DemoKeys } from '../../src-main/keychain/key-ring.ts'
import type { Keychain } from '../../src-main/keychain/keychain.ts'
import { createSessionKeychain } from '../../src-main/keychain/session-keychain.ts'
import { createOutboxBatches } from '../../src-main/pitches/outbox-read.ts'
import { createProspectHandlers } from '../../src-main/prospects/calls.ts'
import { createRankingHandlers } from '../../src-main/rankings/calls.ts'
import { createEarlierDay } from '../../src-main/rankings/earlier-day.ts'
import { readTopicKeywords } from '../../src-main/rankings/public.ts'
import { readAuditSites } from '../../src-main/research/public.ts'
import { createServiceClient } from '../../src-main/service-client/client.ts'
import { REQUEST_DEADLINES_MS } from '../../src-main/service-client/deadlines.ts'
import { createLimiter } from '../../src-main/service-client/limiter.ts'
import { createServiceHandlers } from '../../src-main/settings/service-calls.ts'
import { createSettings } from '../../src-main/settings/settings.ts'
import { openStore } from '../../src-main/store/open.ts'
import type { Store } from '../../src-main/store/store.ts'
import type { TeamAccess } from '../../src-main/store/team/state.ts'
import { createSync } from '../../src-main/sync/sync.ts'
import type { CallInput, CallName, CallOutput, DeskEvent, Handlers } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { fieldsOfRun } from './renamed-fields.ts'
import { storeThreads } from './store-threads.ts'
import { engineTeam } from './team-engine.ts'
import { type TempHome, tempHome } from './temp-home.ts'
import { testClock } from './test-clock.ts'

export type BrandsDeskOptions = {
  readonly home?: TempHome
  readonly baseUrl?: string
  /** Of the service, for each key; set with its address. */
  readonly limits?: { readonly requestsPerMinute: number }
  readonly clock?: Clock
  readonly monotonicMs?: () => number
  /** Replaces the system's keychain; absent: keys go to this process's memory. */
  readonly os?: Keychain | null
  readonly session?: Keychain
  readonly demo?: { readonly baseUrl: string; readonly keys: DemoKeys }
  readonly getDispatcher?: GetDispatcher
  readonly timeoutMs?: number
  readonly replyBytesMax?: number
  /** How the desk reaches its team; absent: a desk alone. */
  readonly team?: TeamAccess
  /** The store as the sync sees it. */
  readonly syncStore?: (store: Store) => Store
}

/**
 * The rooms of brands, service and sync over a real store and real HTTP, behind the real dispatch. Back-off has no
 * jitter to wait for: `random` is 0. Nothing runs in the background until `sync.start()`.
 */
export const openBrandsDesk = async (options: BrandsDeskOptions = {}) => {
  const { clock = testClock, os = null, session = createSessionKeychain(), demo } = options
  const { home, coreFile, cacheFile, backupsFolder, exportsFolder } = options.home ?? tempHome()
  const random = () => 0
  const { emit, subscribe } = createEvents()
  const events: DeskEvent[] = []
  subscribe((event) => events.push(event))
  const unexpected: unknown[] = []

  const files = { coreFile, cacheFile, backupsFolder, team: options.team ?? (await engineTeam(home)) }
  const store = await openStore({ ...files, ...storeThreads(), onNotice: () => undefined })
  // A question is answered once the desk has the rows of its team.
  await store.team?.query('fetches.since', { since: 0 })
  const settings = await createSettings({ store })
  const { baseUrl: address, limits } = options
  if (address !== undefined)
    await settings.setProfile({ baseUrl: address, ...(limits === undefined ? {} : { limits }) })
  if (fieldsOfRun !== undefined) await settings.setProfile({ fields: fieldsOfRun })
  const book = await createBrandBook({ store, emit, settings })
  const ring = createKeyRing({ os, session, demoKeys: demo?.keys ?? (() => null) })
  const baseUrl = () => settings.profile().baseUrl
  const accessOf = createAccess({ book, ring, baseUrl, demoBaseUrl: () => demo?.baseUrl ?? null })
  const monotonicMs = options.monotonicMs ?? (() => performance.now())
  const limiter = await createLimiter({
    store: {
      load: () => store.read('limiter.load', {}),
      save: (bucket, window) => store.write('limiter.save', { bucket, ...window }),
      replace: (instants) => store.write('limiter.replace', { instants }),
    },
    clock,
    monotonicMs,
  })
  const client = createServiceClient({
    getDispatcher: options.getDispatcher ?? getDispatcher,
    clock,
    timeoutMs: options.timeoutMs ?? 30_000,
    deadlinesMs: REQUEST_DEADLINES_MS,
    closing: new AbortController().signal,
    cutOff: new AbortController().signal,
    replyBytesMax: options.replyBytesMax ?? 64 * 1024 * 1024,
    random,
    limiter,
    profile: settings.profile,
    accessOf,
    emit,
    log: silentLog,
  })
  const proveKey = createProveKey(client)
  const isDemoRunning = () => demo !== undefined
  const sync = await createSync({
    mayDelete: () => Promise.resolve(true),
    client,
    book,
    settings,
    clock,
    random,
    emit,
    isDemoRunning,
    store: options.syncStore?.(store) ?? store,
    nextOutboxBatch: createOutboxBatches(clock, 0),
    log: silentLog,
    keyChangesOf: ring.changesOf,
  })
  const handlers: Partial<Handlers> = {
    ...createBrandHandlers({
      book,
      ring,
      store,
      exportsFolder,
      readSites: (brandIds) => readAuditSites(store, { brandIds }),
      client,
      proveKey,
      clock,
      baseUrl,
      whileStopped: sync.whileStopped,
    }),
    ...createServiceHandlers({
      settings,
      book,
      ring,
      client,
      proveKey,
      accessOf,
      getDispatcher: options.getDispatcher ?? getDispatcher,
      clock,
    }),
    ...sync.handlers,
    ...createRankingHandlers({
      store,
      clock,
      log: silentLog,
      emit,
      brands: book,
      earlierDay: createEarlierDay({ store, clock }),
    }),
    ...createClusterHandlers({ store, topicKeywords: (topic) => readTopicKeywords(store, topic) }),
    ...createProspectHandlers({ store, emit: () => undefined }),
  }
  const dispatch = createDispatch({
    handlers: handlers as Handlers, // the calls of these tests have theirs
    checkOutput: true,
    onUnexpected: (_name, error) => unexpected.push(error),
  })

  const call = async <Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>> => {
    const reply = await dispatch(name, input)
    if (reply.ok) return reply.value as CallOutput<Name> // the handler's own type, by its name
    throw new DeskError(reply.error.kind, reply.error.message, reply.error.detail)
  }
  const whenEvent = (isMeant: (event: DeskEvent) => boolean): Promise<DeskEvent> =>
    new Promise((resolve) => {
      const stop = subscribe((event) => {
        if (!isMeant(event)) return
        stop()
        resolve(event)
      })
    })
  /** Runs a sync and waits until it has ended. */
  const runSync = async (input: CallInput<'sync.run'> = {}) => {
    const ended = whenEvent(
      ({ name, payload }) =>
        name === 'sync.progress' && payload.run.origin === 'person' && payload.run.endedAt !== null,
    )
    await call('sync.run', input)
    await ended
    return call('sync.status', { brandIds: input.brandIds })
  }
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= sync.close().then(() => store.close())
    return closed
  }
  onTestFinished(close)
  return {
    coreFile,
    call,
    dispatch,
    subscribe,
    whenEvent,
    runSync,
    close,
    events,
    unexpected,
    store,
    settings,
    book,
    sync,
    client,
  }
}
export type BrandsDesk = Awaited<ReturnType<typeof openBrandsDesk>>
