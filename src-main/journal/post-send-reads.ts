// Reads after all batches of an intent have ended. Nothing is sent; if a read fails, the outcomes of the replies stay.
import type { Intent, IntentKind } from '../../src-shared/desk/intents.ts'
import { inAction, type Log } from '../base/log.ts'
import type { Store } from '../store/store.ts'
import type { Apply } from './changes.ts'
import type { JournalKind } from './kind.ts'

export const createPostSendReads = (deps: {
  readonly store: Store
  readonly log: Log
  readonly kinds: Readonly<Record<IntentKind, JournalKind>>
  readonly apply: Apply
  /** Aborted when the desk closes. */
  readonly signal: AbortSignal
}) => {
  const { store, log, kinds, apply, signal } = deps
  /** With their brands. */
  const reads = new Map<Promise<void>, string>()

  const read = async (id: string): Promise<void> => {
    const { kind, brandId, details, items, endedAtMs } = await store.read('intents.items', { id, scope: 'all' })
    const { afterAll } = kinds[kind]
    const [first, ...rest] = items.filter(({ state }) => state === 'confirmed')
    if (afterAll === null || endedAtMs === null || first === undefined) return
    const results = await afterAll({ brandId, details, items: [first, ...rest] }, { signal })
    if (results.length > 0) await apply(id, { type: 'note', results })
  }

  return {
    /** Runs the kind's `afterAll` in the background. */
    begin: ({ id, brandId, kind }: Pick<Intent, 'id' | 'brandId' | 'kind'>): void => {
      if (kinds[kind].afterAll === null || signal.aborted) return
      const reading = inAction({ intentId: id }, () => read(id))
        .catch((error: unknown) => {
          if (!signal.aborted) log.warn({ err: error, intentId: id }, 'an ended intent could not be read after')
        })
        .finally(() => reads.delete(reading))
      reads.set(reading, brandId)
    },
    /** Resolves when no read is running, of this brand or at all. */
    ended: async (brandId?: string): Promise<void> => {
      await Promise.all([...reads].flatMap(([one, of]) => (brandId === undefined || of === brandId ? [one] : [])))
    },
  }
}
