import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startSandbox } from '../../src-sandbox/server.ts'
import { startDeskProcess } from '../support/desk-process.ts'
import { startEchoingService } from '../support/echoing-service.ts'
import { familyOf } from '../support/process-family.ts'
import { holdsSecret } from '../support/secret-forms.ts'
import { syncAll } from '../support/sync-all.ts'
import { tempHome } from '../support/temp-home.ts'
import { bearer, post } from '../support/webhooks-desk.ts'

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

test.skipIf(process.platform !== 'linux')(
  'a key is in no file, reply, argument or environment; a planted one is found in each form',
  async () => {
    const { home } = tempHome()
    const sandbox = await startSandbox({ brands: 2, keywords: 30, days: 10 })
    const service = await startEchoingService(sandbox.baseUrl)
    const desk = await startDeskProcess({ home, env: { AGENCY_DESK_LOG: 'trace', AGENCY_DESK_DEMO: '1' } })
    try {
      const [first, second] = sandbox.brands
      if (first === undefined || second === undefined) throw new Error('the sandbox has two brands')
      const replies: unknown[] = []
      const call: typeof desk.call = async (name, input) => {
        const reply = await desk.call(name, input)
        replies.push(reply)
        return reply
      }
      const unknownKey = 'sk_unknown_0123456789abcdefghij'
      await call('service.setProfile', { baseUrl: service.baseUrl })
      const added = await call('brands.add', { name: first.name, key: first.key, sessionOnly: true })
      if (!added.ok) throw new Error(added.error.message)
      await call('brands.addMany', {
        rows: [
          { name: second.name, key: second.key },
          { name: 'Refused', key: unknownKey },
          { name: 'Twice', key: first.key },
        ],
        sessionOnly: true,
      })
      await call('brands.replaceKey', { brandId: added.value.id, key: second.key, sessionOnly: true })
      await call('brands.check', { brandId: added.value.id })
      await call('service.doctor', { brandId: added.value.id })
      const echoed = service.echoed()
      await syncAll(desk)
      expect(service.echoed()).toBeGreaterThan(echoed)
      for (const name of ['rankings.page', 'clusters.page', 'prospects.page', 'contacts.page'] as const) {
        await call(name, { brandIds: 'all' })
      }
      await call('connectors.matrix', { brandIds: 'all' })
      await call('exports.write', { list: 'rankings', format: 'json' })

      // Not through `call`: this reply alone shows a secret.
      const { secret, url } = await desk.value('webhooks.rotateSecret', { brandId: added.value.id, sessionOnly: true })
      const parts = [secret, Buffer.from(`key ${secret}.`).toString('base64'), Buffer.from(secret).toString('hex')]
      const article = { title: parts.join(' '), slug: `tea-${secret}`, parts }
      const body = JSON.stringify({ event: 'article.published', article })
      expect(await post(url, { headers: bearer(secret), body })).toMatchObject({ status: 200 })
      await call('webhooks.deliveries', {})
      await call('desk.backup', {})
      for (const name of [
        'brands.list',
        'brands.overview',
        'sync.status',
        'service.profile',
        'desk.about',
        'desk.settings',
      ] as const) {
        await call(name, {})
      }

      const { intentId } = await desk.value('publishing.publish', {
        brandId: added.value.id,
        articleSlugs: ['autumn-guide'],
        provider: 'ghost',
        holdSeconds: 0,
      })
      await expect.poll(async () => (await call('intents.get', { id: intentId })).ok).toBe(true)
      const logged = () => readFileSync(join(home, 'logs', 'desk.log'), 'utf8')
      for (const line of ['request', 'query', 'migration', 'intent', 'sync run ended', 'delivery']) {
        await expect.poll(logged).toContain(`"msg":"${line}"`)
      }

      const secrets = [first.key, second.key, unknownKey, secret]
      const places: [string, Buffer][] = [
        ['replies', Buffer.from(JSON.stringify(replies))],
        ['printed', Buffer.from(desk.output())],
        ...filesOf(home).map((file): [string, Buffer] => [file, readFileSync(file)]),
        ...familyOf(desk.pid).flatMap((pid): [string, Buffer][] => [
          [`arguments of ${pid}`, readFileSync(`/proc/${pid}/cmdline`)],
          [`environment of ${pid}`, readFileSync(`/proc/${pid}/environ`)],
        ]),
      ]
      expect(places.length).toBeGreaterThan(6)
      expect(
        places.filter(([, bytes]) => secrets.some((secret) => holdsSecret(bytes, secret))).map(([place]) => place),
      ).toEqual([])

      const planted = 'sk_planted_abcdef0123456789'
      for (const form of [
        planted,
        Buffer.from(planted, 'utf16le'),
        Buffer.from(`ab${planted}cd`).toString('base64'),
        Buffer.from(planted).toString('hex'),
      ]) {
        expect(
          holdsSecret(
            Buffer.concat([Buffer.from('before'), Buffer.from(form as string), Buffer.from('after')]),
            planted,
          ),
        ).toBe(true)
      }
    } finally {
      await desk.stop()
      await service.close()
      await sandbox.close()
    }
  },
)

test('one key never serves another brand, while brands are synced and switched side by side', async () => {
  const { home } = tempHome()
  const sandbox = await startSandbox({ brands: 30, keywords: 20, days: 5 })
  const desk = await startDeskProcess({ home })
  try {
    await desk.value('service.setProfile', { baseUrl: sandbox.baseUrl })
    const { results } = await desk.value('brands.addMany', { rows: [...sandbox.brands], sessionOnly: true })
    const teamOf = new Map(results.map(({ brand }) => [brand?.id, brand?.teamId]))
    const expected = new Map(sandbox.brands.map(({ name, teamId }) => [name, teamId]))
    expect(results.every(({ ok, name, brand }) => ok && expected.get(name) === brand?.teamId)).toBe(true)
    await desk.value('sync.run', {})
    // Views ask for brands at random while the rows come in: a row must be of the requested brand.
    const pages = await Promise.all(
      Array.from({ length: 120 }, async (_, n) => {
        const brandId = [...teamOf.keys()][(n * 7) % teamOf.size] ?? ''
        return { brandId, page: await desk.value('rankings.page', { brandIds: [brandId], limit: 50 }) }
      }),
    )
    expect(pages.flatMap(({ brandId, page }) => page.rows.filter((row) => row.brandId !== brandId))).toEqual([])
  } finally {
    await desk.stop()
    await sandbox.close()
  }
})
