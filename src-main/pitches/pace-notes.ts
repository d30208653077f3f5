import { DAY_MS } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Store } from '../store/store.ts'

const SAVED_EVERY_MS = 10_000
/** A longer spacing is not plausible. */
const SPACING_MAX_MS = 30 * DAY_MS

/** Stores the spacing that the service reports for a brand, for estimates; not for every batch of a long intent. */
export const createPaceNotes = (deps: {
  readonly store: Pick<Store, 'write'>
  readonly nowMs: () => number
  readonly log: Log
}) => {
  const { store, nowMs, log } = deps
  const saved = new Map<string, { readonly spacingMs: number; readonly atMs: number }>()
  return {
    note: (brandId: string, spacingMs: number): void => {
      if (!(spacingMs >= 0 && spacingMs <= SPACING_MAX_MS)) return
      const atMs = nowMs()
      const last = saved.get(brandId)
      if (last?.spacingMs === spacingMs && Math.abs(atMs - last.atMs) < SAVED_EVERY_MS) return
      saved.set(brandId, { spacingMs, atMs })
      store.write('outreach.savePace', { brandId, spacingMs, atMs }).catch((error: unknown) => {
        log.warn({ err: error, brandId }, 'the spacing of pitches was not stored')
      })
    },
  }
}
