import { existsSync, statSync } from 'node:fs'
import type { CallOutput, Handlers } from '../../src-shared/desk/contract.ts'
import type { KeychainStatus } from '../../src-shared/desk/desk.ts'
import { LIMITS } from '../../src-shared/service/limits.ts'
import { type Clock, toInstant } from '../clock.ts'
import { listBackups } from '../store/backups.ts'
import type { Store } from '../store/store.ts'
import type { SettingsStore } from './settings.ts'

type About = CallOutput<'desk.about'>

export type DeskHandlersDeps = {
  readonly store: Store
  readonly settings: SettingsStore
  readonly clock: Clock
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
const bytesOf = (path: string): number =>
  [path, `${path}-wal`].reduce((sum, file) => sum + (existsSync(file) ? statSync(file).size : 0), 0)

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
    cacheBytes: bytesOf(paths.cacheFile),
    coreBytes: bytesOf(paths.coreFile),
    lastBackupAt: listBackups(paths.backupsFolder)[0]?.takenAt ?? null,
  }
}

export const createDeskHandlers = (
  deps: DeskHandlersDeps,
): Pick<Handlers, 'desk.about' | 'desk.backup' | 'desk.notices' | 'desk.settings' | 'desk.setSettings'> => ({
  'desk.about': () => about(deps),
  'desk.backup': async () => {
    const { path, bytes, takenAtMs } = await deps.store.write('core.backup', { takenAtMs: deps.clock.now() })
    return { path, bytes, takenAt: toInstant(takenAtMs) }
  },
  'desk.notices': () => ({ notices: deps.notices() }),
  'desk.settings': () => deps.settings.get(),
  'desk.setSettings': (patch) => deps.settings.set(patch),
})
