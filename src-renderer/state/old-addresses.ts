// Addresses that bookmarks, notices and links of earlier versions hold, and what they open now. A place opens its first tab.
import type { Place } from './place.ts'

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
