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
