// A data folder on a disk of a few MiB: full, senders get 503; with room again it receives by itself.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { callDesk } from '../../src-main/desk.ts'
import { startReceiverProcess } from '../support/receiver-process.ts'
import { addBrands } from '../support/webhooks-brands.ts'
import { article, bearer, post } from '../support/webhooks-desk.ts'

const mount = (folder: string) => spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', folder]).status === 0
const unmount = (folder: string) => spawnSync('umount', [folder]).status === 0

const canMount = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'agency-desk-mount-'))
  const isMounted = mount(folder)
  if (isMounted) unmount(folder)
  rmSync(folder, { recursive: true, force: true })
  return isMounted
})()

test.skipIf(!canMount)(
  'receiver answers 503, never 200, on a full disk, and recovers (needs the right to mount)',
  { timeout: 120_000 },
  async () => {
    const home = mkdtempSync(join(tmpdir(), 'agency-desk-disk-'))
    expect(mount(home)).toBe(true)
    onTestFinished(() => {
      unmount(home)
      rmSync(home, { recursive: true, force: true })
    })
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

    const ballast = join(home, 'ballast')
    const fill = () => {
      try {
        writeFileSync(ballast, Buffer.alloc(16 * 1024 * 1024), { flag: 'a' })
      } catch (error) {
        expect(error).toMatchObject({ code: 'ENOSPC' })
      }
    }
    fill()
    const answered = new Map<string, number>()
    // Free space within the files may still take some; then nothing more fits.
    for (let at = 0; at < 12; at += 1) answered.set(`full-${at}`, (await send(`full-${at}`, 500_000)).status)
    expect([...answered.values()].at(-1)).toBe(503)
    expect(new Set([...answered.values()].filter((status) => status !== 200))).toEqual(new Set([503]))

    rmSync(ballast)
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
