// The lines of the list. More than twenty urgent items are too many to read one by one: those of one brand and cause become
// one line, and what is left of a cause over several brands another one. A line opens to its items.
import type { TodayItem } from '../../../src-shared/desk/today.ts'
import type { TodayKind, TodayUrgency } from '../../../src-shared/desk/values/today-kinds.ts'

export const GROUPED_ABOVE = 20
/** Fewer are shorter to read as they are. */
const GROUP_MIN = 3

export type TodayGroup = {
  readonly id: string
  readonly cause: TodayKind
  /** Null: of several brands, or of none. */
  readonly brandId: string | null
  readonly items: readonly [TodayItem, ...TodayItem[]]
  readonly isOpen: boolean
}

export type TodayLine = {
  readonly id: string
  readonly urgency: TodayUrgency
  /** The items that an action on the line is about. */
  readonly items: readonly TodayItem[]
  readonly group?: TodayGroup
  readonly isInGroup?: boolean
}

const lineOf = (item: TodayItem): TodayLine => ({ id: item.id, urgency: item.urgency, items: [item] })

type Grouped = Omit<TodayGroup, 'isOpen'>

/** The groups of the items whose key is the same; the rest stays. */
const gather = (items: readonly TodayItem[], keyOf: (item: TodayItem) => string, isOfBrand: boolean) => {
  const groups: Grouped[] = []
  const rest: TodayItem[] = []
  for (const [key, all] of Map.groupBy(items, keyOf)) {
    const [first, ...others] = all
    if (first === undefined || all.length < GROUP_MIN) rest.push(...all)
    else
      groups.push({
        id: `group:${key}`,
        cause: first.kind,
        brandId: isOfBrand ? first.brandId : null,
        items: [first, ...others],
      })
  }
  return { groups, rest }
}

const groupsOf = (urgent: readonly TodayItem[]): readonly Grouped[] => {
  if (urgent.length <= GROUPED_ABOVE) return []
  const ofBrands = gather(urgent, ({ brandId, kind }) => `${kind}:${brandId ?? ''}`, true)
  const ofCauses = gather(ofBrands.rest, ({ kind }) => kind, false)
  const groups = [...ofBrands.groups, ...ofCauses.groups]
  // One group of everything says no more than the heading above it.
  return groups.length === 1 && groups[0]?.items.length === urgent.length ? [] : groups
}

/** In the order of the items; a group stands where its first item does, and its items follow while it is open. */
export const todayLines = (items: readonly TodayItem[], open: ReadonlySet<string>): readonly TodayLine[] => {
  const groups = groupsOf(items.filter(({ urgency }) => urgency === 'urgent'))
  const groupOf = new Map(groups.flatMap((group) => group.items.map((item) => [item.id, group] as const)))
  return items.flatMap((item): readonly TodayLine[] => {
    const group = groupOf.get(item.id)
    if (group === undefined) return [lineOf(item)]
    if (group.items[0].id !== item.id) return []
    const isOpen = open.has(group.id)
    const head = { id: group.id, urgency: item.urgency, items: group.items, group: { ...group, isOpen } }
    return [head, ...(isOpen ? group.items.map((one) => ({ ...lineOf(one), isInGroup: true })) : [])]
  })
}
