import { expect, onTestFinished, test } from 'vitest'
import { closeFiles, openForCoreWriting, openForWriting } from '../../../src-main/store/files.ts'
import { unsynced } from '../../../src-main/store/unsynced.ts'
import { tables } from '../../../src-main/tables.ts'
import { tempHome } from '../../support/temp-home.ts'

const [NORMAL, FULL] = [1, 2]

test('only the commit itself is not awaited; work after it is, also if it failed', () => {
  const home = tempHome()
  const { db: first } = openForWriting(home, tables)
  const db = openForCoreWriting(home, tables)
  onTestFinished(() => {
    for (const file of [db.core, db.cache, first.core, first.cache]) file.close()
  })
  const level = () => db.core.pragma('synchronous', { simple: true })
  expect(level()).toBe(FULL)
  expect(unsynced(db, () => [level(), db.core.inTransaction])).toEqual([NORMAL, true])
  expect(level()).toBe(FULL)
  const fail = () => {
    db.core.exec('CREATE TABLE half_done (x)')
    throw new Error('no')
  }
  expect(() => unsynced(db, fail)).toThrow('no')
  expect(level()).toBe(FULL)
  expect(db.core.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'half_done'").get()).toBeUndefined()
})

test('inside another transaction its work is a part of that one, which is awaited', () => {
  const home = tempHome()
  const { db } = openForWriting(home, tables)
  onTestFinished(() => closeFiles(db, 'writer'))
  const level = () => db.core.pragma('synchronous', { simple: true })
  const outer = db.core.transaction(() => {
    unsynced(db, () => db.core.exec('CREATE TABLE inner_part (x)'))
    expect([level(), db.core.inTransaction]).toEqual([FULL, true])
    throw new Error('undone')
  })
  expect(() => outer.immediate()).toThrow('undone')
  expect(level()).toBe(FULL)
  expect(db.core.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'inner_part'").get()).toBeUndefined()
})
