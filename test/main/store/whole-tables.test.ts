// No read of the desk and no step of a sync goes over a table that grows for years, but for those that are named with a reason.
// SQLite plans without knowing how many rows a table has, so a small folder has the plans of a large one.
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { closeFiles, openForWriting } from '../../../src-main/store/files.ts'
import { loadReplySchemas } from '../../../src-main/store/parse-reply.ts'
import { tables } from '../../../src-main/tables.ts'
import { ARRIVED, CORE_WRITES, TEAM_ROWS } from '../../support/core-writes.ts'
import { SMALL_TABLES, WHOLE_TABLES } from '../../support/large-folder/exceptions.ts'
import { fillFolder } from '../../support/large-folder/fill.ts'
import { askOf, readInputs } from '../../support/large-folder/read-inputs.ts'
import { LARGE_TABLES, tablesOf, wholeTables } from '../../support/large-folder/scans.ts'
import { SMALL } from '../../support/large-folder/size.ts'
import { type Seen, watchStatements } from '../../support/large-folder/watch.ts'
import { OF_TEAMS, writeInputs } from '../../support/large-folder/write-inputs.ts'
import { openInbox, runWrite } from '../../support/team-mirror.ts'
import { tempHome } from '../../support/temp-home.ts'
import { anyRow, insertSql, trialCore } from '../../support/trial-core.ts'

beforeAll(loadReplySchemas)

/** The reads by name, each with its own inputs. */
type Anything = Readonly<Record<string, (args: unknown) => unknown>>

const nowMs = Date.UTC(2026, 10, 23)

const openFolder = () => {
  const home = tempHome()
  const { db } = openForWriting(home, tables)
  onTestFinished(() => closeFiles(db, 'writer'))
  fillFolder(db, SMALL, nowMs)
  const folder = { ...SMALL, nowMs, backupsFolder: home.backupsFolder }
  const ask = askOf(db, tables.reads)
  return { db, folder, ask, inputs: readInputs(folder, ask) }
}

const watched = (work: (named: (name: string) => void) => void): readonly Seen[] => {
  const { named, seen, stop } = watchStatements()
  try {
    work(named)
    return seen()
  } finally {
    stop()
  }
}

const readAll = ({ ask, inputs }: ReturnType<typeof openFolder>) =>
  watched((named) => {
    for (const [name, list] of Object.entries(inputs)) {
      named(name)
      for (const input of list) (ask as Anything)[name]?.(input)
    }
  })

const writeAll = ({ db, folder }: ReturnType<typeof openFolder>) => {
  return watched((named) => {
    for (const { name, args } of writeInputs(folder)) {
      named(name)
      tables.writes.cache[name]?.(db, args as never)
    }
  })
}

const writeCore = () => {
  const core = trialCore()
  const put = (table: string, row: object) => core.prepare(insertSql(table, row)).run(row)
  for (const [at, id] of ['b1', 'b2'].entries())
    put('brand', { ...anyRow(core, 'brand', at), id, tags: '[]', team_id: null })
  for (const [table, { rows }] of Object.entries(TEAM_ROWS)) for (const row of rows) put(table, row)
  const inbox = openInbox(core, [ARRIVED])
  return watched((named) => {
    for (const { name, args } of CORE_WRITES) {
      named(name)
      runWrite(core, name, args, { inbox })
    }
  })
}

const exceptionsOf = (names: readonly string[]) =>
  Object.keys(WHOLE_TABLES)
    .filter((key) => names.includes(key.split(':')[0] ?? ''))
    .toSorted()

test('every read goes over no large table without a reason', () => {
  const opened = openFolder()
  expect(Object.keys(opened.inputs).toSorted()).toEqual(Object.keys(tables.reads).toSorted())
  expect(wholeTables(readAll(opened))).toEqual(exceptionsOf(Object.keys(tables.reads)))
})

test('every step of a sync, and every other write of its thread, goes over no large table without a reason', () => {
  const opened = openFolder()
  const seen = writeAll(opened)
  const names = new Set(seen.map(({ name }) => name))
  const missing = Object.keys(tables.writes.cache).filter((name) => !names.has(name) && !OF_TEAMS.includes(name))
  expect(missing).toEqual(['core.checkpoint', 'inbox.checkpoint'])
  expect(wholeTables(seen)).toEqual(exceptionsOf([...names]))
})

test('every write that somebody waits for goes over no large table without a reason', () => {
  const seen = writeCore()
  expect(wholeTables(seen)).toEqual(exceptionsOf(seen.map(({ name }) => name)))
})

test('every table is in the large folder, or is named with the reason why it stays small', () => {
  const { db } = openFolder()
  const all = [db.core, db.inbox, db.cache].flatMap(tablesOf)
  const unnamed = all.filter((name) => !LARGE_TABLES.has(name) && !Object.hasOwn(SMALL_TABLES, name))
  expect(unnamed).toEqual([])
  const named = [...Object.keys(SMALL_TABLES), ...LARGE_TABLES]
  expect(named.filter((name) => !all.includes(name))).toEqual([])
  expect(Object.keys(SMALL_TABLES).filter((name) => LARGE_TABLES.has(name))).toEqual([])
})

test('a read without its index is named', () => {
  const opened = openFolder()
  opened.db.core.exec('DROP INDEX intent_unknown; DROP INDEX alert_by_day')
  expect(wholeTables(readAll(opened))).toEqual(
    [...exceptionsOf(Object.keys(tables.reads)), 'alerts.hasOld: alert', 'intents.unknown: intent'].toSorted(),
  )
})
