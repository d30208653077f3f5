// Nothing that the desk does may delay a sender, and what a crash left between commit and page is made up for.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openTestDesk } from '../../support/composed-desk.ts'
import type { LoadResult } from '../../support/hook-load.ts'
import { openReceivingDesk } from '../../support/webhooks-desk.ts'

const root = join(import.meta.dirname, '..', '..', '..')

test('receiver answers senders while the desk’s own thread is blocked', async () => {
  const desk = await openReceivingDesk()
  const load = { port: desk.port, path: '/hooks/acme', secret: desk.secret, senders: 4, durationMs: 300, pauseMs: 0 }
  // This thread, which is the desk's, stands still until the senders' process has ended.
  const sent = spawnSync(process.execPath, [join(root, 'test', 'support', 'hook-load.ts'), JSON.stringify(load)], {
    timeout: 60_000,
    encoding: 'utf8',
  })
  const { answered, others } = JSON.parse(sent.stdout) as LoadResult // what it prints
  expect([answered > 0, others]).toEqual([true, 0])
  expect((await desk.call('webhooks.status', {})).received).toBe(answered)
})

test('a delivery that was on disk when the desk ended is shown and confirmed by the next start', async () => {
  const first = await openReceivingDesk()
  expect((await first.send('tea')).status).toBe(200)
  const [shown] = await first.deliveries()
  await first.close()
  // As after a power failure: core.db without its last, unsynced commit.
  const core = new Database(first.paths.coreFile)
  core.exec(`DELETE FROM delivery; DELETE FROM article; DELETE FROM webhook_count;
    UPDATE setting SET value = '0' WHERE key = 'inbox.derivedThrough'`)
  core.close()
  const desk = await openTestDesk({ home: first.home, isReceiverWanted: true })
  expect((await desk.call('webhooks.deliveries', {})).rows).toEqual([shown])
  expect((await desk.call('webhooks.status', {})).received).toBe(1)
  const { rows } = await desk.call('publishing.articles', { brandIds: [first.brandId] })
  expect(rows.map(({ articleSlug }) => articleSlug)).toEqual(['tea'])
})
