import type { ToolChange } from '../../../src-shared/desk/connectors.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import type { EventsOf } from '../../store/time-span.ts'
import { createVersionChanges, type VersionChange } from '../../store/version-changes.ts'
import { type CatalogTool, changesBetween } from '../rules/permissions.ts'
import { toPermissions } from './connector-versions.ts'

const versionChanges = createVersionChanges({
  table: 'connector_version',
  columns: ['permissions'],
  toValue: ({ permissions }) => toPermissions(String(permissions)),
  changesOf: changesBetween,
  kindOf: () => 'permission' as const,
})

/** Versions that changed a permission. The first one of a brand changed none. */
export const permissionEvents = ({ core }: ReadableDb): EventsOf<VersionChange<ToolChange>> =>
  versionChanges(core, 'permission')

const TOOLS = 'SELECT tools FROM connector_catalog WHERE brand_id = ?'

/** What a brand's catalog calls its tools, each catalog read once; null: it does not name the tool. */
export const toolLabels = ({ core }: ReadableDb): ((brandId: string) => (tool: string) => string | null) => {
  const byBrand = new Map<string, ReadonlyMap<string, string>>()
  const read = (brandId: string): ReadonlyMap<string, string> => {
    const tools = prepared<string>(core, TOOLS).pluck().get(brandId)
    const all = tools === undefined ? [] : (JSON.parse(tools) as CatalogTool[]) // as saved
    return new Map(all.map(({ name, label }) => [name, label]))
  }
  return (brandId) => (tool) => {
    const labels = byBrand.get(brandId) ?? read(brandId)
    byBrand.set(brandId, labels)
    return labels.get(tool) || null // a label may be empty
  }
}
