// Drops that many brands have on the same days are one item, in place of one for each brand and for each alert of them.
import type { NewAlert } from '../../alerts/public.ts'
import { dayFromNumber } from '../../base/clock.ts'
import { causeText } from '../../causes/public.ts'
import { isLossAlert } from './alerts.ts'
import { type ExplainedDrop, lostOf, occurrenceOf } from './drops.ts'
import { count, type Finding } from './finding.ts'

/** The drops of one brand are one item anyway. */
const BRANDS_MIN = 2

const NEXT = causeText({ kind: 'many-brands', figures: {} }, new Map()).next

const keyOf = ({ brandId, keyword }: ExplainedDrop): string => `${brandId} ${keyword}`
const ofBreak = (drop: ExplainedDrop): string => `${drop.brandId} ${occurrenceOf(drop)}`
const brandsIn = (drops: readonly ExplainedDrop[]): number => new Set(drops.map(({ brandId }) => brandId)).size

const findingOf = (day: number, drops: readonly [ExplainedDrop, ...ExplainedDrop[]]): Finding => {
  const brands = drops[0].line?.brands
  const since = dayFromNumber(day)
  return {
    id: `many-brands:${since}:${brands?.of ?? 0}`,
    brandId: null,
    occurrences: drops.map(ofBreak),
    describe: (kept) => {
      const shown = drops.filter((drop) => kept.has(ofBreak(drop)))
      const lost = shown.reduce((sum, drop) => sum + lostOf(drop), 0)
      const fell = `${count(shown.length, 'keyword')} of ${count(brandsIn(shown), 'brand')}`
      return {
        kind: 'many-brands',
        section: 'search',
        urgency: 'urgent',
        title: `${brands?.fell ?? brandsIn(drops)} of ${brands?.of ?? brandsIn(drops)} brands fell at once`,
        detail: `${fell}, −${lost.toFixed(1)} clicks a day · ${NEXT}`,
        since,
        about: { day: since, count: shown.length },
        weight: lost,
      }
    },
  }
}

const isOfMany = ({ line }: ExplainedDrop): boolean => line?.kind === 'many-brands'

/** The items, and what is left of the drops and the alerts without what is in one of them. */
export const manyBrandsFindings = (drops: readonly ExplainedDrop[], alerts: readonly NewAlert[]) => {
  const groups = Map.groupBy(drops.filter(isOfMany), ({ line }) => `${line?.causeDay} ${line?.brands?.of}`)
  const findings: Finding[] = []
  const collected = new Set<string>()
  for (const [first, ...rest] of groups.values()) {
    if (first === undefined || brandsIn([first, ...rest]) < BRANDS_MIN) continue
    findings.push(findingOf(first.line?.causeDay ?? 0, [first, ...rest]))
    for (const drop of [first, ...rest]) collected.add(keyOf(drop))
  }
  return {
    findings,
    drops: drops.filter((drop) => !collected.has(keyOf(drop))),
    alerts: alerts.flatMap((alert) => {
      if (!isLossAlert(alert)) return [alert]
      const occurrences = alert.occurrences.filter(({ key }) => !collected.has(`${alert.brandId} ${key}`))
      return occurrences.length === 0 ? [] : [{ ...alert, occurrences }]
    }),
  }
}
