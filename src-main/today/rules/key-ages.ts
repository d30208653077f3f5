// Keys that are older than the person wants. A key for one session ends with it, and a demo brand has none.
import type { Brand } from '../../../src-shared/desk/brands.ts'
import { DAY_MS } from '../../base/clock.ts'
import { count, type Finding, namesOf, SINGLE_BRANDS_MAX } from './finding.ts'

type Old = { readonly brand: Brand; readonly since: string; readonly isExact: boolean; readonly days: number }

const oldKeys = (brands: readonly Brand[], days: number, nowMs: number): Old[] =>
  brands.flatMap((brand) => {
    const { keyAge, keyIn, keyState } = brand
    if (keyAge === null || keyIn !== 'os' || keyState === 'unauthorized' || keyState === 'missing') return []
    const age = Math.floor((nowMs - Date.parse(keyAge.since)) / DAY_MS)
    return age < days ? [] : [{ brand, ...keyAge, days: age }]
  })

/** Replaced meanwhile: another occurrence. */
const occurrenceOf = ({ brand, since }: Old): string => `${brand.id} ${since}`

const titleOf = (old: readonly Old[], days: number): string => {
  const [first] = old
  if (old.length !== 1 || first === undefined) return `${count(old.length, 'key')} older than ${count(days, 'day')}`
  return `Key is ${first.isExact ? '' : 'at least '}${count(first.days, 'day')} old`
}

const finding = (id: string, old: readonly Old[], days: number): Finding => ({
  id,
  brandId: old.length === 1 ? (old[0]?.brand.id ?? null) : null,
  occurrences: old.map(occurrenceOf),
  describe: (kept) => {
    const shown = old.filter((one) => kept.has(occurrenceOf(one)))
    return {
      kind: 'key-age',
      section: 'control',
      urgency: 'week',
      title: titleOf(shown, days),
      detail: shown.length === 1 ? 'Get a new key from the service, and replace it here' : namesOf(shown),
      since: shown.map(({ since }) => since).toSorted()[0] ?? null,
      about: { count: shown.length },
      weight: 0,
    }
  },
})

/** `days`: 0 reminds of none. */
export const keyAgeFindings = (brands: readonly Brand[], days: number, nowMs: number): Finding[] => {
  const old = days === 0 ? [] : oldKeys(brands, days, nowMs)
  if (old.length > SINGLE_BRANDS_MAX) return [finding('key-age:all', old, days)]
  return old.map((one) => finding(`key-age:${one.brand.id}`, [one], days))
}
