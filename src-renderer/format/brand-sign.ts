import type { Brand } from '../../src-shared/desk/brands.ts'
import type { SyncStatusRow } from '../../src-shared/desk/sync.ts'
import { DAY_MS } from '../../src-shared/service/durations.ts'
import { plural } from './numbers.ts'
import { formatDate } from './time.ts'

/** The one thing about a brand that is worth a sign beside its name. */
export type BrandSign = 'key' | 'failed' | 'running' | 'none'

const KEY_STATE_LABELS: Record<Brand['keyState'], string> = {
  ok: 'Key works',
  missing: 'No key on this computer',
  unauthorized: 'The service refused the key',
  forbidden: 'The key has no access to this brand',
  unchecked: 'Key not checked yet',
  unconfirmed: 'Address changed: not confirmed for this brand',
}
export const keyStateLabel = (state: Brand['keyState']): string => KEY_STATE_LABELS[state]

/** A demo brand has no key that could work. */
export const keyLabel = ({ demo, keyState }: Pick<Brand, 'demo' | 'keyState'>): string =>
  demo && keyState === 'ok' ? 'Demo: needs no key' : keyStateLabel(keyState)

export const needsKey = (state: Brand['keyState']): boolean => state !== 'ok' && state !== 'unchecked'

/** Without a good key the desk tries nothing by itself. */
export const triesByItself = (state: Brand['keyState']): boolean =>
  state !== 'missing' && state !== 'unauthorized' && state !== 'unconfirmed'

const KEPT_IN: Record<'os' | 'session' | 'demo', string> = {
  os: 'System keychain',
  session: 'In memory only',
  demo: 'Demo, in memory',
}
export const keptIn = (keyIn: Brand['keyIn']): string => (keyIn === null ? 'Not stored' : KEPT_IN[keyIn])

type KeyAge = NonNullable<Brand['keyAge']>
const daysOf = ({ since }: KeyAge, nowMs: number): number =>
  Math.max(0, Math.floor((nowMs - Date.parse(since)) / DAY_MS))

/** `103 days`, or `12+ days` for a key that was here before ages were kept. */
export const keyAgeShort = (age: KeyAge, nowMs: number): string => {
  const days = daysOf(age, nowMs)
  return age.isExact ? plural(days, 'day') : `${days}+ days`
}

/** `Key added 12 Aug (103 days ago)`. */
export const keyAddedLabel = (age: KeyAge, nowMs: number): string => {
  const day = formatDate(age.since, undefined, nowMs).replace(/^[A-Z]\w+ /, '')
  const days = plural(daysOf(age, nowMs), 'day')
  return age.isExact ? `Key added ${day} (${days} ago)` : `Key added before ${day} (at least ${days} ago)`
}

export const signOf = (keyState: Brand['keyState'], rows: readonly SyncStatusRow[]): BrandSign => {
  if (needsKey(keyState)) return 'key'
  if (rows.some((row) => row.state === 'running')) return 'running'
  return rows.some((row) => row.state === 'failed') ? 'failed' : 'none'
}

export const SIGN_LABELS: Record<BrandSign, string> = {
  key: 'needs a key',
  failed: 'last sync failed',
  running: 'syncing',
  none: '',
}
