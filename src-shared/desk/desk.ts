import { z } from 'zod'
import { BrandIdSchema, EmptySchema, InstantSchema } from './common.ts'
import { READABLE_DATASETS } from './datasets.ts'
import { call, event } from './define.ts'
import { SliceSchema } from './values/slice-schema.ts'

/** `unavailable`: no keychain at all; `locked`: there is one and it refuses for now; `session`: chosen, memory only. */
export const KeychainStatusSchema = z.object({
  state: z.enum(['ok', 'unavailable', 'locked', 'session']),
  /** What it means and what to do next. */
  message: z.string(),
})
export type KeychainStatus = z.infer<typeof KeychainStatusSchema>

/** A named arrangement of one view, kept as the renderer wrote it. */
export const SavedViewSchema = z.object({
  id: z.string().min(1).max(64),
  view: z.string().min(1).max(40),
  name: z.string().trim().min(1).max(80),
  state: z.record(z.string(), z.json()),
})
export type SavedView = z.infer<typeof SavedViewSchema>

export const SettingsSchema = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  /** Days of history kept filled. */
  historyDays: z.number().int().min(1).max(365),
  /** Minutes between background syncs; 0: only when asked. */
  syncEveryMinutes: z.number().int().min(0).max(1440),
  /** Brands synced side by side. */
  syncConcurrency: z.number().int().min(1).max(16),
  /** Today reminds of a key that is older than so many days; 0: never. */
  keyReminderDays: z.number().int().min(0).max(3650),
  /** A byte order mark at the head of CSV files, for spreadsheets that want one. */
  csvBom: z.boolean(),
  /** The slice the rankings view opens with. */
  defaultSlice: SliceSchema,
  savedViews: z.array(SavedViewSchema).max(200),
  /** What the window keeps per view: its columns, its time zone, the last forward address. */
  preferences: z.record(z.string().min(1).max(80), z.json()),
  /** No pitch that was not released yet leaves the desk, whatever its hold says. */
  isSendingHeld: z.boolean(),
})
export type Settings = z.infer<typeof SettingsSchema>

export const DEFAULT_SETTINGS: Settings = {
  theme: 'system',
  density: 'comfortable',
  historyDays: 30,
  syncEveryMinutes: 60,
  syncConcurrency: 6,
  keyReminderDays: 90,
  csvBom: false,
  defaultSlice: { device: null, country: null, searchType: 'web', universe: 'all' },
  savedViews: [],
  preferences: {},
  isSendingHeld: false,
}

/** What the desk says by itself; `id` is unique over restarts, so that a page shows each but once. */
export const NoticeSchema = z.object({
  id: z.string(),
  at: InstantSchema,
  level: z.enum(['info', 'warning', 'error']),
  title: z.string(),
  message: z.string(),
  brandId: BrandIdSchema.optional(),
  /** The window shows it as a line of its own. */
  isInBanner: z.boolean().optional(),
  /** The place that it leads to: of its brand, or of all where it has none. */
  opens: z.object({ view: z.string().max(40), params: z.record(z.string(), z.string()).optional() }).optional(),
})
export type Notice = z.infer<typeof NoticeSchema>

export const deskCalls = {
  'desk.about': call({
    input: EmptySchema,
    output: z.object({
      version: z.string(),
      shell: z.enum(['electron', 'web', 'cli', 'none']),
      dataFolder: z.string(),
      platform: z.string(),
      versions: z.record(z.string(), z.string()),
      keychain: KeychainStatusSchema,
      demo: z.object({ running: z.boolean(), baseUrl: z.string().nullable() }),
      /** Limits of the service, and of this installation (`requestsPerMinute` from the profile). */
      limits: z.record(z.string(), z.number()),
      cacheBytes: z.number().int(),
      coreBytes: z.number().int(),
      lastBackupAt: InstantSchema.nullable(),
    }),
    reads: ['backups', 'profile'],
  }),
  /** The notices of this process, oldest first, for a shell that connects later. */
  'desk.notices': call({
    input: EmptySchema,
    output: z.object({ notices: z.array(NoticeSchema) }),
    reads: ['notices'],
  }),
  'desk.settings': call({ input: EmptySchema, output: SettingsSchema, reads: ['settings'] }),
  'desk.setSettings': call({ input: SettingsSchema.partial(), output: SettingsSchema, reads: [] }),
}

export const deskEvents = {
  /** These datasets are different now, for these brands: each holder of a reply that reads one of them asks again. */
  changed: event(
    z.object({
      brandIds: z.union([z.literal('all'), z.array(BrandIdSchema).readonly()]),
      datasets: z.array(z.enum(READABLE_DATASETS)).readonly(),
    }),
  ),
  'desk.notice': event(NoticeSchema),
  /** Changed in whichever window: the others follow. */
  'settings.changed': event(SettingsSchema),
}
