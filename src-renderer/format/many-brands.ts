import { isolate } from './isolate.ts'
import { formatWhole } from './numbers.ts'

/** Above this many brands their number is typed before anything is sent. */
const TYPED_ABOVE = 10

export const numberToType = (brands: number): string | null => (brands > TYPED_ABOVE ? String(brands) : null)

const NAMED = 3

/** `Acme, Beta`; of many: `Acme, Beta, Gamma and 9 more`. */
export const someNames = (names: readonly string[]): string => {
  const shown = names.slice(0, names.length > NAMED + 1 ? NAMED : NAMED + 1).map(isolate)
  const rest = names.length - shown.length
  return `${shown.join(', ')}${rest === 0 ? '' : ` and ${formatWhole(rest)} more`}`
}
