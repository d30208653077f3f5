// Brands whose key or whose sync fails. Many brands with the same problem at once (no network, another service address)
// are one item: it has one cause.
import type { Brand } from '../../../src-shared/desk/brands.ts'
import { type Clock, HOUR_MS, toInstantOrNull } from '../../base/clock.ts'
import type { FreshnessRow } from '../../store/freshness.ts'
import { count, type Described, type Finding, namesOf, SINGLE_BRANDS_MAX } from './finding.ts'

type KeyState = 'missing' | 'unauthorized' | 'forbidden' | 'unconfirmed'
const KEY_TITLES: Readonly<Record<KeyState, readonly [one: string, many: string]>> = {
  missing: ['No key: sync stopped', 'have no key: sync stopped'],
  unauthorized: ['Key rejected: sync stopped', 'have a rejected key: sync stopped'],
  forbidden: ['Key has no access: sync stopped', 'have a key without access: sync stopped'],
  unconfirmed: ['Service address changed: sync stopped', 'wait for their new service address: sync stopped'],
}
const isFailing = (state: Brand['keyState']): state is KeyState => Object.hasOwn(KEY_TITLES, state)

type Trouble = {
  readonly brand: Brand
  readonly cause: string
  /** When it last worked. */
  readonly lastAtMs: number | null
  readonly reason: string
  readonly datasets: readonly string[]
}

const lastOf = (rows: readonly FreshnessRow[]): number | null =>
  rows.reduce<number | null>(
    (last, { fetchedAtMs }) => (fetchedAtMs === null ? last : Math.max(last ?? 0, fetchedAtMs)),
    null,
  )

/** It worked in between: another occurrence. */
const occurrenceOf = ({ brand, cause, lastAtMs }: Trouble): string => `${brand.id} ${cause} ${lastAtMs ?? 'never'}`

const ageOf = (lastAtMs: number | null, nowMs: number): string => {
  if (lastAtMs === null) return 'never synced'
  const hours = Math.floor((nowMs - lastAtMs) / HOUR_MS)
  if (hours < 1) return 'synced within the last hour'
  return hours < 48 ? `data ${hours} h old` : `data ${Math.floor(hours / 24)} days old`
}

type Kind = {
  readonly kind: 'key' | 'sync'
  readonly urgency: Described['urgency']
  readonly titleOf: (troubles: readonly Trouble[]) => string
  readonly detailOf: (troubles: readonly Trouble[]) => string
}

const finding = (id: string, troubles: readonly Trouble[], look: Kind): Finding => ({
  id,
  brandId: troubles.length === 1 ? (troubles[0]?.brand.id ?? null) : null,
  occurrences: troubles.map(occurrenceOf),
  describe: (kept) => {
    const shown = troubles.filter((trouble) => kept.has(occurrenceOf(trouble)))
    const oldest = shown.reduce<number | null>(
      (first, { lastAtMs }) => (lastAtMs === null ? first : Math.min(first ?? lastAtMs, lastAtMs)),
      null,
    )
    return {
      kind: look.kind,
      section: 'control',
      urgency: look.urgency,
      title: look.titleOf(shown),
      detail: look.detailOf(shown),
      since: toInstantOrNull(oldest),
      about: { count: shown.length, ...(look.kind === 'key' && { keyState: shown[0]?.cause ?? '' }) },
      weight: 0,
    }
  },
})

/** Each brand by itself, or all with the same cause together. */
const grouped = (troubles: readonly Trouble[], look: Kind): Finding[] =>
  [...Map.groupBy(troubles, ({ cause }) => cause)].flatMap(([cause, all]) =>
    all.length > SINGLE_BRANDS_MAX
      ? [finding(`${look.kind}:all:${cause}`, all, look)]
      : all.map((one) => finding(`${look.kind}:${one.brand.id}:${cause}`, [one], look)),
  )

const keys = (nowMs: number): Kind => ({
  kind: 'key',
  urgency: 'urgent',
  titleOf: (troubles) => {
    const state = troubles[0]?.cause as KeyState // `isFailing` chose it
    const [one, many] = KEY_TITLES[state]
    return troubles.length === 1 ? one : `${count(troubles.length, 'brand')} ${many}`
  },
  detailOf: (troubles) => (troubles.length === 1 ? ageOf(troubles[0]?.lastAtMs ?? null, nowMs) : namesOf(troubles)),
})

const syncs: Kind = {
  kind: 'sync',
  urgency: 'today',
  titleOf: (troubles) => {
    const [first = 'data', ...rest] = troubles[0]?.datasets ?? []
    if (troubles.length > 1) return `Sync failed for ${count(troubles.length, 'brand')}`
    return rest.length === 0 ? `Sync failed: ${first}` : `Sync failed: ${first} and ${rest.length} more`
  },
  detailOf: (troubles) =>
    troubles.length === 1 ? (troubles[0]?.reason ?? '') : `${troubles[0]?.reason ?? ''} · ${namesOf(troubles)}`,
}

type Facts = {
  readonly brands: readonly Brand[]
  readonly freshness: readonly FreshnessRow[]
  readonly clock: Pick<Clock, 'now'>
}

export const keyAndSyncFindings = ({ brands, freshness, clock }: Facts): Finding[] => {
  const rowsOf = Map.groupBy(freshness, ({ brandId }) => brandId)
  const failing = brands.flatMap((brand): Trouble[] => {
    if (!isFailing(brand.keyState)) return []
    return [{ brand, cause: brand.keyState, lastAtMs: lastOf(rowsOf.get(brand.id) ?? []), reason: '', datasets: [] }]
  })
  const unsynced = brands.flatMap((brand): Trouble[] => {
    const failed = (rowsOf.get(brand.id) ?? []).filter(({ error }) => error !== null)
    const error = failed[0]?.error
    if (error == null || isFailing(brand.keyState)) return []
    const datasets = failed.map(({ dataset }) => dataset)
    // The brand stands beside it.
    const reason = error.message.replace(`${brand.name}: `, '')
    return [{ brand, cause: error.kind, lastAtMs: lastOf(failed), reason, datasets }]
  })
  return [...grouped(failing, keys(clock.now())), ...grouped(unsynced, syncs)]
}
