// What assistants may read, as a person set it. Kept on this desk alone: colleagues choose for their own machines.
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
})

/** Nothing is open until somebody opens it. */
const CLOSED: McpSettings = { brandIds: [], hasAddresses: false, isSqlAllowed: true, isHttpOn: false }

export const createMcpSettings = async (store: Store) => {
  const parsed = StoredSchema.safeParse(await store.read('mcp.settings', {}))
  let current: McpSettings = parsed.success ? parsed.data : CLOSED
  const mutex = new Mutex()
  return {
    get: (): McpSettings => current,
    set: (patch: { readonly [Field in keyof McpSettings]?: McpSettings[Field] | undefined }): Promise<void> =>
      mutex.runExclusive(async () => {
        const next = { ...current, ...given(patch) }
        await store.write('mcp.saveSettings', next)
        current = next
      }),
  }
}
