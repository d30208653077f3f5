import type { CallOutput, Handlers } from '../../src-shared/desk/contract.ts'
import type { KeychainStatus } from '../../src-shared/desk/desk.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { LIMITS } from '../../src-shared/service/limits.ts'
import { toInstant } from '../base/clock.ts'
import type { Reopen } from '../composed-desk.ts'
import { readOpenIntents } from '../journal/public.ts'
import type { RoomParts } from '../room.ts'
import { bytesOf } from '../store/backups.ts'
import type { SettingsStore } from './settings.ts'

type About = CallOutput<'desk.about'>

export type DeskHandlersDeps = Pick<RoomParts, 'store' | 'clock' | 'emit'> & {
  readonly settings: SettingsStore
  /** Of the program itself. */
  readonly version: string
  readonly shell: About['shell']
  readonly paths: {
    readonly home: string
    readonly coreFile: string
    readonly cacheFile: string
    readonly backupsFolder: string
  }
  readonly keychainStatus: () => Promise<KeychainStatus>
  readonly demoStatus: () => About['demo']
  /** Closes the desk and opens it again on the same folder. */
  readonly reopen: Reopen
  readonly notices: () => CallOutput<'desk.notices'>['notices']
}

const RUNTIMES = ['node', 'electron', 'chrome', 'v8'] as const

const runtimeVersions = (): Record<string, string> =>
  Object.fromEntries(
    RUNTIMES.flatMap((name) => {
      const version = process.versions[name]
      return version === undefined ? [] : [[name, version]]
    }),
  )

/** A file and its WAL: what it takes on disk. */
const bytesOnDisk = (path: string): number => bytesOf(path) + bytesOf(`${path}-wal`)

const listBackups = ({ store, paths, clock }: DeskHandlersDeps) =>
  store.read('backups.list', { folder: paths.backupsFolder, nowMs: clock.now() })

/** Refuses before the desk is closed; sends begun since are found when the files are closed. */
const assertCanRestore = async (deps: DeskHandlersDeps, id: string): Promise<string> => {
  const backup = (await listBackups(deps)).backups.find((one) => one.id === id)
  if (backup === undefined)
    throw new DeskError('not-found', `There is no backup "${id}". It may have been replaced by a newer one.`)
  if (backup.counts === null)
    throw new DeskError('invalid', `The backup "${id}" is damaged or from a newer program. Choose another one.`)
  const open = await readOpenIntents(deps.store, {})
  const sending = open.filter(({ state, isPaused }) => state === 'in_flight' || (state === 'ready' && !isPaused))
  if (sending.length > 0)
    throw new DeskError(
      'conflict',
      `The backup was not restored: ${sending.length} ${sending.length === 1 ? 'intent is' : 'intents are'} being sent. Wait until they are done or cancel them, then try again.`,
    )
  return backup.takenAt
}

const about = async (deps: DeskHandlersDeps): Promise<About> => {
  const { store, settings, paths, version, shell } = deps
  return {
    version,
    shell,
    dataFolder: paths.home,
    platform: `${process.platform} ${process.arch}`,
    versions: { ...runtimeVersions(), sqlite: await store.read('core.sqliteVersion', {}) },
    keychain: await deps.keychainStatus(),
    demo: deps.demoStatus(),
    limits: { ...LIMITS, requestsPerMinute: settings.profile().limits.requestsPerMinute },
    cacheBytes: bytesOnDisk(paths.cacheFile),
    coreBytes: bytesOnDisk(paths.coreFile),
    lastBackupAt: await store.read('backups.bestAt', { folder: paths.backupsFolder, nowMs: deps.clock.now() }),
  }
}

const nothingMissing = () =>
  new DeskError('conflict', 'core.db exists: nothing to recover. Settings → Data lists the backups.')

type DeskCalls =
  | 'desk.about'
  | 'desk.backup'
  | 'desk.backups'
  | 'desk.restore'
  | 'desk.recovery'
  | 'desk.lookForBackups'
  | 'desk.startEmpty'
  | 'desk.notices'
  | 'desk.settings'
  | 'desk.setSettings'

export const createDeskHandlers = (deps: DeskHandlersDeps): Pick<Handlers, DeskCalls> => ({
  'desk.about': () => about(deps),
  'desk.backup': async () => {
    const { path, bytes, takenAtMs } = await deps.store.write('core.backup', { takenAtMs: deps.clock.now() })
    deps.emit('changed', { brandIds: 'all', datasets: ['backups'] })
    return { path, bytes, takenAt: toInstant(takenAtMs) }
  },
  'desk.backups': () => listBackups(deps),
  'desk.restore': async ({ id }) => {
    const takenAt = await assertCanRestore(deps, id)
    await deps.reopen({ restore: id })
    return { takenAt }
  },
  'desk.recovery': () => ({ state: 'none', dataFolder: deps.paths.home, backupsFolder: deps.paths.backupsFolder }),
  'desk.lookForBackups': () => Promise.reject(nothingMissing()),
  'desk.startEmpty': () => Promise.reject(nothingMissing()),
  'desk.notices': () => ({ notices: deps.notices() }),
  'desk.settings': () => deps.settings.get(),
  'desk.setSettings': (patch) => deps.settings.set(patch),
})
