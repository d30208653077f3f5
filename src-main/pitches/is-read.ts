import type { Dataset } from '../../src-shared/desk/sync.ts'
import type { Store } from '../store/store.ts'

/** Whether a listing of the brand was ever read completely, so that an absent row is known to be absent. */
export const isRead = async (store: Pick<Store, 'read'>, brandId: string, dataset: Dataset): Promise<boolean> => {
  const rows = await store.read('freshness.list', { brandIds: [brandId] })
  return rows.some((row) => row.dataset === dataset && row.fetchedAtMs !== null)
}
