// Drops that many brands have on the same days are one item, in place of one for each brand and for each alert of them.
import type { NewAlert } from '../../alerts/public.ts'
import { dayFromNumber } from '../../base/clock.ts'
import { causeText } from '../../causes/public.ts'
import { brandAndKey, withoutLosses } from './alerts.ts'
import { type ExplainedDrop, lostOf, occurrenceOf } from './drops.ts'
import { count, type Finding } from './finding.ts'

/** The drops of one brand are one item anyway. */
const BRANDS_MIN = 2

const NEXT = causeText({ kind: 'many-brands', figures: {} }, new Map()).next

const keyOf = ({ brandId, keyword }: ExplainedDrop): string => brandAndKey(brandId, keyword)
const ofBreak = (drop: ExplainedDrop): string => `${drop.brandId} ${occurrenceOf(drop)}`
const brandsIn = (drops: readonly ExplainedDrop[]): number => new Set(drops.map(({ brandId }) => brandId)).size

type Break = { readonly day: number; readonly kind: 'own' | 'demo'; readonly drops: readonly ExplainedDrop[] }

/** Brands that were worked out before others were synced count fewer. */
const countsOf = (drops: readonly ExplainedDrop[]) =>
  drops.reduce((most, { line }) => (line?.brands != null && line.brands.of > most.of ? line.brands : most), {
    fell: brandsIn(drops),
    of: 0,
  })

const findingOf = ({ day, kind, drops }: Break): Finding => {
  const brands = countsOf(drops)
  const since = dayFromNumber(day)
  return {
    id: `many-brands:${since}:${kind}`,
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
        title: `${brands.fell} of ${brands.of} brands fell at once`,
        detail: `${fell}, −${lost.toFixed(1)} clicks a day · ${NEXT}`,
        since,
        about: { day: since, count: shown.length },
        weight: lost,
      }
    },
  }
}

/** Without a day, a person named it of a drop that is in no break. */
const isOfMany = ({ line }: ExplainedDrop): boolean => line?.kind === 'many-brands' && line.causeDay !== null

type Known = {
  readonly drops: readonly ExplainedDrop[]
  readonly alerts: readonly NewAlert[]
  /** Own brands and those of the demo tell nothing of each other. */
  readonly isDemo: (brandId: string) => boolean
}

/** The items, and what is left of the drops and the alerts without what is in one of them. */
export const manyBrandsFindings = ({ drops, alerts, isDemo }: Known) => {
  const kindOf = ({ brandId }: ExplainedDrop) => (isDemo(brandId) ? 'demo' : 'own')
  const groups = Map.groupBy(drops.filter(isOfMany), (drop) => `${drop.line?.causeDay} ${kindOf(drop)}`)
  const findings: Finding[] = []
  const collected = new Set<string>()
  for (const own of groups.values()) {
    const [first] = own
    if (first === undefined || brandsIn(own) < BRANDS_MIN) continue
    findings.push(findingOf({ day: first.line?.causeDay ?? 0, kind: kindOf(first), drops: own }))
    for (const drop of own) collected.add(keyOf(drop))
  }
  return {
    findings,
    drops: drops.filter((drop) => !collected.has(keyOf(drop))),
    alerts: withoutLosses(alerts, collected),
  }
}
