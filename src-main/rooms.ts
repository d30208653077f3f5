// The rooms of the desk. They are built, started and closed in this order; a later one may use what an earlier one offers.
import type { Handlers } from '../src-shared/desk/contract.ts'
import type { CallsOf, RoomName } from '../src-shared/desk/served-by.ts'
import { createAlerts } from './alerts/calls.ts'
import { createAnnotationHandlers } from './annotations/calls.ts'
import type { Log } from './base/log.ts'
import type { BrandBook } from './brands/brand-book.ts'
import { createBrandHandlers } from './brands/calls.ts'
import { readBrands } from './brands/public.ts'
import { createCannibalisationHandlers } from './cannibalisation/calls.ts'
import { createCauses } from './causes/calls.ts'
import { createClusterHandlers } from './clusters/calls.ts'
import { createConnectors } from './connectors/calls.ts'
import { createExportHandlers } from './exports/calls.ts'
import { createImpact } from './impact/calls.ts'
import { createMcp } from './mcp/mcp.ts'
import { createOpportunities } from './opportunities/calls.ts'
import type { Parts } from './parts.ts'
import { createPitches } from './pitches/calls.ts'
import { createPlaybooks } from './playbooks/calls.ts'
import { createProspects } from './prospects/calls.ts'
import { createPublishingHandlers } from './publishing/calls.ts'
import { createAskViews } from './query/ask-views.ts'
import { createQueryHandlers } from './query/calls.ts'
import { spawnQueryProcess } from './query/process.ts'
import { createQueryRunner } from './query/runner.ts'
import { createRankingHandlers } from './rankings/calls.ts'
import { createEarlierDay } from './rankings/earlier-day.ts'
import { createForecastJudge } from './rankings/forecast-judge.ts'
import { createOverviewHandlers } from './rankings/overview.ts'
import { readTopicKeywords } from './rankings/public.ts'
import { createReports } from './reports/calls.ts'
import { NO_PRINTER } from './reports/printer.ts'
import { readAuditSites } from './research/public.ts'
import { createResearch } from './research/research.ts'
import type { Room } from './room.ts'
import { createDeskHandlers } from './settings/calls.ts'
import { readSettingChanges } from './settings/public.ts'
import { createServiceHandlers } from './settings/service-calls.ts'
import { createSuppressions } from './suppressions/suppressions.ts'
import { createTeam } from './team/calls.ts'
import { createTeamRefresh } from './team/refresh.ts'
import { createTodayHandlers } from './today/calls.ts'
import { createVisibilityHandlers } from './visibility/calls.ts'

/** `opening`: before a call is answered. `staying`: not in a command. `background`: where work by itself is wanted. */
export type StartsWhen = 'opening' | 'staying' | 'background'

type GivenParts = Parts & { readonly brands: BrandBook; readonly log: Log }
type RoomRow<Own extends Room = Room> = {
  readonly create: (parts: GivenParts) => Own | Promise<Own>
  readonly starts?: StartsWhen
}
type Serving<Name extends RoomName> = Room & { readonly handlers: Pick<Handlers, CallsOf<Name>> }

/** A room that only answers. */
const answers = <Own extends Partial<Handlers>>(create: (parts: GivenParts) => Own) => ({
  create: (parts: GivenParts) => ({ handlers: create(parts) }),
})

/** Each has a process of its own: a long query of an assistant does not keep the console waiting. */
const createViews = ({ store, clock, paths, dataVersion, options }: Parts) => {
  const runner = createQueryRunner(options.startQueryProcess ?? spawnQueryProcess())
  const files = { coreFile: paths.coreFile, cacheFile: paths.cacheFile }
  return {
    askViews: createAskViews({ store, clock, files, version: dataVersion.version, runner }),
    close: runner.close,
  }
}

const createRankings = (parts: GivenParts) => {
  const earlierDay = createEarlierDay(parts)
  const given = { ...parts, earlierDay }
  const handlers = { ...createOverviewHandlers(given), ...createRankingHandlers(given) }
  return { handlers, ...createForecastJudge(parts) }
}

const createBrands = (parts: GivenParts) =>
  createBrandHandlers({
    ...parts,
    readSites: (brandIds) => readAuditSites(parts.store, { brandIds }),
    whileStopped: (brandId, action) =>
      parts.journal.whileStopped(brandId, () => parts.sync.whileStopped(brandId, action)),
    forgetSecrets: parts.webhooks.forget,
  })

const createDesk = (parts: GivenParts) => ({
  ...createServiceHandlers(parts),
  ...createDeskHandlers({
    ...parts,
    version: parts.options.version,
    shell: parts.options.shell,
    reopen: parts.options.reopen,
    keychainStatus: parts.ring.status,
    demoStatus: parts.demo.status,
    notices: parts.notices.list,
  }),
})

const createQuery = (parts: GivenParts) => {
  const { askViews, close } = createViews(parts)
  return {
    handlers: createQueryHandlers({ ...parts, askViews, hasByteOrderMark: () => parts.settings.get().csvBom }),
    close,
  }
}

