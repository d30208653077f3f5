// What several rooms share, built in the order in which one needs another.
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createListeners } from './base/listeners.ts'
import type { Log } from './base/log.ts'
import { createAccess } from './brands/access.ts'
import { createBrandBook } from './brands/brand-book.ts'
import { createKeyWatch } from './brands/key-watch.ts'
import { createProveKey } from './brands/prove-key.ts'
import type { ComposeOptions } from './composed-desk.ts'
import { createComposing } from './composing/calls.ts'
import { createCredits } from './credits/calls.ts'
import { createDemoAgency } from './demo/agency.ts'
import { createEvents } from './desk.ts'
import type { Ask } from './exports/list.ts'
import { sweepExports } from './exports/sweep.ts'
import { createJournal } from './journal/journal.ts'
import { createKeyRing } from './keychain/key-ring.ts'
import { keyAccount } from './keychain/keychain.ts'
import { createOsKeychain } from './keychain/os-keychain.ts'
import { createSecretRing } from './keychain/secret-ring.ts'
import { createSessionKeychain } from './keychain/session-keychain.ts'
import { createNotices } from './notices.ts'
import { createContactHistory } from './pitches/contact-history.ts'
import { createPitchKinds } from './pitches/kinds.ts'
import { createOutboxBatches, createOutboxReader } from './pitches/outbox-read.ts'
import { createOutboxState } from './pitches/outbox-state.ts'
import { readLastOutboxBatch } from './pitches/public.ts'
import { createProspectKinds } from './prospects/kinds.ts'
import { createConfirmationNotifier } from './publishing/confirm.ts'
import { createPublishingKinds } from './publishing/kinds.ts'
import { createDataVersion } from './query/data-version.ts'
import { createServiceClient } from './service-client/client.ts'
import { REQUEST_DEADLINES_MS } from './service-client/deadlines.ts'
import { createEarlyRefusals } from './service-client/early-refusals.ts'
import { LISTING_BYTES_MAX } from './service-client/large-replies.ts'
import { createClockGuard } from './settings/clock-guard.ts'
import { createSettings } from './settings/settings.ts'
import { inboxFileOf } from './store/inbox.ts'
import { openStore } from './store/open.ts'
import { colleaguesOf } from './store/team/colleagues.ts'
import { receiverWorkerUrl, storeWorkerUrl } from './store/worker-url.ts'
import { createSync } from './sync/sync.ts'
import { readTeamAccess } from './team/access.ts'
import { createTeamParts } from './team-parts.ts'
import { createWebhooks } from './webhooks/webhooks.ts'

export type PartsOptions = {
  readonly options: ComposeOptions
  readonly ask: Ask
  /** Aborted when the desk closes: nothing new begins. */
  readonly closing: AbortSignal
  /** Aborted when requests under way are no longer waited for. */
  readonly cutOff: AbortSignal
}

const REQUEST_TIMEOUT_MS = 30_000

const prepareFolders = (home: string) => {
  const folders = {
    home,
    backupsFolder: join(home, 'backups'),
    exportsFolder: join(home, 'exports'),
  }
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(home, 0o700)
  return { ...folders, coreFile: join(home, 'core.db'), cacheFile: join(home, 'cache.db') }
}

/** The data folder, and who hears of the desk. */
const openFolder = async ({ options, ...given }: PartsOptions) => {
  const paths = prepareFolders(options.home)
  const logOf = (room: string): Log => options.log.child({ room })
  await sweepExports(paths.exportsFolder).catch((error: unknown) =>
    logOf('exports').warn({ err: error }, 'what an earlier desk left unfinished could not be deleted'),
  )
  const { emit, subscribe } = createEvents()
  const notices = createNotices({ clock: options.clock, emit, startedAtMs: options.clock.now() })
  const keychains = {
    os: options.keychain === 'os' ? createOsKeychain() : null,
    session: options.sessionKeychain ?? createSessionKeychain(),
  }
  const secrets = createSecretRing(keychains)
  const { home, teamAddress } = options
  const access = await readTeamAccess({ home, ring: secrets, teamAddress })
  const exportsFolder = paths.exportsFolder
  const notify = notices.notify
  return {
    ...given,
    options,
    paths,
    exportsFolder,
    logOf,
    emit,
    subscribe,
    notices,
    notify,
    keychains,
    secrets,
    access,
  }
}

/** The store, and the desk's clock, limiter and claims: of a desk alone, or of one in a team. */
const withStore = async (given: Awaited<ReturnType<typeof openFolder>>) => {
  const { options, paths, access, logOf } = given
  const dataVersion = createDataVersion()
  const cacheRebuilt = createListeners<void>()
  const opened = await openStore({
    coreFile: paths.coreFile,
    cacheFile: paths.cacheFile,
    backupsFolder: paths.backupsFolder,
    deskNo: access?.deskNo,
    team: access ?? undefined,
    start: options.start,
    workerUrl: options.workerUrl,
    startThread: options.startThread,
    log: logOf('store'),
    onNotice: (notice) => {
      options.log.warn(notice, 'store')
      given.notify(notice)
      dataVersion.bump()
      if (notice.what === 'cache-rebuilt') cacheRebuilt.notify()
    },
  })
  const store = dataVersion.counting(opened)
  const { random, claimTimes } = options
  const own = await createTeamParts({ store, clock: options.clock, random, log: logOf('team'), claimTimes })
  return { ...given, ...own, store, random, dataVersion, onCacheRebuilt: cacheRebuilt.add }
}

