// How numbers are written everywhere. No value is a dash, never 0: "not ranking" is not position 0.
export const NO_VALUE = '—'

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const oneDigit = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

type Value = number | null | undefined

export const formatWhole = (value: Value): string => (value == null ? NO_VALUE : whole.format(value))

/** 12,345 → 12.3K; whole below ten thousand, where the digits still matter. */
export const formatShort = (value: Value): string =>
  value == null ? NO_VALUE : Math.abs(value) < 10_000 ? whole.format(value) : short.format(value)

export const formatDecimal = (value: Value): string => (value == null ? NO_VALUE : oneDigit.format(value))

/** A position has one decimal unless it is whole. */
export const formatPosition = (value: Value): string =>
  value == null ? NO_VALUE : Number.isInteger(value) ? whole.format(value) : oneDigit.format(value)

/** A share of 0 to 1 as a percentage. */
export const formatShare = (value: Value): string => (value == null ? NO_VALUE : `${oneDigit.format(value * 100)}%`)

/** A number that already counts in hundredths. */
export const formatPercent = (value: Value): string => (value == null ? NO_VALUE : `${oneDigit.format(value)}%`)

export const formatBytes = (bytes: Value): string => {
  if (bytes == null) return NO_VALUE
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** power
  return `${power === 0 || value >= 100 ? whole.format(value) : oneDigit.format(value)} ${units[power]}`
}

/** `1 keyword`, `2 keywords`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${whole.format(count)} ${count === 1 ? one : many}`
