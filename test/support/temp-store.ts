import { onTestFinished } from 'vitest'
import type { NewBrand } from '../../src-main/brands/queries/brands.ts'
import { openStore } from '../../src-main/store/open.ts'
import type { OpenOptions, StoreNotice } from '../../src-main/store/rpc.ts'
import type { TeamAccess } from '../../src-main/store/team/state.ts'
import { storeThreads } from './store-threads.ts'
import { engineTeam } from './team-engine.ts'
import { type TempHome, tempHome } from './temp-home.ts'

/** A real store in a data folder of its own; closed and removed when the test ends. */
export const tempStore = async (
  home: TempHome & { readonly deskNo?: number; readonly team?: TeamAccess } = tempHome(),
  start: OpenOptions = {},
) => {
  const notices: StoreNotice[] = []
  const { coreFile, cacheFile, backupsFolder, deskNo, team = await engineTeam(home.home) } = home
  const store = await openStore({
    coreFile,
    cacheFile,
    backupsFolder,
    deskNo,
    team,
    start,
    ...storeThreads(),
    onNotice: (notice) => notices.push(notice),
  })
  onTestFinished(() => store.close())
  return { ...home, store, notices }
}

export const newBrand = (name: string, more: Partial<NewBrand> = {}): NewBrand => ({
  name,
  teamId: null,
  keyState: 'unchecked',
  keyIn: null,
  demo: false,
  createdAtMs: Date.UTC(2026, 0, 1),
  ...more,
})
