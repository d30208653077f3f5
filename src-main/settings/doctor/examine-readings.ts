// In which unit and sign the service gives rankings, read from real rows: a CTR beside clicks and impressions, a change of
// position beside the position of the period before. Where rows are too few or disagree, it says so. Nothing is applied here.
import type { DoctorReading } from '../../../src-shared/desk/service.ts'
import type { TopKeyword } from '../../../src-shared/service/rank-tracking.ts'
import type { Readings } from '../../../src-shared/service/readings.ts'

type Row = Partial<TopKeyword>

/** Rows that say something; fewer may agree by chance. */
const ROWS_MIN = 5
/** Share of those rows that must agree. */
const AGREE_MIN = 0.9
/** Below this many clicks per impression a rounded percentage may be taken for a share. */
const CTR_MIN = 0.01
const ROUNDING = 0.0006
/** Places; a smaller change may be rounding. */
const CHANGE_MIN = 0.1

const isNear = (value: number, expected: number): boolean =>
  Math.abs(value - expected) <= 0.05 * Math.abs(expected) + ROUNDING

type Count<Value> = { readonly value: Value; readonly rows: number }

/** The value that most rows agree on; null where too few say anything, or they disagree. */
const agreed = <Value>(counts: readonly Count<Value>[], rows: number): Value | null =>
  rows < ROWS_MIN ? null : (counts.find((one) => one.rows >= AGREE_MIN * rows)?.value ?? null)

const CTR_TEXTS = { share: 'a share (0.034)', percent: 'a percentage (3.4)' } as const

const ctrOf = (rows: readonly Row[], set: Readings['ctr']): DoctorReading => {
  const usable = rows.flatMap(({ ctr, clicks, impressions }) =>
    typeof ctr === 'number' && clicks !== undefined && impressions !== undefined && clicks / impressions >= CTR_MIN
      ? [{ ctr, share: clicks / impressions }]
      : [],
  )
  const shares = usable.filter(({ ctr, share }) => isNear(ctr, share)).length
  const percents = usable.filter(({ ctr, share }) => isNear(ctr, 100 * share)).length
  const counts = [
    { value: 'share', rows: shares },
    { value: 'percent', rows: percents },
  ] as const
  const seems = agreed<Readings['ctr']>(counts, usable.length)
  const few = `Too few rows to see if the CTR is a share or a percentage: ${usable.length} have enough clicks, and ${ROWS_MIN} are needed.`
  const mixed = `The rows do not agree if the CTR is a share or a percentage: of ${usable.length}, ${shares} have clicks per impression as a share and ${percents} as a percentage.`
  const found = seems === null ? (usable.length < ROWS_MIN ? few : mixed) : `The CTR is ${CTR_TEXTS[seems]}`
  const text = `${found}, as ${Math.max(shares, percents)} of ${usable.length} rows show.`
  const wrong = seems !== null && seems !== set ? ` The profile reads it as ${CTR_TEXTS[set]}.` : ''
  return { reading: 'ctr', set, seems, text: seems === null ? found : `${text}${wrong}` }
}

const CHANGE_TEXTS = {
  'current-minus-previous': 'current minus previous (minus is a climb)',
  'previous-minus-current': 'previous minus current (plus is a climb)',
} as const

const changeOf = (rows: readonly Row[], earlier: readonly Row[], set: Readings['positionChange']): DoctorReading => {
  const before = new Map(earlier.map(({ keyword, position }) => [keyword, position ?? 0]))
  const usable = rows.flatMap(({ keyword, position, positionChange }) => {
    const was = before.get(keyword) ?? 0
    const move = (position ?? 0) - was
    const isTold = was > 0 && (position ?? 0) > 0 && Math.abs(move) >= CHANGE_MIN
    return isTold && typeof positionChange === 'number' && Math.abs(positionChange) >= CHANGE_MIN
      ? [{ isSame: Math.sign(move) === Math.sign(positionChange) }]
      : []
  })
  const same = usable.filter(({ isSame }) => isSame).length
  const counts = [
    { value: 'current-minus-previous', rows: same },
    { value: 'previous-minus-current', rows: usable.length - same },
  ] as const
  const seems = agreed<Readings['positionChange']>(counts, usable.length)
  const few = `Too few keywords to see the sign of a change of position: ${usable.length} changed and have both positions, and ${ROWS_MIN} are needed.`
  const mixed = `The keywords do not agree on the sign of a change of position: ${same} of ${usable.length} have current minus previous, the others the opposite.`
  if (seems === null) return { reading: 'positionChange', set, seems, text: usable.length < ROWS_MIN ? few : mixed }
  const rowsText = `as ${Math.max(same, usable.length - same)} of ${usable.length} keywords show`
  const wrong = seems === set ? '' : ` The profile reads it as ${CHANGE_TEXTS[set]}.`
  return {
    reading: 'positionChange',
    set,
    seems,
    text: `A change of position is ${CHANGE_TEXTS[seems]}, ${rowsText}.${wrong}`,
  }
}

const isRow = (row: unknown): row is Row => typeof row === 'object' && row !== null

const rowsOf = (reply: unknown): Row[] => {
  const items: unknown = typeof reply === 'object' && reply !== null ? Reflect.get(reply, 'items') : null
  return Array.isArray(items) ? items.filter(isRow) : []
}

/** `current` is a compared period, `earlier` the one before it: replies under our names, in the units of the service. */
export const examineReadings = (
  { current, earlier }: { readonly current: unknown; readonly earlier: unknown },
  set: Readings,
): DoctorReading[] => {
  const rows = rowsOf(current)
  return [ctrOf(rows, set.ctr), changeOf(rows, rowsOf(earlier), set.positionChange)]
}
