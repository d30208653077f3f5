import type { ToolChange } from '../../../src-shared/desk/connectors.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import type { EventsOf } from '../../store/time-span.ts'
import { createVersionChanges, type VersionChange } from '../../store/version-changes.ts'
import { changesBetween } from '../rules/permissions.ts'
import { toPermissions } from './connector-versions.ts'

const versionChanges = createVersionChanges({
  table: 'connector_version',
  columns: ['permissions'],
  toValue: ({ permissions }) => toPermissions(String(permissions)),
  kindsOf: (before, after) => (changesBetween(before, after).length === 0 ? [] : ['permission' as const]),
})

/** Versions that changed a permission. The first one of a brand changed none. */
export const permissionEvents = ({ core }: ReadableDb): EventsOf<VersionChange> => versionChanges(core, 'permission')

const PERMISSIONS = 'SELECT permissions FROM connector_version WHERE no = ?'

export const permissionChanges = ({ core }: ReadableDb, { before, no }: VersionChange): ToolChange[] => {
  const [old, now] = [before, no].map((one) =>
    toPermissions(prepared<{ permissions: string }>(core, PERMISSIONS).get(one)?.permissions ?? '[]'),
  )
  return old === undefined || now === undefined ? [] : changesBetween(old, now)
}
