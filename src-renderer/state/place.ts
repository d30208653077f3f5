// A place as the address names it.
import type { BrandIds } from '../../src-shared/desk/common.ts'

/** `all`, or the id of one brand. */
export type Scope = string
export type Params = Readonly<Record<string, string>>

export type Place = { readonly view: string; readonly scope: Scope; readonly params: Params }

/** The start page. */
export const HOME_VIEW = 'today'
export const HOME: Place = { view: HOME_VIEW, scope: 'all', params: {} }

/** A broken escape in a typed address must not break the page. */
const decodePart = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}

export const placeFromHash = (hash: string): Place => {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2)
  const [view, scope] = path.split('/').map(decodePart)
  return {
    view: view || HOME.view,
    scope: scope || 'all',
    params: Object.fromEntries(new URLSearchParams(query)),
  }
}

/** The scope as a call takes it. */
export const brandIdsOf = (scope: Scope): BrandIds => (scope === 'all' ? 'all' : [scope])

// Addresses that bookmarks, notices and links of earlier versions hold, and what they open now. A place opens its first tab.

const MOVED: Readonly<Record<string, string>> = {
  portfolio: 'overview',
  annotations: 'notes',
  cannibalisation: 'competing-pages',
  outreach: 'prospects',
  publish: 'articles',
  publishing: 'articles',
  connectors: 'permissions',
  ai: 'permissions',
  visibility: 'tracking',
  intents: 'activity',
}

/** Parts of a view that are tabs of their own now, by the view and its `section`. */
const MOVED_PARTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  alerts: { list: 'alerts', rules: 'rules', notifications: 'rules' },
  reports: { packs: 'reports', templates: 'templates', branding: 'branding', schedules: 'schedules' },
}

const entryOf = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined

/** The same place under its present address. */
export const presentPlace = (place: Place): Place => {
  const view = entryOf(MOVED, place.view) ?? place.view
  const { section = '', ...params } = place.params
  const part = entryOf(entryOf(MOVED_PARTS, view) ?? {}, section)
  return part === undefined ? { ...place, view } : { ...place, view: part, params }
}