/** Settings, brands and their keys, and the demo agency. */
const withBrands = async (given: Awaited<ReturnType<typeof withStore>>) => {
  const { store, clock, emit, notify, logOf, keychains, access } = given
  const settings = await createSettings({ store })
  settings.onChange((changed) => {
    if (changed === 'settings') emit('settings.changed', settings.get())
    else emit('service.profileChanged', {})
  })
  const clockGuard = await createClockGuard({ store, clock, emit, notify, log: logOf('settings') })
  const book = await createBrandBook({
    store,
    emit,
    settings,
    isInSession: async (brandId) => (await keychains.session.get(keyAccount(brandId))) !== null,
  })
  // A team is of real brands.
  const startSandbox = access === null ? given.options.startSandbox : undefined
  const demo = createDemoAgency({ store, book, clock, log: logOf('demo'), notify, emit, startSandbox })
  return {
    ...given,
    settings,
    clockGuard,
    deleteOld: clockGuard.deleteOld,
    book,
    demo,
    demoBaseUrl: demo.baseUrl,
    isDemoRunning: () => demo.baseUrl() !== null,
    baseUrl: () => settings.profile().baseUrl,
    ring: createKeyRing({ ...keychains, demoKeys: demo.keyOf, mayOthersHaveKeys: colleaguesOf(store).mayHaveKeys }),
  }
}

/** Requests to the service. */
const withService = (given: Awaited<ReturnType<typeof withBrands>>) => {
  const { store, clock, emit, logOf, book, ring, settings, options } = given
  const accessOf = createAccess(given)
  const earlyRefusals = createEarlyRefusals({ store, clock, emit, log: logOf('service-client') })
  const client = createServiceClient({
    getDispatcher: options.getDispatcher,
    clock,
    random: given.random,
    limiter: given.limiter,
    emit,
    log: logOf('service-client'),
    accessOf,
    onEarlyRefusal: earlyRefusals.save,
    profile: settings.profile,
    timeoutMs: REQUEST_TIMEOUT_MS,
    deadlinesMs: REQUEST_DEADLINES_MS,
    closing: given.closing,
    cutOff: given.cutOff,
    replyBytesMax: LISTING_BYTES_MAX,
  })
  const proveKey = createProveKey(client)
  const watchKey = createKeyWatch({ book, client, keyChangesOf: ring.changesOf })
  return { ...given, getDispatcher: options.getDispatcher, accessOf, earlyRefusals, client, proveKey, watchKey }
}

const withSync = async (given: ReturnType<typeof withService>) => {
  const nextOutboxBatch = createOutboxBatches(given.clock, await readLastOutboxBatch(given.store, {}))
  const sync = await createSync({
    ...given,
    mayDelete: given.clockGuard.mayDelete,
    nextOutboxBatch,
    log: given.logOf('sync'),
    keyChangesOf: given.ring.changesOf,
  })
  return { ...given, nextOutboxBatch, sync, refresh: sync.refresh }
}

/** What is sent: its prices and texts, and the journal that sends it. */
const withJournal = (given: Awaited<ReturnType<typeof withSync>>) => {
  const { store, client, clock, settings, logOf, sync } = given
  const outbox = createOutboxReader({
    ...given,
    nextBatch: given.nextOutboxBatch,
    onRead: (brandId, rows) => sync.recordFreshness(brandId, 'outbox', rows),
  })
  const contactHistory = createContactHistory(given)
  const credits = createCredits(given)
  const composing = createComposing({
    ...given,
    contactHistory,
    outbox: createOutboxState(given),
    log: logOf('composing'),
  })
  const journal = createJournal({
    ...given,
    log: logOf('journal'),
    kinds: {
      ...createPublishingKinds({ store, clock }),
      ...createProspectKinds({ store, client, gate: credits.gate }),
      ...createPitchKinds({ ...given, outbox, log: logOf('pitches') }),
    },
    brands: given.book,
    sends: { areHeld: () => settings.get().isSendingHeld, onChange: settings.onChange },
  })
  given.onBack(() => void journal.refresh('all'))
  return { ...given, outbox, contactHistory, credits, gate: credits.gate, composing, frozen: composing.frozen, journal }
}

const withWebhooks = async (given: Awaited<ReturnType<typeof withJournal>>) => {
  const { options, emit } = given
  const webhooks = await createWebhooks({
    ...given,
    brands: given.book,
    ring: given.secrets,
    isTimeKnown: given.claims.isTimeKnown,
    onTime: given.onBack,
    log: given.logOf('webhooks'),
    onArticlesApplied: createConfirmationNotifier({ emit, notifyConfirmed: given.journal.notifyConfirmed }),
    port: options.webhookPort,
    inboxFile: inboxFileOf(given.paths.coreFile),
    workerUrl: receiverWorkerUrl(options.workerUrl ?? storeWorkerUrl()),
  })
  return { ...given, webhooks }
}

/** Rejects with DeskError `storage` where the data folder cannot be opened. */
export const createParts = async (given: PartsOptions) =>
  withWebhooks(withJournal(await withSync(withService(await withBrands(await withStore(await openFolder(given)))))))
export type Parts = Awaited<ReturnType<typeof createParts>>
