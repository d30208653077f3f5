// A thread that fills a cache with some brands and gives the team their days: one desk of several that fill a team.
import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'
import { createCacheLink } from '../../../src-main/store/team/cache-link.ts'
import type { TeamAccess } from '../../../src-main/store/team/state.ts'
import type { PostgresServer } from '../../support/postgres-server.ts'
import { fillCache, type Scale } from '../rank-cache.ts'
import { addBrands } from './bench-team.ts'
import { shareAll } from './team-days.ts'

export type FillPart = {
  readonly scale: Scale
  readonly access: Pick<TeamAccess, 'url' | 'password'>
  readonly server: PostgresServer['address']
}

const { scale, access, server } = workerData as FillPart // as team-year.ts gives it
const filled = fillCache(scale)
const owner = new pg.Client({ ...server, database: 'postgres' })
const link = createCacheLink(access)
try {
  await owner.connect()
  await addBrands(owner, filled.brandIds, (scale.firstBrand ?? 0) + 1)
  parentPort?.postMessage(await shareAll(filled, link, owner))
} finally {
  link.close()
  await owner.end()
  filled.remove()
}
