import { Mutex } from 'async-mutex'
import { z } from 'zod'
import { BrandIdSchema } from '../../src-shared/desk/common.ts'
import type { ParsedInput } from '../../src-shared/desk/contract.ts'
import { given } from '../base/given.ts'
import type { Store } from '../store/store.ts'

const WebhookSettingsSchema = z.object({
  enabled: z.boolean().catch(true),
  address: z.enum(['127.0.0.1', '::1', '0.0.0.0']).catch('127.0.0.1'),
  port: z.number().int().min(1).max(65_535).catch(4319),
  retentionDays: z.number().int().min(1).max(3650).catch(90),
  overlapHours: z.number().min(0).max(720).catch(24),
  allowedHosts: z.array(z.string()).catch([]),
  mutedBrandIds: z.array(BrandIdSchema).catch([]),
})
export type WebhookSettings = z.infer<typeof WebhookSettingsSchema>

const KEY = 'webhooks'
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

export const createWebhookSettings = async (store: Store) => {
  const stored = await store.read('settings.get', { key: KEY })
  let settings = WebhookSettingsSchema.parse(isRecord(stored) ? stored : {})
  const mutex = new Mutex()
  return {
    get: (): WebhookSettings => settings,
    set: (patch: ParsedInput<'webhooks.configure'>): Promise<WebhookSettings> =>
      mutex.runExclusive(async () => {
        const next = WebhookSettingsSchema.parse({ ...settings, ...given(patch) })
        await store.write('settings.set', { key: KEY, value: next })
        settings = next
        return next
      }),
  }
}
export type WebhookSettingsStore = Awaited<ReturnType<typeof createWebhookSettings>>
