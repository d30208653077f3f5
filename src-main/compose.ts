// The composition root: builds the desk once and passes every part its dependencies.
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { CallInput, Handlers } from '../src-shared/desk/contract.ts'
import { createAlerts } from './alerts/calls.ts'
import { createAnnotationHandlers } from './annotations/calls.ts'
import type { Clock } from './base/clock.ts'
import type { Log } from './base/log.ts'
import { createAccess } from './brands/access.ts'
import { createBrandBook } from './brands/brand-book.ts'
import { createBrandHandlers } from './brands/calls.ts'
import { createKeyWatch } from './brands/key-watch.ts'
import { createProveKey } from './brands/prove-key.ts'
import { readBrands } from './brands/public.ts'
import { createCannibalisationHandlers } from './cannibalisation/calls.ts'
import { beginClosing, CLOSING_LIMITS, type ClosingLimits, filesStillOpen } from './closing.ts'
import { createClusterHandlers } from './clusters/calls.ts'
import type { ComposedDesk, DeskStart, Reopen } from './composed-desk.ts'
import { createConnectors } from './connectors/calls.ts'
import { createDemoAgency } from './demo/agency.ts'
import type { StartSandbox } from './demo/sandbox-process.ts'
import { connectDemoWebhooks } from './demo/webhooks.ts'
import { callDesk, createDispatch, createEvents } from './desk.ts'
import { createExportHandlers } from './exports/calls.ts'
import type { Ask } from './exports/list.ts'
import { sweepExports } from './exports/sweep.ts'
import { createImpact } from './impact/calls.ts'
import type { ClaimTimes } from './journal/claims.ts'
import { createJournal } from './journal/journal.ts'
import { createKeyRing } from './keychain/key-ring.ts'
import { type Keychain, keyAccount } from './keychain/keychain.ts'
import { createOsKeychain } from './keychain/os-keychain.ts'
import { createSecretRing } from './keychain/secret-ring.ts'
import { createSessionKeychain } from './keychain/session-keychain.ts'
import { createMcp } from './mcp/mcp.ts'
import { createNotices } from './notices.ts'
import { createOutboxBatches } from './pitches/outbox-batches.ts'
import { createOutreach } from './pitches/outreach.ts'
import { readLastOutboxBatch } from './pitches/public.ts'
import { createPlaybooks } from './playbooks/calls.ts'
import { createProspectHandlers } from './prospects/calls.ts'
import { createPublishingHandlers } from './publishing/calls.ts'
import { createConfirmationNotifier } from './publishing/confirm.ts'
import { createPublishingKinds } from './publishing/kinds.ts'
import { createAskViews } from './query/ask-views.ts'
import { createQueryHandlers } from './query/calls.ts'
import { createDataVersion } from './query/data-version.ts'
import type { StartQueryProcess } from './query/messages.ts'
import { spawnQueryProcess } from './query/process.ts'
import { createQueryRunner } from './query/runner.ts'
import { createRankingHandlers } from './rankings/calls.ts'
import { createEarlierDay } from './rankings/earlier-day.ts'
import { createOverviewHandlers } from './rankings/overview.ts'
import { readTopicKeywords } from './rankings/public.ts'
import { createReports } from './reports/calls.ts'
import { NO_PRINTER, type Printer } from './reports/printer.ts'
import { readAuditSites } from './research/public.ts'
import { createResearch } from './research/research.ts'
import { createServiceClient } from './service-client/client.ts'
import { REQUEST_DEADLINES_MS } from './service-client/deadlines.ts'
import { createEarlyRefusals } from './service-client/early-refusals.ts'
import { LISTING_BYTES_MAX } from './service-client/large-replies.ts'
import { createDeskHandlers } from './settings/calls.ts'
import { createClockGuard } from './settings/clock-guard.ts'
import { readSettingChanges } from './settings/public.ts'
import { createServiceHandlers } from './settings/service-calls.ts'
import { createSettings } from './settings/settings.ts'
import { inboxFileOf } from './store/inbox.ts'
import type { StartThread } from './store/link.ts'
import { openStore } from './store/open.ts'
import { colleaguesOf } from './store/team/colleagues.ts'
import { receiverWorkerUrl, storeWorkerUrl } from './store/worker-url.ts'
import { createSync } from './sync/sync.ts'
import { readTeamAccess } from './team/access.ts'
import { createTeam } from './team/calls.ts'
import { createTeamRefresh } from './team/refresh.ts'
import { createTeamParts } from './team-parts.ts'
import { createTodayHandlers } from './today/calls.ts'
import { createVisibilityHandlers } from './visibility/calls.ts'
import { createWebhooks } from './webhooks/webhooks.ts'

