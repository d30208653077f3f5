// The desk while core.db is missing: nothing is opened and nothing is deleted until a person has chosen.
import { join } from 'node:path'
import { CALL_NAMES, type CallName, type Handlers } from '../src-shared/desk/contract.ts'
import type { DeskError } from '../src-shared/desk/errors.ts'
import type { Clock } from './base/clock.ts'
import type { Log } from './base/log.ts'
import type { ComposedDesk, Reopen } from './composed-desk.ts'
import { createDispatch, createEvents } from './desk.ts'
import { createNotices } from './notices.ts'

export type MissingCoreOptions = {
  readonly home: string
  readonly clock: Clock
  readonly log: Log
  /** The error of every call that is not about recovery. */
  readonly error: DeskError
  readonly reopen: Reopen
}

export const createMissingCoreDesk = ({ home, clock, log, error, reopen }: MissingCoreOptions): ComposedDesk => {
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
