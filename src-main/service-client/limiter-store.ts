import type { Store } from '../store/store.ts'
import type { LimiterStore } from './limiter.ts'

/** The limiter's windows in core.db. */
export const createLimiterStore = (store: Store): LimiterStore => ({
  load: () => store.read('limiter.load', {}),
  save: async (bucket, atMs) => void (await store.write('limiter.save', { bucket, atMs: [...atMs] })),
})
