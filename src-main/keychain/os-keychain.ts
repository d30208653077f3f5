// The system's keychain through keytar. It may be missing, locked or mute, and each is a state here, never a crash:
// - keytar is loaded at first use; a missing libsecret makes the load fail, and nothing else.
// - A locked Secret Service answers reads with null and deletes with false, as if nothing were there. So neither is
//   believed until a write has proved that the keychain works.
// - A prompt that nobody answers never settles and holds a thread of Node's pool. So calls go one at a time, end here
//   after `timeoutMs`, and none follows until the hanging one has settled.
// - keytar.findCredentials crashes the process on a locked Secret Service (7.10): it must not be called.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleepFor } from 'node:timers/promises'
import type { KeychainStatus } from '../../src-shared/desk/desk.ts'
import { KEYCHAIN_SERVICE, type Keychain, keychainError } from './keychain.ts'

/** The part of keytar that is used. */
export type KeytarLike = {
  readonly getPassword: (service: string, account: string) => Promise<string | null>
  readonly setPassword: (service: string, account: string, secret: string) => Promise<void>
  readonly deletePassword: (service: string, account: string) => Promise<boolean>
}

export type OsKeychainOptions = {
  readonly load?: () => Promise<KeytarLike>
  /** How long a call may take: a person may have to type a password. */
  readonly timeoutMs?: number
  /** How long a state is believed before it is checked again; a locked keychain may prompt at every check. */
  readonly recheckMs?: number
  readonly nowMs?: () => number
}

const loadKeytar = async (): Promise<KeytarLike> => {
  const module = await import('keytar')
  return 'default' in module ? (module.default as KeytarLike) : module // CommonJS: its exports are the default one
}

const WAYS_ON =
  'You can continue with keys for this session only. The desk keeps them in memory and asks again at the next start.'
const STATES = {
  ok: { state: 'ok', message: "Keys are kept in this system's keychain." },
  missing: {
    state: 'unavailable',
    message: `This system has no keychain that the desk can load (on Linux: install libsecret and a keyring). ${WAYS_ON}`,
  },
  unreachable: {
    state: 'unavailable',
    message: `This system's keychain cannot be reached (on Linux: there is no D-Bus session or no Secret Service). ${WAYS_ON}`,
  },
  locked: { state: 'locked', message: `This system's keychain is locked. Unlock it and try again. ${WAYS_ON}` },
  mute: {
    state: 'locked',
    message: `This system's keychain does not answer; it may be asking for its password. Unlock it and try again. ${WAYS_ON}`,
  },
} as const satisfies Record<string, KeychainStatus>

const TIMED_OUT = Symbol('timed out')
class NotLoaded extends Error {}

const statusOf = (error: unknown): KeychainStatus => {
  if (error === TIMED_OUT) return STATES.mute
  if (error instanceof NotLoaded) return STATES.missing
  const text = error instanceof Error ? error.message : ''
  return /lock|prompt|dismiss|cancel|denied|not exist at path/i.test(text) ? STATES.locked : STATES.unreachable
}

export const createOsKeychain = (options: OsKeychainOptions = {}): Keychain => {
  const { load = loadKeytar, timeoutMs = 30_000, recheckMs = 15_000, nowMs = () => performance.now() } = options
  let keytar: Promise<KeytarLike> | undefined
  /** Settles when the call before has settled, however it ended. */
  let lastCall: Promise<unknown> = Promise.resolve()
  let isHanging = false
  let proving: Promise<KeychainStatus> | null = null
  let known: { status: KeychainStatus; untilMs: number } | null = null

  const loaded = (): Promise<KeytarLike> => {
    keytar ??= load().catch(() => {
      throw new NotLoaded()
    })
    return keytar
  }

  const ask = async <Result>(call: (keytar: KeytarLike) => Promise<Result>): Promise<Result> => {
    if (isHanging) throw TIMED_OUT
    const turn = lastCall.then(async () => call(await loaded()))
    lastCall = turn
      .catch(() => undefined)
      .finally(() => {
        isHanging = false
      })
    const timer = new AbortController()
    const late = sleepFor(timeoutMs, undefined, { signal: timer.signal }).then(() => Promise.reject(TIMED_OUT))
    try {
      return await Promise.race([turn, late])
    } catch (error) {
      isHanging ||= error === TIMED_OUT
      throw error
    } finally {
      timer.abort()
      late.catch(() => undefined)
    }
  }

  const prove = async (): Promise<KeychainStatus> => {
    const secret = randomBytes(12).toString('hex')
    const account = `probe:${secret}` // of its own: another desk may be proving at the same time
    try {
      await ask((tar) => tar.setPassword(KEYCHAIN_SERVICE, account, secret))
      const read = await ask((tar) => tar.getPassword(KEYCHAIN_SERVICE, account))
      await ask((tar) => tar.deletePassword(KEYCHAIN_SERVICE, account))
      return read === secret ? STATES.ok : STATES.locked
    } catch (error) {
      return statusOf(error)
    }
  }

  /** Those who ask at the same time share one proof. */
  const freshStatus = (): Promise<KeychainStatus> => {
    proving ??= prove()
      .then((status) => {
        known = { status, untilMs: nowMs() + recheckMs }
        return status
      })
      .finally(() => {
        proving = null
      })
    return proving
  }

  const guarded = async <Result>(call: (keytar: KeytarLike) => Promise<Result>): Promise<Result> => {
    try {
      return await ask(call)
    } catch (error) {
      const status = statusOf(error)
      known = { status, untilMs: nowMs() + recheckMs }
      throw keychainError(status)
    }
  }

  const assertWorks = async (): Promise<void> => {
    const status = await freshStatus()
    if (status.state !== 'ok') throw keychainError(status)
  }

  return {
    get: async (account) => {
      if (known !== null && known.status.state !== 'ok' && nowMs() < known.untilMs) throw keychainError(known.status)
      const secret = await guarded((tar) => tar.getPassword(KEYCHAIN_SERVICE, account))
      if (secret !== null) return secret
      await assertWorks()
      return guarded((tar) => tar.getPassword(KEYCHAIN_SERVICE, account)) // it may have been unlocked meanwhile
    },
    set: async (account, secret) => {
      await guarded((tar) => tar.setPassword(KEYCHAIN_SERVICE, account, secret))
      const read = await guarded((tar) => tar.getPassword(KEYCHAIN_SERVICE, account))
      if (read !== secret) throw keychainError(STATES.locked)
    },
    delete: async (account) => {
      const isDeleted = await guarded((tar) => tar.deletePassword(KEYCHAIN_SERVICE, account))
      if (isDeleted) return
      await assertWorks()
      await guarded((tar) => tar.deletePassword(KEYCHAIN_SERVICE, account))
    },
    status: async () => (known !== null && nowMs() < known.untilMs ? known.status : freshStatus()),
  }
}
