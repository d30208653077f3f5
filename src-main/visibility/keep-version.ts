import type { Store } from '../store/store.ts'

/**
 * Keeps what was just read of a brand as a version of when it was read, where it changed. One that cannot be kept (the team's
 * database cannot be reached) is found again after the next sync.
 */
export const keepVersion = async (store: Store, brandId: string, isByDesk: boolean): Promise<void> => {
  const found = await store.read('visibility.new', { brandId })
  if (found === null) return
  await store.write('visibility.saveVersion', { brandId, isByDesk, ...found }).catch(() => undefined)
}