export type ComposeOptions = {
  /** The data folder; made if it is not there. */
  readonly home: string
  readonly shell: 'electron' | 'web' | 'cli' | 'none'
  /** Where keys are kept: the system's keychain, or this process's memory alone. */
  readonly keychain: 'os' | 'session'
  readonly clock: Clock
  readonly fetch: typeof fetch
  /** A number from 0 up to 1, for back-off jitter. */
  readonly random: () => number
  /** Starts the sandbox of the demo agency; absent: no demo. */
  readonly startSandbox?: StartSandbox
  /** Starts the process that runs SQL; absent: one of plain Node from the sources. */
  readonly startQueryProcess?: StartQueryProcess
  /** The store worker's file, where it is not beside this one. */
  readonly workerUrl?: URL
  /** How the store's threads are had; absent: new ones. */
  readonly startThread?: StartThread
  readonly version: string
  /** Parse what handlers return as well: development and tests. */
  readonly checkOutput: boolean
  readonly log: Log
  /** Sync what is due in the background; a command of the command line does its own work only. */
  readonly isBackgroundSyncWanted: boolean
  /** Receive webhooks. */
  readonly isReceiverWanted: boolean
  /** How core.db is opened. */
  readonly start: DeskStart
  readonly reopen: Reopen
  /** Makes PDF files; absent: none are made. */
  readonly printer?: Printer
  /** Keys that are kept for this session alone; absent: new ones. */
  readonly sessionKeychain?: Keychain
  /** The address of the team's database with its password (AGENCY_DESK_TEAM), where no keychain holds one; null: none. */
  readonly teamAddress: string | null
  /** The receiver's port instead of the one in its settings; 0: any free one. */
  readonly webhookPort: number | null
  /** How long claims of a team last. */
  readonly claimTimes?: ClaimTimes
  /** How long closing may take, by its steps. */
  readonly closingLimits?: ClosingLimits
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

/** Opens the data folder and builds the desk on it. Rejects with DeskError `storage` where it cannot be opened. */
export const composeDesk = async (options: ComposeOptions): Promise<ComposedDesk> => {
  const { home, random, shell, version, log } = options
  const paths = prepareFolders(home)
  const { coreFile, cacheFile, backupsFolder, exportsFolder } = paths
  const logOf = (room: string): Log => log.child({ room })
  await sweepExports(exportsFolder).catch((error: unknown) =>
    logOf('exports').warn({ err: error }, 'what an earlier desk left unfinished could not be deleted'),
  )
  const { emit, subscribe } = createEvents()
  const notices = createNotices({ clock: options.clock, emit, startedAtMs: options.clock.now() })
  let onCacheRebuilt = (): void => undefined
  const closing = new AbortController()
  const cutOff = new AbortController()

  const keychains = {
    os: options.keychain === 'os' ? createOsKeychain() : null,
    session: options.sessionKeychain ?? createSessionKeychain(),
  }
  const secrets = createSecretRing(keychains)
  const { teamAddress, workerUrl, startThread } = options
  const access = await readTeamAccess({ home, ring: secrets, teamAddress })
  const dataVersion = createDataVersion()
  const opened = await openStore({
    coreFile,
    cacheFile,
    backupsFolder,
    deskNo: access?.deskNo,
    team: access ?? undefined,
    start: options.start,
    workerUrl,
    startThread,
    log: logOf('store'),
    onNotice: (notice) => {
      log.warn(notice, 'store')
      notices.notify(notice)
      dataVersion.bump()
      if (notice.what === 'cache-rebuilt') onCacheRebuilt()
    },
  })
  const store = dataVersion.counting(opened)
  const { clock, claims, limiter, onBack } = await createTeamParts({
    store,
    clock: options.clock,
    random,
    log: logOf('team'),
    claimTimes: options.claimTimes,
  })
  const settings = await createSettings({ store })
  settings.onChange((changed) => {
    if (changed === 'settings') emit('settings.changed', settings.get())
    else emit('service.profileChanged', {})
  })
  const clockGuard = await createClockGuard({ store, clock, emit, notify: notices.notify, log: logOf('settings') })
  const book = await createBrandBook({
    store,
    emit,
    settings,
    isInSession: async (brandId) => (await keychains.session.get(keyAccount(brandId))) !== null,
  })
  const demo = createDemoAgency({
    store,
    book,
    clock,
    log: logOf('demo'),
    notify: notices.notify,
    emit,
    // A team is of real brands.
    startSandbox: access === null ? options.startSandbox : undefined,
  })
  const ring = createKeyRing({ ...keychains, demoKeys: demo.keyOf, mayOthersHaveKeys: colleaguesOf(store).mayHaveKeys })
  const baseUrl = () => settings.profile().baseUrl
  const accessOf = createAccess({ book, ring, baseUrl, demoBaseUrl: demo.baseUrl })
  const earlyRefusals = createEarlyRefusals({ store, clock, emit, log: logOf('service-client') })
  const client = createServiceClient({
    fetch: options.fetch,
    clock,
    random,
    limiter,
    emit,
    log: logOf('service-client'),
    accessOf,
    onEarlyRefusal: earlyRefusals.save,
    profile: settings.profile,
    timeoutMs: REQUEST_TIMEOUT_MS,
    deadlinesMs: REQUEST_DEADLINES_MS,
    closing: closing.signal,
    cutOff: cutOff.signal,
    replyBytesMax: LISTING_BYTES_MAX,
  })
  const proveKey = createProveKey(client)
  const isDemoRunning = () => demo.baseUrl() !== null
  const nextOutboxBatch = createOutboxBatches(clock, await readLastOutboxBatch(store, {}))
  const sync = await createSync({
    store,
    mayDelete: clockGuard.mayDelete,
    client,
    book,
    settings,
    clock,
    nextOutboxBatch,
    random,
    emit,
    log: logOf('sync'),
    keyChangesOf: ring.changesOf,
    isDemoRunning,
  })
  const watchKey = createKeyWatch({ book, client, keyChangesOf: ring.changesOf })
  const outreach = createOutreach({
    store,
    deleteOld: clockGuard.deleteOld,
    client,
    book,
    clock,
    emit,
    log: logOf('outreach'),
    baseUrl,
    isDemoRunning,
    nextOutboxBatch,
    subscribe,
    refresh: sync.refresh,
    onOutboxRead: (brandId, rows) => sync.recordFreshness(brandId, 'outbox', rows),
    closing: closing.signal,
  })
  const journal = createJournal({
    store,
    client,
    clock,
    emit,
    notify: notices.notify,
    log: logOf('journal'),
    kinds: { ...createPublishingKinds({ store, clock }), ...outreach.kinds },
    brands: book,
    watchKey,
    claims,
    sends: { areHeld: () => settings.get().isSendingHeld, onChange: settings.onChange },
  })

  onBack(() => void journal.refresh('all'))

  const webhooks = await createWebhooks({
    store,
    clockGuard,
    brands: book,
    ring: secrets,
    clock,
    isTimeKnown: claims.isTimeKnown,
    onTime: onBack,
    fetch: options.fetch,
    random,
    emit,
    log: logOf('webhooks'),
    onArticlesApplied: createConfirmationNotifier({ emit, notifyConfirmed: journal.notifyConfirmed }),
    port: options.webhookPort,
    inboxFile: inboxFileOf(coreFile),
    workerUrl: receiverWorkerUrl(options.workerUrl ?? storeWorkerUrl()),
    notify: notices.notify,
  })

  const research = await createResearch({
    store,
    client,
    clock,
    emit,
    log: logOf('research'),
    watchKey,
    brands: book,
    notify: notices.notify,
  })
  const ask: Ask = (name, input) =>
    callDesk({ call: (...given) => call(...given) }, name, input as CallInput<typeof name>) // the call parses it
  const reports = await createReports({
    store,
    clock,
    emit,
    log: logOf('reports'),
    exportsFolder,
    brands: book,
    printer: options.printer ?? NO_PRINTER,
    ask,
  })
  const connectors = await createConnectors({
    store,
    client,
    clock,
    emit,
    log: logOf('connectors'),
    watchKey,
    onRead: (brandId, tools) => sync.recordFreshness(brandId, 'connectors', tools),
    brands: book,
    mcpUrl: () => settings.profile().mcpUrl,
    demoBaseUrl: demo.baseUrl,
  })

  const impact = createImpact({ store, clock, emit, subscribe, log: logOf('impact'), brands: book })
  const playbooks = createPlaybooks({
    store,
    clock,
    emit,
    log: logOf('playbooks'),
    brands: book,
    notify: notices.notify,
    ask,
    subscribe,
  })
  const alerts = await createAlerts({
    store,
    clock,
    brands: book,
    emit,
    subscribe,
    notify: notices.notify,
    deleteOld: clockGuard.deleteOld,
    closing: closing.signal,
    log: logOf('alerts'),
  })

  const fromOthers = createTeamRefresh({
    team: store.team,
    emit,
    log: logOf('team'),
    refreshBrands: book.refresh,
    refreshSettings: settings.refresh,
    refreshJournal: journal.refresh,
    forgetKey: (id) => ring.drop({ id, keyIn: null }),
  })
  const files = { coreFile, cacheFile, backupsFolder, workerUrl, startThread }
  const reopen = options.reopen
  const ownNowMs = options.clock.now
  const team = createTeam({
    access,
    teamAddress,
    ring: secrets,
    files,
    reopen,
    emit,
    store,
    clock,
    ownNowMs,
    brands: book,
    listBrands: () => readBrands(store, {}),
    settingChanges: () => readSettingChanges(store, {}),
  })

  const startQueryProcess = options.startQueryProcess ?? spawnQueryProcess()
  // Two processes: a long query of an assistant does not keep the console waiting.
  const runners = { console: createQueryRunner(startQueryProcess), assistants: createQueryRunner(startQueryProcess) }
  const views = { store, clock, files: { coreFile, cacheFile }, version: dataVersion.version }

  const mcp = await createMcp({
    store,
    clock,
    emit,
    log: logOf('mcp'),
    brands: book,
    askViews: createAskViews({ ...views, runner: runners.assistants }),
    version,
  })

  // During the start nothing is in memory yet that a new cache would contradict.
  onCacheRebuilt = sync.startOver

  const earlierDay = createEarlierDay({ store, clock })
  const handlers: Handlers = {
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
      whileStopped: (brandId, action) => journal.whileStopped(brandId, () => sync.whileStopped(brandId, action)),
      forgetSecrets: webhooks.forget,
    }),
    ...createOverviewHandlers({ store, clock, brands: book, earlierDay }),
    ...createServiceHandlers({ settings, book, ring, client, proveKey, accessOf, fetch: options.fetch, clock }),
    ...earlyRefusals.handlers,
    ...sync.handlers,
    ...createCannibalisationHandlers({ store, brands: book }),
    ...createAnnotationHandlers({ store, clock, emit, brands: book }),
    ...createRankingHandlers({ store, clock, emit, brands: book, earlierDay }),
    ...createClusterHandlers({ store, topicKeywords: (topic) => readTopicKeywords(store, topic) }),
    ...createProspectHandlers({ store }),
    ...journal.handlers,
    ...createPublishingHandlers({ store, clock, emit, journal, book, baseUrl, isDemoRunning }),
    ...impact.handlers,
    ...outreach.handlers(journal),
    ...webhooks.handlers,
    ...research.handlers,
    ...connectors.handlers,
    ...createVisibilityHandlers({
      store,
      client,
      clock,
      emit,
      watchKey,
      onRead: (brandId, models) => sync.recordFreshness(brandId, 'visibility', models),
      brands: book,
    }),
    ...createExportHandlers({
      store,
      clock,
      settings,
      exportsFolder,
      brands: book,
      ask,
    }),
    ...reports.handlers,
    ...mcp.handlers,
    ...createQueryHandlers({
      store,
      clock,
      emit,
      brands: book,
      askViews: createAskViews({ ...views, runner: runners.console }),
      exportsFolder,
      hasByteOrderMark: () => settings.get().csvBom,
    }),
    ...playbooks.handlers,
    ...alerts.handlers,
    ...createTodayHandlers({ store, clock, emit, brands: book, settings }),
    ...clockGuard.handlers,
    ...team.handlers,
    ...createDeskHandlers({
      store,
      emit,
      settings,
      clock,
      version,
      shell,
      paths: { home, coreFile, cacheFile, backupsFolder },
      keychainStatus: ring.status,
      demoStatus: demo.status,
      reopen: options.reopen,
      notices: notices.list,
    }),
  }
  const call = createDispatch({
    handlers,
    checkOutput: options.checkOutput,
    onUnexpected: (name, error) => log.error({ err: error }, `${name} failed`),
  })

  // A command of the command line answers no one else.
  if (shell !== 'cli') await mcp.start()
  await webhooks.start({ isReceiverWanted: options.isReceiverWanted })
  const isFirstStart = book.list().length === 0
  const started = demo.start().then(async () => {
    if (isDemoRunning() && options.isReceiverWanted)
      await connectDemoWebhooks({
        book,
        demo,
        rotateSecret: webhooks.handlers['webhooks.rotateSecret'],
        log: logOf('demo'),
      })
    if (shell !== 'cli') {
      await journal.start()
      await playbooks.start()
    }
    if (!options.isBackgroundSyncWanted) return
    sync.start()
    outreach.start()
    research.start()
    reports.start()
    alerts.start()
    connectors.start()
    impact.start()
    if (isDemoRunning()) await demo.addHistory({ call, subscribe })
  })
  // The first start waits for the demo's brands; later the brands exist before their sandbox runs.
  if (isFirstStart) await started
  log.info({ version, shell }, 'desk opened')

  const limits = options.closingLimits ?? CLOSING_LIMITS
  const close = async () => {
    const step = beginClosing({ clock, log })
    await step.waitFor({ start: started }, limits.startMs)
    // Nothing new begins from here on, in any room.
    closing.abort()
    step.at(limits.requestsMs, () => cutOff.abort())
    outreach.close()
    team.close()
    const rooms = {
      team: fromOthers.close(),
      webhooks: webhooks.close(),
      research: research.close(),
      reports: reports.close(),
      alerts: alerts.close(),
      connectors: connectors.close(),
      impact: impact.close(),
      playbooks: playbooks.close(),
      journal: journal.close(),
      sync: sync.close(),
      clockGuard: clockGuard.close(),
      mcp: mcp.close(),
      query: Promise.all([runners.console.close(), runners.assistants.close()]),
    }
    await step.waitFor(rooms, limits.roomsMs)
    cutOff.abort()
    const demoClosed = step.waitFor({ demo: demo.close() }, limits.allMs)
    await step.waitFor({ limiter: limiter.close() }, limits.allMs)
    const areFilesClosed = await step.waitFor({ files: store.close() }, limits.allMs)
    await demoClosed
    step.end()
    if (!areFilesClosed || webhooks.hasThread()) throw filesStillOpen() // a second opener must not write beside us
    log.info('desk closed')
  }
  return { home, exportsFolder, log, call, subscribe, resumeIntents: journal.start, close }
}
