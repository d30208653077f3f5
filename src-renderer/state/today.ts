// The Today list: what is filtered, what is being snoozed or dismissed, and what Z undoes.
import { create } from 'zustand'
import type { CallOutput } from '../../src-shared/desk/contract.ts'
import type { TodayItem } from '../../src-shared/desk/today.ts'
import type { TodaySection } from '../../src-shared/desk/today-kinds.ts'
import { ask, queries } from '../data/desk.ts'
import { brandIdsOf, useLocation } from './location.ts'
import { notify, orNotify } from './notices.ts'
import { hideUndo, notifyWithUndo } from './undo.tsx'

type TodayState = {
  readonly section: TodaySection | 'all'
  readonly isHiddenShown: boolean
  /** The item that a dialog asks a day or a reason for. */
  readonly asking: { readonly what: 'snooze' | 'dismiss'; readonly item: TodayItem } | null
}

export const useToday = create<TodayState>()(() => ({ section: 'all', isHiddenShown: false, asking: null }))

export const showSection = (section: TodayState['section']): void =>
  useToday.setState({ section, isHiddenShown: false })
export const toggleHidden = (): void => useToday.setState(({ isHiddenShown }) => ({ isHiddenShown: !isHiddenShown }))
export const askAbout = (what: 'snooze' | 'dismiss', item: TodayItem | undefined): void => {
  if (item !== undefined) useToday.setState({ asking: { what, item } })
}
export const stopAsking = (): void => useToday.setState({ asking: null })

/** Snoozed and dismissed since the page was opened, the last one last, each with what the desk makes of it. */
let undoable: readonly { readonly item: TodayItem; readonly saved: Promise<unknown> }[] = []
const SLOT = 'today'

type List = CallOutput<'today.list'>
const asked = () => ({ brandIds: brandIdsOf(useLocation.getState().scope) })
/** At once, before the desk has answered. */
const patch = (change: (list: List) => List): void => queries.patch('today.list', asked(), change)

export const restore = async ({ id }: Pick<TodayItem, 'id'>): Promise<void> => {
  const saved = undoable.find(({ item }) => item.id === id)?.saved
  undoable = undoable.filter(({ item }) => item.id !== id)
  hideUndo(SLOT)
  await saved
  await orNotify('The item was not restored', ask('today.restore', { id }))
}

export const undoLast = (): void => {
  const last = undoable.at(-1)
  if (last === undefined) notify({ title: 'Nothing to undo' })
  else void restore(last.item)
}

const hide = async (title: string, item: TodayItem, request: ReturnType<typeof ask<'today.snooze'>>): Promise<void> => {
  stopAsking()
  const others = undoable.filter((one) => one.item.id !== item.id)
  undoable = [...others, { item, saved: request }]
  patch((list) => ({ ...list, items: list.items.filter(({ id }) => id !== item.id) }))
  const reply = await orNotify('The item was not changed', request)
  if (!reply.ok) {
    undoable = undoable.filter((one) => one.item.id !== item.id)
    return queries.refresh('today.list', asked())
  }
  if (undoable.some(({ saved }) => saved === request)) notifyWithUndo(title, () => void restore(item), SLOT)
}

export const snooze = (item: TodayItem, until: string, dayLabel: string): Promise<void> =>
  hide(`Snoozed until ${dayLabel}`, item, ask('today.snooze', { id: item.id, until }))

export const dismiss = (item: TodayItem, reason: string): Promise<void> =>
  hide('Dismissed', item, ask('today.dismiss', { id: item.id, reason }))
