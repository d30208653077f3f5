import type { RoomMigration } from '../../store/migrate.ts'
import { readDay } from './rank-packed.ts'

const OF_WINDOW = `UPDATE rank_stats SET
  top3 = (SELECT count(*) FROM rank_latest r WHERE r.slice = rank_stats.slice AND r.position < 3.5),
  top10 = (SELECT count(*) FROM rank_latest r WHERE r.slice = rank_stats.slice AND r.position < 10.5)`
const OF_DAY = 'UPDATE rank_day SET top3 = ?, top10 = ? WHERE slice = ? AND day = ?'

/** Keywords in the top 3 and top 10 were counted up to 3.0 and 10.0: now as everywhere (position-bands.ts). */
export const rankTopCounts: RoomMigration = {
  name: 'rank top counts',
  landed: '264e5d6c7a297306',
  up: (db) => {
    db.exec(OF_WINDOW)
    const save = db.prepare(OF_DAY)
    for (const { slice, day } of db
      .prepare<[], { slice: number; day: number }>('SELECT slice, day FROM rank_day')
      .all()) {
      const rows = readDay(db, slice, day)
      const better = (end: number) => rows.filter(({ position }) => position !== null && position < end).length
      save.run(better(3500), better(10_500), slice, day)
    }
  },
}
