import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { createLog, inAction } from '../../../src-main/base/log.ts'
import { openStore } from '../../../src-main/store/open.ts'
import { storeThreads } from '../../support/store-threads.ts'
import { tempHome } from '../../support/temp-home.ts'

const openLogged = async () => {
  const { home: _, ...files } = tempHome()
  const folder = mkdtempSync(join(tmpdir(), 'desk-log-'))
  const log = createLog(folder, 'info')
  const store = await openStore({
    ...files,
    ...storeThreads(),
    onNotice: () => undefined,
    log,
  })
  onTestFinished(async () => {
    await store.close()
    log.close()
    rmSync(folder, { recursive: true })
  })
  const queries = () =>
    readFileSync(join(folder, 'desk.log'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>) // as pino writes it
      .filter(({ msg }) => msg === 'query')
  return { store, files, queries }
}

test('a query that takes more than 40 ms is a warning with its name and action', async () => {
  const { store, files, queries } = await openLogged()
  await store.read('intents.open', {})
  const other = new Database(files.coreFile)
  onTestFinished(() => void other.close())
  other.exec('BEGIN IMMEDIATE')
  const startedAtMs = performance.now()
  const written = inAction({ intentId: 'intent-1' }, () =>
    store.write('limiter.save', { bucket: 'brand:a outreach.queue', atMs: [1] }),
  )
  await expect.poll(() => performance.now() - startedAtMs).toBeGreaterThan(200)
  other.exec('COMMIT')
  await written
  expect(queries()).toMatchObject([{ level: 40, query: 'limiter.save', intentId: 'intent-1' }])
  expect(queries()[0]?.ms).toBeGreaterThan(40)
})

test('an error of SQLite carries the name of the query that failed', async () => {
  const { store, files } = await openLogged()
  const other = new Database(files.coreFile)
  other.exec('ALTER TABLE brand RENAME TO brand_elsewhere')
  other.close()
  await expect(store.read('brands.list', {})).rejects.toMatchObject({
    message: expect.stringMatching(/^brands\.list: .*brand/),
    code: 'SQLITE_ERROR',
  })
})
