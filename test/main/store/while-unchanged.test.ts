import { expect, test } from 'vitest'
import { openForReading, openForWriting } from '../../../src-main/store/files.ts'
import { whileUnchanged } from '../../../src-main/store/while-unchanged.ts'
import { tables } from '../../../src-main/tables.ts'
import { tempHome } from '../../support/temp-home.ts'

test('a value is worked out again after a change of either file, and for other brands', () => {
  const files = { ...tempHome(), deskNo: 0 }
  const { db: writing } = openForWriting(files, tables)
  const db = openForReading(files)
  let runs = 0
  const count = (of: unknown = 'all') => whileUnchanged(db, 'count', of, () => ++runs)
  expect([count(), count()]).toEqual([1, 1])
  writing.cache.exec("INSERT INTO brand (id) VALUES ('acme')")
  expect([count(), count()]).toEqual([2, 2])
  writing.core.exec("INSERT INTO setting (key, value) VALUES ('k', '1')")
  expect([count(), count()]).toEqual([3, 3])
  expect([count(['acme']), count(['bolt']), count(['acme']), count()]).toEqual([4, 5, 4, 3])
  for (let of = 0; of < 100; of += 1) count(of)
  expect(count()).toBeGreaterThan(100)
  const other = openForReading(files)
  expect(whileUnchanged(other, 'count', 'all', () => 0)).toBe(0)
  for (const one of [writing, db, other]) for (const file of [one.core, one.cache, one.inbox]) file.close()
})
