// What assistants may read, as a person set it. Kept on this desk alone: colleagues choose for their own machines.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { Mutex } from 'async-mutex'
import { z } from 'zod'
import type { McpSettings } from '../../src-shared/desk/mcp.ts'
import { given } from '../base/given.ts'
import type { Store } from '../store/store.ts'

const StoredSchema = z.object({
  brandIds: z.array(z.string()),
  hasAddresses: z.boolean(),
  isSqlAllowed: z.boolean(),
  isHttpOn: z.boolean(),
  port: z.number(),
  /** Of the token, which itself is kept nowhere. */
  tokenHash: z.string().nullable(),
})
type Stored = z.infer<typeof StoredSchema>

/** Nothing is open until somebody opens it. */
const CLOSED: Stored = {
  brandIds: [],
  hasAddresses: false,
  isSqlAllowed: true,
  isHttpOn: false,
  port: 47_821,
  tokenHash: null,
}

/** 256 random bits need no salt and no slow hash. */
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

export const createMcpSettings = async (store: Store) => {
  const parsed = StoredSchema.safeParse(await store.read('mcp.settings', {}))
  let current = parsed.success ? parsed.data : CLOSED
  const mutex = new Mutex()
  const save = (change: Partial<Stored>): Promise<void> =>
    mutex.runExclusive(async () => {
      const next = { ...current, ...change }
      await store.write('mcp.saveSettings', next)
      current = next
    })
  return {
    get: (): McpSettings => {
      const { tokenHash: _, ...settings } = current
      return settings
    },
    set: (patch: { readonly [Field in keyof McpSettings]?: McpSettings[Field] | undefined }): Promise<void> =>
      save(given(patch)),
    hasToken: (): boolean => current.tokenHash !== null,
    newToken: async (): Promise<string> => {
      const token = `adm_${randomBytes(32).toString('base64url')}`
      await save({ tokenHash: hashOf(token).toString('hex') })
      return token
    },
    /** In the same time for every token. */
    admits: (token: string): boolean =>
      current.tokenHash !== null && timingSafeEqual(hashOf(token), Buffer.from(current.tokenHash, 'hex')),
  }
}
