import { openStore, type StoreOptions } from '../../src-main/store/open.ts'

type Paths = { readonly coreFile: string; readonly cacheFile: string; readonly backupsFolder: string }
type Threads = Pick<StoreOptions, 'workerUrl' | 'startThread' | 'team'>

const BRAND = { teamId: null, keyState: 'unchecked', keyIn: null, demo: false } as const

/** Brands in a data folder, without the service: their ids in the order of the names. The benches use it as well. */
export const addBrands = async (paths: Paths, names: readonly string[], threads: Threads = {}) => {
  const { coreFile, cacheFile, backupsFolder } = paths
  const store = await openStore({ coreFile, cacheFile, backupsFolder, ...threads, onNotice: () => undefined })
  const ids: string[] = []
  for (const [createdAtMs, name] of names.entries()) {
    ids.push((await store.write('brands.insert', { ...BRAND, name, createdAtMs })).id)
  }
  await store.close()
  return ids
}
