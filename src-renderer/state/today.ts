// The Today list: what is filtered, what is being snoozed or dismissed, and what Z undoes.
import { create } from 'zustand'
import type { CallOutput } from '../../src-shared/desk/contract.ts'
import type { TodayItem } from '../../src-shared/desk/today.ts'
import type { TodaySection } from '../../src-shared/desk/values/today-kinds.ts'
import { ask, queries } from '../data/desk.ts'
import { deskQuery } from '../data/queries.ts'
import { brandIdsOf, setParams, useLocation, useScope } from './location.ts'
import { notify, orNotify } from './notices.ts'
import { holdReply } from './scoped-store.ts'
import { withToggled } from './ui.ts'
import { hideUndo, notifyWithUndo } from './undo.tsx'

type TodayState = {
  readonly section: TodaySection | 'all'
  readonly isHiddenShown: boolean
  /** The items that a dialog asks a day or a reason for. */
  readonly asking: { readonly what: 'snooze' | 'dismiss'; readonly items: readonly TodayItem[] } | null
  /** The item that a person opened last: its pane stays when it is solved there and leaves the list. */
  readonly opened: TodayItem | null
  /** The ids of the groups whose items are shown. */
  readonly openGroups: ReadonlySet<string>
  /** The ids of the selected items. */
  readonly picked: ReadonlySet<string>
}

export const useToday = create<TodayState>()(() => ({
  section: 'all',
  isHiddenShown: false,
  asking: null,
  opened: null,
  openGroups: new Set(),
  picked: new Set(),
}))

export const showSection = (section: TodayState['section']): void =>
  useToday.setState({ section, isHiddenShown: false })
export const toggleHidden = (): void => useToday.setState(({ isHiddenShown }) => ({ isHiddenShown: !isHiddenShown }))
export const askAbout = (what: 'snooze' | 'dismiss', items: readonly TodayItem[]): void => {
  if (items.length > 0) useToday.setState({ asking: { what, items } })
}
/** Selects these items, or none of them where all are selected. */
export const togglePicked = (ids: readonly string[]): void =>
  useToday.setState(({ picked }) => ({
    picked: ids.every((id) => picked.has(id))
      ? new Set([...picked].filter((id) => !ids.includes(id)))
      : new Set([...picked, ...ids]),
  }))
export const clearPicked = (): void => useToday.setState({ picked: new Set() })
export const toggleGroup = (id: string): void =>
  useToday.setState(({ openGroups }) => ({ openGroups: withToggled(openGroups, id) }))
export const openInPane = (item: TodayItem): void => {
  useToday.setState({ opened: item })
  setParams({ open: item.id })
}
export const closePane = (): void => setParams({ open: '' })
export const stopAsking = (): void => useToday.setState({ asking: null })

/** How many urgent items each brand has; none for a brand that is missing. */
export type UrgentByBrand = ReadonlyMap<string, number>

const countsOf = (list: readonly TodayItem[]) => {
  const urgent = list.filter((item) => item.urgency === 'urgent')
  const byBrand = new Map<string, number>()
  for (const { brandId } of urgent) if (brandId !== null) byBrand.set(brandId, (byBrand.get(brandId) ?? 0) + 1)
  return { items: list, total: urgent.length, byBrand: byBrand as UrgentByBrand }
}

const all = holdReply(deskQuery('today.list', { brandIds: 'all' }), (value) => countsOf(value?.items ?? []))
/** The urgent items of all brands, for the rail. */
export const useUrgent = all.use
export const followUrgent = all.follow

/** How many items Today lists for the scope in view. */
export const useTodayCount = (): number => {
  const scope = useScope()
  return useUrgent(({ items }) => (scope === 'all' ? items : items.filter(({ brandId }) => brandId === scope)).length)
}

/** Snoozed and dismissed since the page was opened, the last ones last, each group with what the desk makes of it. */
let undoable: readonly { readonly items: readonly TodayItem[]; readonly saved: Promise<unknown> }[] = []
const SLOT = 'today'

type List = CallOutput<'today.list'>
type Request = ReturnType<typeof ask<'today.snooze'>>
const asked = () => ({ brandIds: brandIdsOf(useLocation.getState().scope) })
/** At once, before the desk has answered. */
const patch = (change: (list: List) => List): void => queries.patch('today.list', asked(), change)

/** The first failure, else a success. */
const allOf = async (requests: readonly Request[]): Request => {
  const replies = await Promise.all(requests)
  return replies.find(({ ok }) => !ok) ?? { ok: true, value: {} }
}

const without = (ids: ReadonlySet<string>): typeof undoable =>
  undoable.flatMap((group) => {
    const items = group.items.filter(({ id }) => !ids.has(id))
    return items.length === 0 ? [] : [{ ...group, items }]
  })

export const restore = async (items: readonly Pick<TodayItem, 'id'>[]): Promise<void> => {
  const ids = new Set(items.map(({ id }) => id))
  const groups = undoable.filter((group) => group.items.some(({ id }) => ids.has(id)))
  undoable = without(ids)
  hideUndo(SLOT)
  await Promise.all(groups.map(({ saved }) => saved))
  await orNotify('Not everything was restored', allOf([...ids].map((id) => ask('today.restore', { id }))))
}

export const undoLast = (): void => {
  const last = undoable.at(-1)
  if (last === undefined) notify({ title: 'Nothing to undo' })
  else void restore(last.items)
}

const hide = async (title: string, items: readonly TodayItem[], requests: readonly Request[]): Promise<void> => {
  const ids = new Set(items.map(({ id }) => id))
  const saved = allOf(requests)
  useToday.setState({ asking: null, picked: new Set() })
  if (ids.has(useLocation.getState().params.open ?? '')) closePane()
  undoable = [...without(ids), { items, saved }]
  patch((list) => ({ ...list, items: list.items.filter(({ id }) => !ids.has(id)) }))
  const reply = await orNotify('Not every item was changed', saved)
  if (!reply.ok) {
    undoable = undoable.filter((group) => group.saved !== saved)
    return queries.refresh('today.list', asked())
  }
  if (undoable.some((group) => group.saved === saved)) notifyWithUndo(title, () => void restore(items), SLOT)
}

const counted = (done: string, items: readonly TodayItem[]): string =>
  items.length === 1 ? done : `${done} ${items.length} items`

export const snooze = (items: readonly TodayItem[], until: string, dayLabel: string): Promise<void> =>
  hide(
    `${counted('Snoozed', items)} until ${dayLabel}`,
    items,
    items.map(({ id }) => ask('today.snooze', { id, until })),
  )

export const dismiss = (items: readonly TodayItem[], reason: string): Promise<void> =>
  hide(
    counted('Dismissed', items),
    items,
    items.map(({ id }) => ask('today.dismiss', { id, reason })),
  )
