// Filters of each list. They outlive a change of brand and of view.
import { create, type StoreApi, type UseBoundStore } from 'zustand'
import type { AnnotationKind } from '../../../src-shared/desk/annotations.ts'
import type { ConflictRow } from '../../../src-shared/desk/cannibalisation.ts'
import type { ImpactVerdict } from '../../../src-shared/desk/impact.ts'
import type { IntentKind, IntentState } from '../../../src-shared/desk/intents.ts'
import type { OpportunityRow } from '../../../src-shared/desk/opportunities.ts'
import type { CalendarEntry } from '../../../src-shared/desk/publishing.ts'
import type { Mover } from '../../../src-shared/desk/rankings.ts'
import type { AlertKind } from '../../../src-shared/desk/values/alert-kinds.ts'
import type { RunState } from '../../../src-shared/desk/values/playbook-names.ts'
import type { Delivery } from '../../../src-shared/desk/webhooks.ts'

/** The filters of one list, as a hook with its store. */
export type FilterStore<Filters> = UseBoundStore<StoreApi<Filters>>

export type Search = { readonly search: string }

export const useClusterFilters = create<Search & { readonly trends: readonly string[] }>()(() => ({
  search: '',
  trends: [],
}))

export const useContactFilters = create<Search & { readonly hasEmail: boolean }>()(() => ({
  search: '',
  hasEmail: false,
}))

type OutboxFilters = Search & {
  readonly isWaiting: boolean
  readonly status: readonly string[]
  readonly mailbox: readonly string[]
}
export const useOutboxFilters = create<OutboxFilters>()(() => ({
  search: '',
  isWaiting: false,
  status: [],
  mailbox: [],
}))

type IntentFilters = Search & {
  readonly state: readonly IntentState[]
  readonly kind: readonly IntentKind[]
  /** In a team: what this person queued, else what these logins did. */
  readonly isMine: boolean
  readonly people: readonly string[]
}
export const useIntentFilters = create<IntentFilters>()(() => ({
  search: '',
  state: [],
  kind: [],
  isMine: false,
  people: [],
}))

type AlertFilters = Search & { readonly isNew: boolean; readonly kind: readonly AlertKind[] }
export const useAlertFilters = create<AlertFilters>()(() => ({ search: '', isNew: false, kind: [] }))

export const useRunFilters = create<Search & { readonly state: readonly RunState[] }>()(() => ({
  search: '',
  state: [],
}))

type ArticleFilters = Search & {
  readonly state: readonly CalendarEntry['state'][]
  /** Also pages that rank and that this desk knows nothing else of. */
  readonly hasPages: boolean
}
export const useArticleFilters = create<ArticleFilters>()(() => ({ search: '', state: [], hasPages: false }))

export const useImpactFilters = create<Search & { readonly verdict: readonly ImpactVerdict[] }>()(() => ({
  search: '',
  verdict: [],
}))
type AnnotationFilters = Search & {
  readonly kinds: readonly AnnotationKind[]
  /** Empty: from the first, up to the last day. */
  readonly from: string
  readonly to: string
}
export const useAnnotationFilters = create<AnnotationFilters>()(() => ({ search: '', kinds: [], from: '', to: '' }))

type InboxFilters = Search & { readonly status: readonly Delivery['status'][]; readonly event: string | null }
export const useInboxFilters = create<InboxFilters>()(() => ({ search: '', status: [], event: null }))

/** Webhook events that the filter offers: the service's own, and those seen since the page was opened. */
export const useEventNames = create<{ readonly names: readonly string[] }>()(() => ({ names: ['article.published'] }))
export const rememberEvents = (rows: readonly Pick<Delivery, 'event'>[]): void => {
  const { names } = useEventNames.getState()
  const fresh = rows.flatMap(({ event }) => (event === null || names.includes(event) ? [] : [event]))
  if (fresh.length > 0) useEventNames.setState({ names: [...names, ...new Set(fresh)].slice(0, 40) })
}

type ConflictFilters = Search & {
  readonly kind: readonly ConflictRow['kind'][]
  /** 28 days instead of 90. */
  readonly isShort: boolean
}
export const useConflictFilters = create<ConflictFilters>()(() => ({ search: '', kind: [], isShort: false }))

type OpportunityFilters = Search & {
  readonly needs: readonly OpportunityRow['needs'][]
  /** Pages instead of keywords. */
  readonly isPages: boolean
}
export const useOpportunityFilters = create<OpportunityFilters>()(() => ({ search: '', needs: [], isPages: false }))

export type MoverKind = 'any' | Mover['kind']
/** `day`: all moves of the newest day vs the day before. */
export type Moves = 'real' | 'day' | 'all'
type MoverFilters = Search & {
  readonly moves: Moves
  readonly from?: string
  readonly to?: string
  readonly kind: MoverKind
}
export const useMoverFilters = create<MoverFilters>()(() => ({ search: '', moves: 'real', kind: 'any' }))
export const showFalls = (): void => useMoverFilters.setState({ search: '', moves: 'real', kind: 'down' })

/** Whether any of these filters narrows the list. */
export const isNarrowed = (filters: Readonly<Record<string, unknown>>): boolean =>
  Object.values(filters).some((value) =>
    Array.isArray(value)
      ? value.length > 0
      : typeof value === 'string'
        ? value.trim() !== ''
        : value !== null && value !== false,
  )

export const clear = <Filters>({ setState, getInitialState }: StoreApi<Filters>): void =>
  setState(getInitialState(), true)

/** Texts out of a saved view; other values are dropped. */
export const readText = (kept: unknown): string => (typeof kept === 'string' ? kept : '')
export const readTexts = (kept: unknown): string[] =>
  Array.isArray(kept) ? kept.filter((each): each is string => typeof each === 'string') : []
