import type { Clock } from '../base/clock.ts'
import type { Store } from '../store/store.ts'

type Deps = { readonly store: Store; readonly clock: Clock }

/**
 * Keeps what was just read of a brand as a version, where it changed. One that cannot be kept (the team's database cannot be
 * reached) is found again after the next sync.
 */
export const keepVersion = async ({ store, clock }: Deps, brandId: string, isByDesk: boolean): Promise<void> => {
  const state = await store.read('visibility.new', { brandId })
  if (state === null) return
  await store.write('visibility.saveVersion', { brandId, atMs: clock.now(), isByDesk, state }).catch(() => undefined)
}
