import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Agency, Asked } from './agency.ts'
import type { LeastPair } from './least-sync.ts'

const pathOf = (asked: readonly Asked[], isWindow: boolean): string => {
  const found = asked.filter(({ path }) => path.includes('compare=true') === isWindow)
  if (found.length !== 1 || found[0] === undefined) throw new Error('A brand is asked for one day and one window.')
  return found[0].path
}

const pairsOf = ({ sandbox, brandIds }: Agency, asked: readonly Asked[]): LeastPair[] => {
  const byKey = Map.groupBy(asked, ({ authorization }) => authorization)
  return sandbox.brands.map(({ key }, place) => {
    const authorization = `Bearer ${key}`
    const of = byKey.get(authorization) ?? []
    const brandId = brandIds[place] ?? ''
    return { brandId, authorization, day: pathOf(of, false), window: pathOf(of, true) }
  })
}

/** What a sync of rankings stores, but for the moments at which it did, and sums to nine digits. */
const STORED = [
  'SELECT * FROM rank_latest ORDER BY id',
  'SELECT id, data FROM rank_packed ORDER BY id',
  'SELECT * FROM rank_page_set ORDER BY id',
  'SELECT * FROM rank_keyword ORDER BY id',
  'SELECT * FROM rank_url ORDER BY id',
  `SELECT slice, day, keywords, ranking, top3, top10, round(visibility, 9), round(avg_position, 9), clicks, impressions
    FROM rank_day ORDER BY slice, day`,
  `SELECT slice, keywords, ranking, top3, top10, round(avg_position, 9), round(avg_position_change, 9), clicks,
    impressions, up, down, last_day FROM rank_stats ORDER BY slice`,
  "SELECT brand_no, state, rows, error, next_try_at_ms FROM freshness WHERE dataset = 'rankings' ORDER BY brand_no",
]

const assertSame = (one: Database.Database, other: Database.Database, sql: string): void => {
  const others = other.prepare(sql).raw().iterate()
  let rows = 0
  for (const row of one.prepare(sql).raw().iterate()) {
    const { value } = others.next()
    if (JSON.stringify(row) !== JSON.stringify(value)) throw new Error(`The least program stored another row: ${sql}`)
    rows += 1
  }
  if (rows === 0 || others.next().done !== true) throw new Error(`The least program stored other rows: ${sql}`)
}

/** A process of its own with a copy of the desk's cache as it is now. */
export const startLeastSync = (agency: Agency, asked: readonly Asked[]) => {
  const pairs = pairsOf(agency, asked)
  const deskFile = join(agency.home, 'cache.db')
  const leastFile = join(agency.home, 'least.db')
  const original = new Database(deskFile, { readonly: true })
  original.prepare('VACUUM INTO ?').run(leastFile)
  original.close()
  const child = fork(join(import.meta.dirname, 'least-sync.ts'), [agency.replay.baseUrl, leastFile])
  const ended = once(child, 'exit')
  const died = ended.then(() => {
    throw new Error('The least program ended.')
  })
  died.catch(() => undefined)
  return {
    pid: child.pid ?? 0,
    run: async (): Promise<void> => {
      child.send(pairs)
      await Promise.race([once(child, 'message'), died])
    },
    assertSameRows: (): void => {
      const [desk, least] = [deskFile, leastFile].map((file) => new Database(file, { readonly: true }))
      if (desk === undefined || least === undefined) return
      for (const sql of STORED) assertSame(desk, least, sql)
      desk.close()
      least.close()
    },
    close: async (): Promise<void> => {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
