import type { Dataset } from '../../src-shared/desk/sync.ts'
import type { Store } from '../store/store.ts'

/** Whether a listing of the brand was ever read whole, so that what is not in it is known not to be there. */
export const isRead = async (store: Pick<Store, 'read'>, brandId: string, dataset: Dataset): Promise<boolean> => {
  const rows = await store.read('freshness.list', { brandIds: [brandId] })
  return rows.some((row) => row.dataset === dataset && row.fetchedAtMs !== null)
}
