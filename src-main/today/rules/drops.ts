// Real drops: one item a brand, about its worst drop. 200 brands have some thousand of them; the others are in Movers.

import { absentText } from '../../../src-shared/desk/values/absent-move.ts'
import type { TodayUrgency } from '../../../src-shared/desk/values/today-kinds.ts'
import { dayNumber, dayText } from '../../base/clock.ts'
import { type DropLine, lineText } from '../../causes/public.ts'
import type { RankDrop } from '../../rankings/public.ts'
import { brandAndKey } from './alerts.ts'
import type { Finding } from './finding.ts'

/** A drop that costs fewer clicks a day is not listed. What Movers shows as 0.5 is: each list rounds to one decimal. */
export const LOST_CLICKS_MIN = 0.45
/** The same as a reader sees it. */
const SHOWN_MIN = '0.5'
/** A drop that costs this many clicks a day is urgent. */
const URGENT_LOST_CLICKS = 3

/** With its cause, where that is worked out. */
export type ExplainedDrop = RankDrop & { readonly line?: DropLine }

/** `lines`: as they were asked for these drops. */
export const explained = (drops: readonly RankDrop[], lines: readonly DropLine[]): ExplainedDrop[] => {
  const byAt = new Map(lines.map((line) => [line.at, line]))
  return drops.map((drop, at) => {
    const line = byAt.get(at)
    return line === undefined ? drop : { ...drop, line }
  })
}

export const lostOf = ({ clicksBefore, clicksNow }: RankDrop): number => clicksBefore - clicksNow

/** Another drop of the same keyword, later, is another occurrence. */
export const occurrenceOf = ({ keyword, since }: RankDrop): string => `${since} ${keyword}`

const titleOf = ({ keyword, before, now, absentOn }: RankDrop): string => {
  if (absentOn !== undefined) return `“${keyword}” ${absentText(dayText(dayNumber(absentOn)), before)}`
  if (now === null) return `“${keyword}” no longer ranks, usually ${before.toFixed(1)}`
  return `“${keyword}” fell ${before.toFixed(1)} → ${now.toFixed(1)}`
}

const detailOf = (worst: RankDrop, more: number, isCut: boolean): string => {
  const isLost = worst.now === null && worst.absentOn === undefined
  const loss = `−${lostOf(worst).toFixed(1)} clicks a day${isLost ? ' vs before it was lost' : ', last 3 days vs 28 before'}`
  if (more === 0) return loss
  const keywords = more === 1 ? 'keyword' : 'keywords'
  return `${loss} · ${isCut ? 'at least ' : ''}${more} more ${keywords} lost at least ${SHOWN_MIN} a day`
}

const urgencyOf = (lost: number, isAlerted: boolean): TodayUrgency =>
  lost >= URGENT_LOST_CLICKS ? 'urgent' : isAlerted ? 'today' : 'week'

type Read = {
  /** Keywords that an alert names which nobody has seen (`lossKeys`): such a drop does not wait for the week. */
  readonly alerted?: ReadonlySet<string>
  /** The drops that were read are not all. */
  readonly isCut?: boolean
}

const ofBrand = (
  brandId: string,
  drops: readonly ExplainedDrop[],
  { alerted = new Set(), isCut = false }: Read,
): Finding => ({
  id: `drop:${brandId}`,
  brandId,
  occurrences: drops.map(occurrenceOf),
  alerted: drops.filter(({ keyword }) => alerted.has(brandAndKey(brandId, keyword))).map(occurrenceOf),
  describe: (kept) => {
    const shown = drops.filter((drop) => kept.has(occurrenceOf(drop)))
    const worst = shown.reduce((heaviest, drop) => (lostOf(drop) > lostOf(heaviest) ? drop : heaviest))
    const { line } = worst
    return {
      kind: 'drop',
      section: 'search',
      urgency: urgencyOf(
        lostOf(worst),
        shown.some(({ keyword }) => alerted.has(brandAndKey(brandId, keyword))),
      ),
      title: titleOf(worst),
      detail: detailOf(worst, shown.length - 1, isCut),
      ...(line !== undefined && { cause: lineText(line) }),
      since: worst.since,
      about: { keyword: worst.keyword, count: shown.length },
      weight: lostOf(worst),
    }
  },
})

export const dropFindings = (drops: readonly ExplainedDrop[], read: Read = {}): Finding[] =>
  Array.from(
    Map.groupBy(drops, ({ brandId }) => brandId),
    ([brandId, ofOne]) => ofBrand(brandId, ofOne, read),
  )
