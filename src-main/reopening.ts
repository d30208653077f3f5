// The desk that shells hold while the composed desk inside is closed and opened again: after a backup was restored, or once
// a person chose what to do about a missing core.db. Calls wait meanwhile.
import { join } from 'node:path'
import { CALL_NAMES, type CallName, type DeskEvent, type Handlers } from '../src-shared/desk/contract.ts'
import { DeskError } from '../src-shared/desk/errors.ts'
import type { Clock } from './base/clock.ts'
import { createListeners } from './base/listeners.ts'
import { createLog, type Log } from './base/log.ts'
import { composeDesk } from './compose.ts'
import type { ComposedDesk, ComposeOptions, Reopen } from './composed-desk.ts'
import { asDeskError, createDispatch, createEvents } from './desk.ts'
import { createSessionKeychain } from './keychain/session-keychain.ts'
import { createNotices } from './notices.ts'

// The desk while core.db is missing: nothing is opened and nothing is deleted until a person has chosen.
type MissingCoreOptions = {
  readonly home: string
  readonly clock: Clock
  readonly log: Log
  /** The error of every call that is not about recovery. */
  readonly error: DeskError
  readonly reopen: Reopen
}

const createMissingCoreDesk = ({ home, clock, log, error, reopen }: MissingCoreOptions): ComposedDesk => {
  const { emit, subscribe } = createEvents()
  const notices = createNotices({ clock, emit, startedAtMs: clock.now() })
  notices.notify({ level: 'error', title: 'core.db is missing', message: error.message })
  const refuse = () => Promise.reject(error)
  const handlers: Handlers = {
    ...(Object.fromEntries(CALL_NAMES.map((name) => [name, refuse])) as Record<CallName, typeof refuse>), // each name
    'desk.notices': () => ({ notices: notices.list() }),
    'desk.recovery': () => ({ state: 'core-missing', dataFolder: home, backupsFolder: join(home, 'backups') }),
    'desk.lookForBackups': async () => ({ isFound: !(await reopen({})).isCoreMissing }),
    'desk.startEmpty': async () => {
      await reopen({ mayStartEmpty: true })
      return {}
    },
  }
  return {
    home,
    exportsFolder: join(home, 'exports'),
    log,
    call: createDispatch({ handlers, checkOutput: false, onUnexpected: () => undefined }),
    subscribe,
    resumeIntents: () => Promise.resolve(),
    close: () => Promise.resolve(),
  }
}

export type ReopeningOptions = Omit<ComposeOptions, 'start' | 'reopen' | 'log'> & { readonly logLevel: string }

const isCoreMissing = (error: unknown): error is DeskError =>
  error instanceof DeskError && error.detail?.isCoreMissing === true

/** The desk as every shell opens it. Rejects with DeskError `storage` where the data folder cannot be opened. */
export const openReopeningDesk = async ({ logLevel, ...options }: ReopeningOptions): Promise<ComposedDesk> => {
  const log = createLog(join(options.home, 'logs'), logLevel)
  const listeners = createListeners<DeskEvent>()
  // Keys that a person gave for this session outlive a restore.
  const sessionKeychain = options.sessionKeychain ?? createSessionKeychain()

  let isMissing = false
  const open = async (start: Parameters<Reopen>[0]): Promise<ComposedDesk> => {
    isMissing = false
    const desk = await composeDesk({ ...options, log, sessionKeychain, start, reopen }).catch((error: unknown) => {
      if (!isCoreMissing(error)) throw error
      isMissing = true
      return createMissingCoreDesk({ home: options.home, clock: options.clock, log, error, reopen })
    })
    desk.subscribe(listeners.notify)
    return desk
  }

  const reopen: Reopen = async (start, whileClosed) => {
    const before = await inside
    let failure: { readonly error: unknown } | undefined
    const openAgain = async () => {
      await whileClosed?.()
      return open(start)
    }
    inside = before.close().then(() =>
      openAgain().catch((error: unknown) => {
        failure = { error }
        return open({})
      }),
    )
    await inside
    if (!isMissing) listeners.notify({ name: 'desk.reopened', payload: {} })
    if (failure !== undefined) throw failure.error
    return { isCoreMissing: isMissing }
  }

  let inside = open({})
  const { home, exportsFolder } = await inside.catch((error: unknown) => {
    log.close()
    throw error
  })
  return {
    home,
    exportsFolder,
    log,
    call: async (name, input) => {
      try {
        return await (await inside).call(name, input)
      } catch (error) {
        return { ok: false, error: asDeskError(error).toValue() }
      }
    },
    subscribe: listeners.add,
    resumeIntents: async () => (await inside).resumeIntents(),
    close: async () => {
      await (await inside).close()
      log.close()
    },
  }
}
