// Where the person is: a view, a scope (all brands or one), and that view's own parameters. Kept in the address
// (`#/rankings/<brand id>?keyword=…`), so that a reload, the back button and a copied link keep the place.
import { create } from 'zustand'
import { brandIdsOf, HOME, type Params, type Place, placeFromHash, presentPlace, type Scope } from './place.ts'

export { brandIdsOf, type Params, type Place, type Scope }

type Location = Place & {
  /** Brands that were opened, latest first. */
  readonly recents: readonly string[]
  /** Views that were opened, latest first, each once. */
  readonly visited: readonly string[]
}

const RECENTS_MAX = 12

export const hashOfPlace = ({ view, scope, params }: Place): string => {
  const query = new URLSearchParams(params).toString()
  return `#/${encodeURIComponent(view)}/${encodeURIComponent(scope)}${query === '' ? '' : `?${query}`}`
}

const withRecent = (recents: readonly string[], scope: Scope): readonly string[] =>
  scope === 'all' || recents[0] === scope
    ? recents
    : [scope, ...recents.filter((id) => id !== scope)].slice(0, RECENTS_MAX)

/** The view registry sets them once. */
export type ViewRules = {
  /** The view to show for a name that may be of none. */
  readonly shown: (view: string) => string
  /** The view that opens when a person chooses another scope in a view. */
  readonly chosen: (view: string, to: Scope) => string
  /** Whether a view can show an earlier day. */
  readonly travels: (view: string) => boolean
}
let rules: ViewRules = { shown: (view) => view, chosen: (view) => view, travels: () => false }

/** The earlier day that the views of a scope show, as long as the page is open; the address of a view that shows it has it, too. */
export const useKeptDays = create<Readonly<Record<Scope, string>>>()(() => ({}))

const dayIn = ({ asof = '' }: Params): string | undefined =>
  /^\d{4}-\d{2}-\d{2}$/.test(asof) && !Number.isNaN(Date.parse(asof)) ? asof : undefined

const keepDay = ({ view, scope, params }: Place): void => {
  if (!rules.travels(view)) return
  const { [scope]: _, ...others } = useKeptDays.getState()
  const day = dayIn(params)
  useKeptDays.setState(day === undefined ? others : { ...others, [scope]: day }, true)
}

/** The place with the earlier day of its scope. */
const withDay = (place: Place): Place => {
  const day = useKeptDays.getState()[place.scope]
  return day === undefined || !rules.travels(place.view) ? place : { ...place, params: { asof: day, ...place.params } }
}

const initial = typeof window === 'undefined' ? HOME : placeFromHash(window.location.hash)

export const useLocation = create<Location>()(() => ({
  ...initial,
  recents: withRecent([], initial.scope),
  visited: [],
}))

const show = (wanted: Place): Place => {
  const { view, scope, params } = presentPlace(wanted)
  const place = { scope, params, view: rules.shown(view) }
  keepDay(place)
  useLocation.setState(({ recents, visited }) => ({
    ...place,
    recents: withRecent(recents, scope),
    visited: visited[0] === place.view ? visited : [place.view, ...visited.filter((id) => id !== place.view)],
  }))
  return place
}

/** Shows an address as it was typed, linked or kept; an old one gives way to the present one. Others stay: one may be a token. */
const showAddress = (wanted: Place): void => {
  const place = show(wanted)
  if (presentPlace(wanted).view !== wanted.view) window.history.replaceState(null, '', hashOfPlace(place))
}

export const setViewRules = (given: ViewRules): void => {
  rules = given
  showAddress(useLocation.getState())
}

/** Goes to a place. View and scope stay if they are left out; parameters do not. */
export const go = (to: Partial<Place>): void => {
  const { view, scope } = useLocation.getState()
  const place = show(withDay({ view, scope, params: {}, ...to }))
  window.history.pushState(null, '', hashOfPlace(place))
}

/** Changes the view's parameters without a step in the history. An empty text removes one. */
export const setParams = (change: Params): void => {
  const { view, scope, params } = useLocation.getState()
  const next = Object.fromEntries(Object.entries({ ...params, ...change }).filter(([, value]) => value !== ''))
  const place = { view, scope, params: next }
  keepDay(place)
  useLocation.setState(place)
  window.history.replaceState(null, '', hashOfPlace(place))
}

/** Closes the row or the keyword that is open. The brand, the filters and the section stay. */
export const closeOpened = (): void => {
  const { open, keyword } = useLocation.getState().params
  if (open !== undefined) setParams({ open: '' })
  if (keyword !== undefined) setParams({ brand: '', keyword: '' })
}

/** A person chooses a brand, or all: the view stays, unless it always shows all brands. */
export const setScope = (scope: Scope): void => {
  const now = useLocation.getState()
  const view = rules.chosen(now.view, scope)
  if (scope !== now.scope || view !== now.view) go({ scope, view })
}

/** The address of a place, with the earlier day of its scope. */
export const linkToPlace = (place: Place): string => hashOfPlace(withDay(place))

/** The earlier day that this view shows; undefined: the newest state. */
export const useAsOfDay = (): string | undefined =>
  useLocation(({ view, params }) => (rules.travels(view) ? dayIn(params) : undefined))
export const setAsOfDay = (day: string | null): void => setParams({ asof: day ?? '' })

export const useScope = (): Scope => useLocation((state) => state.scope)
export const useParams = (): Params => useLocation((state) => state.params)

/** Follows the back and forward buttons and typed addresses. */
export const followAddress = (): (() => void) => {
  const follow = () => showAddress(placeFromHash(window.location.hash))
  window.addEventListener('popstate', follow)
  window.addEventListener('hashchange', follow)
  return () => {
    window.removeEventListener('popstate', follow)
    window.removeEventListener('hashchange', follow)
  }
}
