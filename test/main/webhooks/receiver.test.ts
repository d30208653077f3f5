// The receiver's thread as the desk commands it, with a real store and real HTTP.
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { silentLog } from '../../../src-main/base/log.ts'
import { receiverWorkerUrl } from '../../../src-main/store/worker-url.ts'
import { createReceiver } from '../../../src-main/webhooks/receiver.ts'
import { digestSecret } from '../../../src-main/webhooks/secret-match.ts'
import { newBrand, tempStore } from '../../support/temp-store.ts'
import { article, bearer, post } from '../../support/webhooks-desk.ts'

const SECRET = 'whsec_known'
const ANY_PORT = { enabled: true, address: '127.0.0.1', port: 0 }

const openReceiver = async (workerUrl = receiverWorkerUrl(new URL(inject('storeWorker')))) => {
  const { store, home } = await tempStore()
  const { id, slug } = await store.write('brands.insert', newBrand('Acme'))
  const hashes = [
    { brandId: id, hash: digestSecret('salt', SECRET).toString('base64'), previousHash: null, previousUntilMs: null },
  ]
  const told: string[] = []
  let isKnown = true
  const receiver = createReceiver({
    workerUrl,
    inboxFile: join(home, 'inbox.db'),
    rules: () => ({
      salt: 'salt',
      hashes: isKnown ? hashes : [],
      brands: [{ id, slug }],
      allowedHosts: [],
      checkToken: 'token',
      clock: { cell: undefined, aheadMs: 0 },
    }),
    onStored: () => told.push('stored'),
    onFailed: ({ message }) => told.push(message),
    notify: ({ title }) => told.push(title),
    onMoved: () => undefined,
    log: silentLog,
  })
  onTestFinished(receiver.close)
  await receiver.move(ANY_PORT)
  const send = async (name: string) => {
    const url = `http://127.0.0.1:${receiver.status().port}/hooks/acme`
    return (await post(url, { headers: bearer(SECRET), body: article(name) })).status
  }
  const slugs = async () => (await store.write('deliveries.derive', { limit: 100 })).deliveries.map((one) => one.slug)
  const forget = () => {
    isKnown = false
    return receiver.applyRules()
  }
  return { receiver, send, slugs, told, forget }
}

test('receiver answers 503 while its file is closed for a repair, and 200 afterwards', async () => {
  const { receiver, send, slugs, told } = await openReceiver()
  expect(await send('before')).toBe(200)
  await receiver.holder.close()
  expect(await send('meanwhile')).toBe(503)
  await receiver.holder.open()
  expect(await send('after')).toBe(200)
  expect(await slugs()).toEqual(['before', 'after'])
  expect(told).toContain('The file of deliveries is closed for a repair.')
  expect((await receiver.takeRefusals()).counts).toEqual({ 'disk-full': 1 })
})

test('receiver follows new rules from the moment that they are applied', async () => {
  const { send, slugs, forget } = await openReceiver()
  expect(await send('a')).toBe(200)
  await forget()
  expect(await send('b')).toBe(401)
  expect(await slugs()).toEqual(['a'])
})

test('receiver tells the desk of deliveries, and hands each refusal over once', async () => {
  const { receiver, send, told, forget } = await openReceiver()
  await send('a')
  await expect.poll(() => told).toEqual(['stored'])
  await forget()
  await Promise.all([send('b'), send('c')])
  const { counts, refusals } = await receiver.takeRefusals()
  expect([counts, refusals.length]).toEqual([{ unauthorized: 2 }, 2])
  expect(await receiver.takeRefusals()).toEqual({ counts: {}, refusals: [] })
})

test('a receiver that dies is started again at its port, with its rules', async () => {
  const { receiver, send, slugs, told } = await openReceiver(
    new URL('../../support/dying-receiver-worker.ts', import.meta.url),
  )
  const { port } = receiver.status()
  expect(await send('before')).toBe(200)
  expect(await receiver.takeRefusals()).toEqual({ counts: {}, refusals: [] }) // which kills this one
  await expect.poll(receiver.status).toMatchObject({ listening: true, port })
  expect(await send('after')).toBe(200)
  expect(await slugs()).toEqual(['before', 'after'])
  for (let death = 0; death < 3; death += 1) {
    await receiver.takeRefusals()
    await expect.poll(() => receiver.status().listening || told.includes('The receiver stopped')).toBe(true)
  }
  expect(receiver.status()).toMatchObject({ listening: false, error: expect.stringContaining('keeps stopping') })
})
