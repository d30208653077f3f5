// A child process that stops for good in the middle of a schema's last step: the test kills it there.
import { writeSync } from 'node:fs'
import Database from 'better-sqlite3'
import { type Migration, migrate } from '../../src-main/store/migrate.ts'
import { tables } from '../../src-main/tables.ts'

const [, , file = ''] = process.argv
const db = new Database(file)
db.pragma('journal_mode = WAL')
db.pragma('cache_size = 2') // so that pages of the open transaction reach the file
const stuck: Migration = {
  name: 'stuck',
  landed: '',
  up: (opened) => {
    opened.exec(`CREATE TABLE half_done (text TEXT);
      INSERT INTO half_done SELECT hex(randomblob(500)) FROM json_each('[${Array(500).fill(1)}]')`)
    writeSync(1, 'in the middle\n')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  },
}
const { core } = tables.migrations
migrate(db, { ...core, later: [...core.later, stuck] })
