import type { Backup, BackupCounts, BackupReason } from '../../../src-shared/desk/backups.ts'
import { plural } from '../../format/numbers.ts'

const REASONS: Record<BackupReason, string> = {
  daily: 'Daily',
  asked: 'By hand',
  'before-deletion': 'Before a deletion',
  'before-update': 'Before an update',
  'before-restore': 'Before a restore',
  'before-team': 'Before a team',
  'other-history': 'Before a new copy of the team’s data',
}

export const reasonLabel = (reason: Backup['reason']): string => (reason === null ? 'Older program' : REASONS[reason])

export const COUNTS = [
  ['brands', 'brand'],
  ['intents', 'action'],
  ['deliveries', 'delivery', 'deliveries'],
  ['suppressions', 'suppression'],
  ['templates', 'template'],
] as const satisfies readonly (readonly [keyof BackupCounts, string, string?])[]

/** `2 brands, 5 suppressions`: what the desk holds more of than the backup; none: an empty string. */
export const lossLabel = (now: BackupCounts, backup: BackupCounts): string =>
  COUNTS.flatMap(([kind, one, many]) => {
    const lost = now[kind] - backup[kind]
    return lost > 0 ? [plural(lost, one, many)] : []
  }).join(', ')
