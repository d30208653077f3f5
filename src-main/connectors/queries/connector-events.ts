import type { ToolChange } from '../../../src-shared/desk/connectors.ts'
import type { ReadableDb } from '../../store/db.ts'
import type { EventsOf } from '../../store/time-span.ts'
import { createVersionChanges, type VersionChange } from '../../store/version-changes.ts'
import { changesBetween } from '../rules/permissions.ts'
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
