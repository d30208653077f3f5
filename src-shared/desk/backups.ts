import { z } from 'zod'
import { EmptySchema, InstantSchema } from './common.ts'
import { call, event } from './define.ts'
import { BACKUP_REASONS } from './values/state-names.ts'

const BackupReasonSchema = z.enum(BACKUP_REASONS)
export type BackupReason = z.infer<typeof BackupReasonSchema>

/** Rows of the desk's own tables. */
export const BackupCountsSchema = z.object({
  brands: z.number().int(),
  intents: z.number().int(),
  deliveries: z.number().int(),
  suppressions: z.number().int(),
  templates: z.number().int(),
})
export type BackupCounts = z.infer<typeof BackupCountsSchema>

export const BackupSchema = z.object({
  /** Its file name in the backups folder. */
  id: z.string(),
  takenAt: InstantSchema,
  bytes: z.number().int(),
  /** Null where an older program made it. */
  reason: BackupReasonSchema.nullable(),
  /** Null where the file is damaged or from a newer program: it cannot be restored. */
  counts: BackupCountsSchema.nullable(),
  /** Its date is ahead of the clock: one of the two is wrong. */
  isFromFuture: z.boolean(),
})
export type Backup = z.infer<typeof BackupSchema>

export const backupCalls = {
  /** A copy of core.db in the backups folder, taken while the desk runs; holds no key. */
  'desk.backup': call({
    input: EmptySchema,
    output: z.object({ path: z.string(), bytes: z.number().int(), takenAt: InstantSchema }),
    reads: [],
  }),
  /** The newest first, as a restore would choose; `now` is what the desk holds at present. */
  'desk.backups': call({
    input: EmptySchema,
    output: z.object({ backups: z.array(BackupSchema), now: BackupCountsSchema }),
    reads: ['backups', 'brands', 'intents', 'suppressions', 'deliveries', 'templates'],
  }),
  /**
   * Puts a backup in the place of core.db. The present state is backed up first. Rejects with
   * `conflict` while an intent is being sent. What the backup holds open becomes unknown: it may have been sent since.
   */
  'desk.restore': call({
    input: z.object({ id: z.string().min(1).max(100) }),
    output: z.object({ takenAt: InstantSchema }),
    reads: [],
  }),
}

export const backupEvents = {
  /** The desk was closed and opened again, on other rows: whatever a shell has read is to be read again. */
  'desk.reopened': event(EmptySchema),
}
