import type { SyncPreview } from '../../src-shared/desk/connectors.ts'
import type { CatalogTool, Permissions } from './rules/permissions.ts'

type Cell = SyncPreview['brands'][number]['changes'][number]

/** Switched on, a brand takes the values of the calling brand; a tool that the caller does not have keeps its value. */
export const changesWhenFollowing = (tools: readonly CatalogTool[], shared: Permissions): Cell[] =>
  tools.flatMap(({ name, effective }) => {
    const to = shared.get(name) ?? effective
    return to === effective ? [] : [{ tool: name, from: effective, to }]
  })

/** Switched off, a brand returns to its own settings: null for a tool whose own value was never seen. */
export const changesWhenReturning = (tools: readonly CatalogTool[], own: Permissions | undefined): Cell[] =>
  tools.flatMap(({ name, effective }) => {
    const to = own?.get(name) ?? null
    return to === effective ? [] : [{ tool: name, from: effective, to }]
  })

/** What the preview assumes. */
export const previewNote = ({
  enabled,
  isOn,
  isKnown,
}: {
  enabled: boolean
  isOn: boolean
  isKnown: boolean
}): string => {
  if (enabled === isOn) return `Sync is ${isOn ? 'on' : 'off'} already for this brand's organisation. Nothing changes.`
  const assumption = isKnown
    ? 'The organisation is known from an earlier switch. Brands that may belong to it are listed as uncertain.'
    : 'The service does not report which brands share an organisation. The desk assumes every brand with the same sync state.'
  const rest = enabled
    ? 'Brands of the organisation that are not on this desk also change.'
    : 'Each brand returns to its own settings, as last read before sync was switched on. The desk does not know later edits elsewhere.'
  return `${assumption} ${rest}`
}
