// Two desks of a team, each of a person of its own, over one service.

import type pg from 'pg'
import { expect } from 'vitest'
import type { GetDispatcher } from '../../src-main/base/dispatcher.ts'
import { DATASETS, type Dataset } from '../../src-shared/desk/sync.ts'
import type { BrandsDesk } from './brands-desk.ts'
import type { PostgresPrograms } from './postgres-programs.ts'
import { type OpenSandbox, openSandbox } from './sandbox.ts'
import { teamDatabase } from './team-database.ts'
import { openTeamDesk } from './team-desks.ts'
import { tempHome } from './temp-home.ts'

const BRANDS = ['acme', 'bolt']
export const DAYS = 12

export const syncSome = async (desk: BrandsDesk, datasets: readonly Dataset[]) => {
  const { rows: all } = await desk.runSync({ datasets: [...datasets] })
  const rows = all.filter(({ dataset }) => datasets.includes(dataset))
  expect(rows.filter(({ state }) => state !== 'ok')).toEqual([])
  return rows
}
export const syncAll = (desk: BrandsDesk) => syncSome(desk, DATASETS)

/** A page of a listing and a day are requests of their own. */
export const asked = async (sandbox: OpenSandbox): Promise<readonly string[]> =>
  (await sandbox.requests()).map(({ path, query, teamId }) => JSON.stringify([teamId, path, query]))

export const twoDesks = async (
  programs: PostgresPrograms,
  { hasKeys, dispatcherOfAnn }: { hasKeys: boolean; dispatcherOfAnn?: GetDispatcher },
) => {
  const sandbox = await openSandbox({ brands: 2, keywords: 10 })
  const team = await teamDatabase(programs, BRANDS)
  const homes = [tempHome(), tempHome()] as const
  const isOffline = { value: false }
  const open = async (at: 0 | 1, person: pg.Client, hasAKey: boolean, more: { getDispatcher?: GetDispatcher } = {}) => {
    const desk = await openTeamDesk({
      person,
      sandbox,
      brandIds: BRANDS,
      hasKeys: hasAKey,
      home: homes[at],
      isOffline,
      ...more,
    })
    await desk.settings.set({ historyDays: DAYS })
    return { ...desk, login: person.user }
  }
  const ann = await open(
    0,
    await team.person('ann', { role: 'admin' }),
    true,
    dispatcherOfAnn && { getDispatcher: dispatcherOfAnn },
  )
  const bob = await team.person('bob')
  return { sandbox, team, homes, ann, isOffline, openBobs: () => open(1, bob, hasKeys) }
}