const createAssistants = async (parts: GivenParts) => {
  const views = createViews(parts)
  const { version, shell } = parts.options
  const { handlers, start, close } = await createMcp({ ...parts, askViews: views.askViews, version })
  return {
    handlers,
    // A command of the command line answers no one else.
    ...(shell === 'cli' ? {} : { start }),
    close: () => Promise.all([close(), views.close()]),
  }
}

const createTeamRoom = (parts: GivenParts) => {
  const { store, options, paths, access, settings, book, journal, ring } = parts
  const fromOthers = createTeamRefresh({
    ...parts,
    team: store.team,
    refreshBrands: book.refresh,
    refreshSettings: settings.refresh,
    refreshJournal: journal.refresh,
    forgetKey: (id) => ring.drop({ id, keyIn: null }),
  })
  const { coreFile, cacheFile, backupsFolder } = paths
  const { workerUrl, startThread, teamAddress, reopen } = options
  const { handlers, close } = createTeam({
    ...parts,
    access,
    teamAddress,
    ring: parts.secrets,
    files: { coreFile, cacheFile, backupsFolder, workerUrl, startThread },
    reopen,
    ownNowMs: options.clock.now,
    listBrands: () => readBrands(store, {}),
    settingChanges: () => readSettingChanges(store, {}),
  })
  return {
    handlers,
    close: (): Promise<unknown> => {
      close()
      return fromOthers.close()
    },
  }
}

/** Does not compile while a room does not serve one of its calls. */
const ROOMS = {
  mcp: { create: createAssistants, starts: 'opening' },
  webhooks: {
    create: ({ webhooks, options: { isReceiverWanted } }) => ({
      ...webhooks,
      start: () => webhooks.start({ isReceiverWanted }),
    }),
    starts: 'opening',
  },
  journal: { create: ({ journal }) => journal, starts: 'staying' },
  playbooks: { create: createPlaybooks, starts: 'staying' },
  sync: { create: ({ sync }) => sync, starts: 'background' },
  credits: { create: ({ credits }) => credits },
  suppressions: { create: createSuppressions },
  composing: { create: ({ composing }) => composing, starts: 'background' },
  prospects: { create: createProspects, starts: 'background' },
  pitches: { create: createPitches },
  publishing: answers(createPublishingHandlers),
  research: { create: createResearch, starts: 'background' },
  reports: {
    create: (parts) => createReports({ ...parts, printer: parts.options.printer ?? NO_PRINTER }),
    starts: 'background',
  },
  alerts: { create: createAlerts, starts: 'background' },
  connectors: {
    create: (parts) =>
      createConnectors({
        ...parts,
        onRead: (brandId, tools) => parts.sync.recordFreshness(brandId, 'connectors', tools),
        mcpUrl: () => parts.settings.profile().mcpUrl,
      }),
    starts: 'background',
  },
  visibility: answers((parts) =>
    createVisibilityHandlers({
      ...parts,
      onRead: (brandId, models) => parts.sync.recordFreshness(brandId, 'visibility', models),
    }),
  ),
  impact: { create: createImpact, starts: 'background' },
  causes: { create: createCauses, starts: 'background' },
  brands: answers(createBrands),
  rankings: { create: createRankings, starts: 'background' },
  cannibalisation: answers(createCannibalisationHandlers),
  opportunities: { create: createOpportunities, starts: 'background' },
  annotations: answers(createAnnotationHandlers),
  clusters: answers(({ store }) =>
    createClusterHandlers({ store, topicKeywords: (topic) => readTopicKeywords(store, topic) }),
  ),
  today: answers(createTodayHandlers),
  exports: answers(createExportHandlers),
  query: { create: createQuery },
  settings: answers(createDesk),
  clockGuard: { create: ({ clockGuard }) => clockGuard },
  serviceClient: answers(({ earlyRefusals }) => earlyRefusals.handlers),
  team: { create: createTeamRoom },
} satisfies { readonly [Name in RoomName]: RoomRow<Serving<Name>> }

export type Rooms = Readonly<Record<RoomName, Room>>

const rows: Readonly<Record<string, RoomRow>> = ROOMS
const entriesOf = (rooms: Rooms) => Object.entries<Room>(rooms)

export const createRooms = async (parts: Parts): Promise<Rooms> => {
  const rooms: Record<string, Room> = {}
  for (const [name, { create }] of Object.entries(rows))
    rooms[name] = await create({ ...parts, brands: parts.book, log: parts.logOf(name) })
  return rooms as Rooms // each made by the function of its name
}

export const handlersOf = (rooms: Rooms): Handlers =>
  Object.assign({}, ...entriesOf(rooms).map(([, { handlers }]) => handlers)) // each call's: ROOMS has them by its type

export const startRooms = async (rooms: Rooms, when: StartsWhen): Promise<void> => {
  for (const [name, { start }] of entriesOf(rooms)) if (rows[name]?.starts === when) await start?.()
}

/** By the room's name; all begin to close at once. */
export const closeRooms = (rooms: Rooms): Record<string, Promise<unknown>> =>
  Object.fromEntries(
    entriesOf(rooms).flatMap(([name, { close }]) => (close === undefined ? [] : [[name, (async () => close())()]])),
  )
