// A data folder on a disk of a few MiB: full, senders get 503; with room again it receives by itself.
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { callDesk } from '../../src-main/desk.ts'
import { startReceiverProcess } from '../support/receiver-process.ts'
import { canMount, mountSmallDisk } from '../support/small-disk.ts'
import { addBrands } from '../support/webhooks-brands.ts'
import { article, bearer, post } from '../support/webhooks-desk.ts'

test.skipIf(!canMount)(
  'receiver answers 503, never 200, on a full disk, and recovers (needs the right to mount)',
  { timeout: 120_000 },
  async () => {
    const disk = mountSmallDisk(12)
    const home = disk.folder
    const paths = {
      coreFile: join(home, 'core.db'),
      cacheFile: join(home, 'cache.db'),
      backupsFolder: join(home, 'backups'),
    }
    const [brandId = ''] = await addBrands(paths, ['Acme'])
    const desk = await startReceiverProcess({ home })
    onTestFinished(() => desk.kill('SIGKILL'))
    const { secret } = await callDesk(desk.remote, 'webhooks.rotateSecret', { brandId, sessionOnly: true })
    const send = (slug: string, pad = 0) =>
      post(`http://127.0.0.1:${desk.port}/hooks/acme`, {
        headers: bearer(secret),
        body: article(slug, { pad: 'x'.repeat(pad) }),
      })
    expect((await send('before')).status).toBe(200)

    disk.fill()
    const answered = new Map<string, number>()
    // Free space within the files may still take some; then nothing more fits.
    for (let at = 0; at < 12; at += 1) answered.set(`full-${at}`, (await send(`full-${at}`, 500_000)).status)
    expect([...answered.values()].at(-1)).toBe(503)
    expect(new Set([...answered.values()].filter((status) => status !== 200))).toEqual(new Set([503]))

    disk.makeRoom()
    expect((await send('after')).status).toBe(200)
    const { rows } = await callDesk(desk.remote, 'webhooks.deliveries', { limit: 500 })
    const stored = new Set(rows.map(({ slug }) => slug))
    const acknowledged = [
      'before',
      'after',
      ...[...answered].filter(([, status]) => status === 200).map(([slug]) => slug),
    ]
    expect([...stored].sort()).toEqual(acknowledged.sort())
    const { refused } = await callDesk(desk.remote, 'webhooks.status', {})
    expect(refused['disk-full']).toBe([...answered.values()].filter((status) => status === 503).length)
    await desk.remote.close()
  },
)
