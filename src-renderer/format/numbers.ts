// How numbers are written everywhere. No value is a dash, never 0: "not ranking" is not position 0.
export const NO_VALUE = '—'

/** The browser's own formats, made when they are first used: the first one takes 16 ms. */
const formatted = (options: Intl.NumberFormatOptions) => {
  let format: Intl.NumberFormat | undefined
  return (value: number): string => {
    format ??= new Intl.NumberFormat('en', options)
    return format.format(value)
  }
}
const rounded = formatted({ maximumFractionDigits: 0 })
const oneDigit = formatted({ minimumFractionDigits: 1, maximumFractionDigits: 1 })
const short = formatted({ notation: 'compact', maximumFractionDigits: 1 })

const THOUSANDS = /\B(?=(?:\d{3})+$)/g
/** Counts need no format of the browser. */
const whole = (value: number): string =>
  Number.isSafeInteger(value) && !Object.is(value, -0) ? String(value).replace(THOUSANDS, ',') : rounded(value)

type Value = number | null | undefined

export const formatWhole = (value: Value): string => (value == null ? NO_VALUE : whole(value))

/** As `oneDigit` writes it: arithmetic of its own would round 1.15 and 1.8499…, which times ten is 18.5, otherwise. */
const tenthsOf = (value: number): number => Number(oneDigit(value).replaceAll(/[,.]/g, ''))

/** A change between two positions as they are shown, each rounded to a tenth, so that a row adds up. */
export const shownChange = (change: Value, from: Value, to: Value): number | null => {
  if (change == null || from == null || to == null) return change ?? null
  return (Math.sign(change) * Math.abs(tenthsOf(from) - tenthsOf(to))) / 10
}

/** 12,345 → 12.3K; whole below ten thousand, where the digits still matter. */
export const formatShort = (value: Value): string =>
  value == null ? NO_VALUE : Math.abs(value) < 10_000 ? whole(value) : short(value)

export const formatDecimal = (value: Value): string => (value == null ? NO_VALUE : oneDigit(value))

/** A position has one decimal unless it is whole. */
export const formatPosition = (value: Value): string =>
  value == null ? NO_VALUE : Number.isInteger(value) ? whole(value) : oneDigit(value)

/** A share of 0 to 1 as a percentage. */
export const formatShare = (value: Value): string => (value == null ? NO_VALUE : `${oneDigit(value * 100)}%`)

type Ctr = { readonly ctr: number; readonly impressions: number }
/** Without impressions there is no CTR: the desk's 0 is none. */
export const ctrOf = ({ ctr, impressions }: Ctr): number | null => (impressions > 0 ? ctr : null)
export const ctrChangeOf = ({ ctrChange, ...of }: Ctr & { readonly ctrChange: number | null }): number | null =>
  ctrOf(of) === null ? null : ctrChange

/** A number that already counts in hundredths. */
export const formatPercent = (value: Value): string => (value == null ? NO_VALUE : `${oneDigit(value)}%`)

export const formatBytes = (bytes: Value): string => {
  if (bytes == null) return NO_VALUE
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** power
  return `${power === 0 || value >= 100 ? whole(value) : oneDigit(value)} ${units[power]}`
}

/** `1 keyword`, `2 keywords`. */
export const plural = (count: number, one: string, many = `${one}s`): string => {
  const shown = whole(count)
  return `${shown} ${shown === '1' ? one : many}`
}
