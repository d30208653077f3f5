// Choices are applied to findings, and items put in order: by urgency, then by kind, then by what they cost and how long
// they have waited. The worst drop of all comes before everything else.
import type { HiddenItem, TodayItem } from '../../../src-shared/desk/today.ts'
import { TODAY_KINDS, TODAY_URGENCIES, type TodayKind } from '../../../src-shared/desk/values/today-kinds.ts'
import { toInstant } from '../../base/clock.ts'
import type { Choice } from '../queries/today-choices.ts'
import type { Described, Finding } from './finding.ts'

/** What is blocked comes before the drops, but for the worst one, and for a fall of many brands. */
const ORDER: readonly TodayKind[] = [...TODAY_KINDS.filter((kind) => kind !== 'drop'), 'drop']

type Weighed = { readonly item: TodayItem; readonly weight: number }

const itemOf = ({ id, brandId }: Finding, { weight, ...item }: Described): Weighed => ({
  item: { id, brandId, ...item },
  weight,
})

/** Negative: `left` comes first. */
const compare = (left: Weighed, right: Weighed): number =>
  TODAY_URGENCIES.indexOf(left.item.urgency) - TODAY_URGENCIES.indexOf(right.item.urgency) ||
  ORDER.indexOf(left.item.kind) - ORDER.indexOf(right.item.kind) ||
  right.weight - left.weight ||
  (left.item.since ?? '').localeCompare(right.item.since ?? '') ||
  left.item.id.localeCompare(right.item.id)

const inOrder = (items: readonly Weighed[]): TodayItem[] => {
  const sorted = items.toSorted(compare)
  const many = sorted.filter(({ item }) => item.kind === 'many-brands')
  const worst = sorted.find(({ item }) => item.kind === 'drop' && item.urgency === 'urgent')
  const first = [...many, ...(worst === undefined ? [] : [worst])]
  return [...first, ...sorted.filter((one) => !first.includes(one))].map(({ item }) => item)
}

/** The occurrences that the choice hides. */
const hiddenBy = (
  { occurrences, alerted = [] }: Finding,
  choice: Choice | undefined,
  nowMs: number,
): ReadonlySet<string> => {
  if (choice === undefined || (choice.untilMs !== null && choice.untilMs <= nowMs)) return new Set()
  const seen = new Set(choice.occurrences)
  const isHidden = (one: string) => seen.has(one) || (choice.untilMs !== null && !alerted.includes(one))
  return new Set(occurrences.filter(isHidden))
}

const hiddenItem = (item: TodayItem, { atMs, until, reason }: Choice): HiddenItem => ({
  ...item,
  hidden: { state: until === null ? 'dismissed' : 'snoozed', at: toInstant(atMs), until, reason },
})

/** What is listed, and what the person has hidden. */
export const rankFindings = (findings: readonly Finding[], choices: readonly Choice[], nowMs: number) => {
  const byId = new Map(choices.map((choice) => [choice.itemId, choice]))
  const shown: Weighed[] = []
  const hidden: HiddenItem[] = []
  for (const finding of findings) {
    const choice = byId.get(finding.id)
    const out = hiddenBy(finding, choice, nowMs)
    const left = new Set(finding.occurrences.filter((one) => !out.has(one)))
    if (left.size > 0) shown.push(itemOf(finding, finding.describe(left)))
    if (choice !== undefined && out.size > 0)
      hidden.push(hiddenItem(itemOf(finding, finding.describe(out)).item, choice))
  }
  hidden.sort((left, right) => right.hidden.at.localeCompare(left.hidden.at))
  return { items: inOrder(shown), hidden }
}
