import { setTimeout } from 'node:timers/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { getDispatcher } from '../../../src-main/base/dispatcher.ts'
import { type ExchangeOptions, startExchange } from '../../../src-main/base/exchange.ts'
import { createLargeReplies } from '../../../src-main/service-client/large-replies.ts'
import { type Answer, startScriptedServer } from '../../support/scripted-server.ts'

const MB = 1024 * 1024
const OPTIONS: ExchangeOptions = { bytesMax: () => 4 * MB, signal: new AbortController().signal }

const get = async (baseUrl: string, options: Partial<ExchangeOptions> = {}) => {
  const request = { method: 'GET', url: `${baseUrl}/path?a=b+c`, headers: { accept: 'text/plain' } } as const
  return startExchange(await getDispatcher(), request, { ...OPTIONS, ...options })
}
const ask = async (answer: Answer, options: Partial<ExchangeOptions> = {}) => {
  const server = await startScriptedServer(answer)
  const exchange = await get(server.baseUrl, options)
  const text = async () => new TextDecoder().decode((await exchange.reply).body)
  return { ...exchange, text, seen: server.seen }
}
const says =
  (body: string | Uint8Array, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(200, headers).end(body)
  }
/** In chunks, so that its length is not announced. */
const saysInParts =
  (...parts: string[]): Answer =>
  async (response) => {
    for (const part of parts) {
      response.write(part)
      await setTimeout(1)
    }
    response.end()
  }

describe('a reply', () => {
  test.each([
    ['of a known length', says('Grüße', { 'content-length': '7' })],
    ['in parts', saysInParts('Grü', 'ße')],
    [
      'after early hints',
      ((response) => response.writeEarlyHints({ link: '</a>; rel=preload' }, () => response.end('Grüße'))) as Answer,
    ],
  ])('%s is whole', async (_, answer) => {
    const { text, seen } = await ask(answer)
    expect(await text()).toBe('Grüße')
    expect(seen).toMatchObject([{ method: 'GET', url: '/path?a=b+c', headers: { accept: 'text/plain' } }])
  })

  test.each([204, 304])('%i is empty, whatever length it names', async (status) => {
    const { reply } = await ask((response) => response.writeHead(status, { 'content-length': '9000000' }).end())
    expect(await reply).toMatchObject({ status, body: { byteLength: 0 } })
  })

  test('has the values of a header that comes more than once joined', async () => {
    const { reply } = await ask((response) => response.setHeader('retry-after', ['5', '6']).end())
    expect((await reply).headers['retry-after']).toBe('5, 6')
  })

  test('in many parts is as large as they are', async () => {
    const parts = Array.from({ length: 40 }, (_, at) => String(at % 10).repeat(9000))
    const { text } = await ask(saysInParts(...parts))
    expect((await text()) === parts.join('')).toBe(true)
  })

  test.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('that is compressed (%s) is unpacked', async (encoding, pack) => {
    const { text, seen } = await ask(says(pack('Grüße'), { 'content-encoding': encoding }))
    expect(await text()).toBe('Grüße')
    expect(seen[0]?.headers).toMatchObject({ 'accept-encoding': 'gzip, br', 'user-agent': 'agency-desk' })
  })

  test('that is compressed and empty is empty, and the name of its encoding may have capitals', async () => {
    expect(await (await ask(says('', { 'content-encoding': 'gzip' }))).text()).toBe('')
    expect(await (await ask(says(gzipSync('Grüße'), { 'content-encoding': 'GZip' }))).text()).toBe('Grüße')
  })

  test('that cannot be unpacked is an error', async () => {
    await expect((await ask(says('Grüße', { 'content-encoding': 'gzip' }))).reply).rejects.toThrow('incorrect header')
  })

  test.each([
    ['as announced', says('a'.repeat(101), { 'content-length': '101' })],
    ['although its length is not announced', saysInParts('a'.repeat(60), 'a'.repeat(41))],
    ['once it is unpacked', says(gzipSync('a'.repeat(101)), { 'content-encoding': 'gzip' })],
  ])('that is too large %s is refused', async (_, answer) => {
    const bytesMax = (status: number) => (status === 200 ? 100 : 0)
    const { reply, head } = await ask(answer, { bytesMax })
    await expect(reply).rejects.toThrow(expect.objectContaining({ name: 'ReplyTooLargeError' }))
    expect(head()).toMatchObject({ status: 200 })
  })

  test('that is as large as the limit is taken', async () => {
    const bytesMax = () => 100
    for (const answer of [
      says('a'.repeat(100), { 'content-length': '100' }),
      saysInParts('a'.repeat(100)),
      says(gzipSync('a'.repeat(100)), { 'content-encoding': 'gzip' }),
    ])
      expect((await (await ask(answer, { bytesMax })).text()).length).toBe(100)
  })

  test('that ends early is an error, and what came before it is known', async () => {
    const { reply, head, isSent } = await ask((response) => {
      response.writeHead(402, { 'content-length': '1000' })
      response.write('{', () => response.destroy())
    })
    await expect(reply).rejects.toThrow(Error)
    expect(head()).toMatchObject({ status: 402 })
    expect(isSent()).toBe(true)
  })
})

describe('whether a request has left', () => {
  test('it has not where nothing listens', async () => {
    const server = await startScriptedServer(says(''))
    await server.close()
    const { reply, isSent, head } = await get(server.baseUrl)
    await expect(reply).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    expect([isSent(), head()]).toEqual([false, null])
  })

  test('it has not where it is given up before a connection is there, and never does', async () => {
    const server = await startScriptedServer(says(''))
    for (const isBefore of [true, false]) {
      const stop = new AbortController()
      if (isBefore) stop.abort(new Error('given up'))
      const { reply, isSent } = await get(server.baseUrl, { signal: stop.signal })
      if (!isBefore) stop.abort(new Error('given up'))
      await expect(reply).rejects.toThrow('given up')
      await setTimeout(50)
      expect(isSent()).toBe(false)
    }
    expect(server.seen).toEqual([])
  })

  test('it has where the connection breaks after it', async () => {
    const { reply, isSent } = await ask((response) => response.destroy())
    await expect(reply).rejects.toThrow(Error)
    expect(isSent()).toBe(true)
  })

  test('given up on its way, it has, and its connection ends', async () => {
    const stop = new AbortController()
    const hungUp = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    const { reply, isSent } = await ask(
      (response) => {
        response.once('close', hungUp.resolve)
        arrived.resolve()
      },
      { signal: stop.signal },
    )
    await arrived.promise
    stop.abort('a reason that is no error')
    await expect(reply).rejects.toBe('a reason that is no error')
    await hungUp.promise
    expect(isSent()).toBe(true)
  })
})

describe('a large reply', () => {
  const known = (bytes: number) => says('a'.repeat(bytes), { 'content-length': String(bytes) })
  const unknown = (bytes: number) => saysInParts('a'.repeat(bytes - 10), 'a'.repeat(10))
  const packed = (bytes: number) => says(gzipSync(Buffer.alloc(bytes, 'a')), { 'content-encoding': 'gzip' })
  const zipped = (bytes: number) =>
    says(gzipSync(Buffer.alloc(bytes, 'a b c d 1 2 3 '), { level: 0 }), { 'content-encoding': 'gzip' })

  test.each([
    ['of a known length', known],
    ['in parts', unknown],
    ['that is compressed', zipped],
    ['that a few bytes become', packed],
  ])('%s waits for its turn and says that it lives, a small one does not wait', async (_, of) => {
    const take = createLargeReplies()
    const end = await take()
    const turn = { aboveBytes: MB, take: async () => void (await take()) }
    const sizeOf = async (bytes: number, options: Partial<ExchangeOptions> = {}) =>
      (await (await ask(of(bytes), { turn, ...options })).text()).length
    let signs = 0
    const onActivity = () => {
      signs += 1
    }
    const large = sizeOf(3 * MB, { onActivity })
    expect(await sizeOf(1000)).toBe(1000)
    expect(await Promise.race([large, setTimeout(100, 'waits')])).toBe('waits')
    const before = signs
    await expect.poll(() => signs, { timeout: 5000 }).toBeGreaterThan(before)
    end()
    expect(await large).toBe(3 * MB)
  })

  test.each([
    ['of a known length', known],
    ['in parts', unknown],
    ['that is compressed', zipped],
    ['that a few bytes become', packed],
  ])('%s that is given up no longer waits', async (_, of) => {
    const stop = new AbortController()
    const waits = Promise.withResolvers<void>()
    const take = () => {
      waits.resolve()
      return new Promise<void>(() => undefined)
    }
    const { reply } = await ask(of(3 * MB), { signal: stop.signal, turn: { aboveBytes: MB, take } })
    reply.catch(() => undefined)
    await waits.promise
    stop.abort(new Error('given up'))
    await expect(reply).rejects.toThrow('given up')
  })

  test('whose connection breaks while it waits, no longer waits', async () => {
    let signs = 0
    const onActivity = () => {
      signs += 1
    }
    const breaking: Answer = (response) => {
      response.writeHead(200, { 'content-length': String(3 * MB) })
      response.write('a', () => void setTimeout(50).then(() => response.socket?.resetAndDestroy()))
    }
    const { reply } = await ask(breaking, {
      onActivity,
      turn: { aboveBytes: MB, take: () => new Promise(() => undefined) },
    })
    await expect(reply).rejects.toThrow(Error)
    const atEnd = signs
    await setTimeout(1200)
    expect(signs).toBe(atEnd)
  })

  test('whose turn fails, fails', async () => {
    const take = () => Promise.reject(new Error('no turn'))
    const { reply } = await ask(known(2 * MB), { turn: { aboveBytes: MB, take } })
    await expect(reply).rejects.toThrow('no turn')
  })
})

/** A dispatcher that answers with these chunks. */
const answersWith = (chunks: readonly Uint8Array[]): Pick<Dispatcher, 'dispatch'> => ({
  dispatch: (_, { onRequestStart, onResponseStart, onResponseData, onResponseEnd }) => {
    const idle = () => undefined
    const controller = { aborted: false, paused: false, reason: null, abort: idle, pause: idle, resume: idle }
    onRequestStart?.(controller, null)
    onResponseStart?.(controller, 200, {})
    for (const chunk of chunks) onResponseData?.(controller, Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length))
    onResponseEnd?.(controller, {})
    return true
  },
})

test('a chunk with a memory of its own is given back, one that is part of a larger memory is not', async () => {
  const own = new Uint8Array(10_000).fill(1)
  const shared = new Uint8Array(20_000).fill(2)
  const part = shared.subarray(0, 10_000)
  const request = { method: 'GET', url: 'http://there.example', headers: {} } as const
  const { body } = await startExchange(answersWith([own, part]), request, OPTIONS).reply
  expect(body.byteLength).toBe(20_000)
  expect([...new Set(new Uint8Array(body))]).toEqual([1, 2])
  expect(own.buffer.detached).toBe(true)
  expect(shared.buffer.detached).toBe(false)
})

test('an idle connection is used again', async () => {
  const sockets = new Set<unknown>()
  const server = await startScriptedServer((response) => {
    sockets.add(response.socket)
    response.end('well')
  })
  for (let at = 0; at < 3; at += 1) {
    await (await get(server.baseUrl)).reply
    await setTimeout(1)
  }
  expect([server.seen.length, sockets.size]).toEqual([3, 1])
})

test('with NODE_USE_ENV_PROXY=1 requests go through the proxy of the environment', async () => {
  const { baseUrl, seen } = await startScriptedServer(says('by the proxy'))
  vi.stubEnv('NODE_USE_ENV_PROXY', '1')
  vi.stubEnv('http_proxy', baseUrl)
  vi.stubEnv('no_proxy', '')
  vi.resetModules()
  onTestFinished(() => {
    vi.unstubAllEnvs()
    vi.resetModules()
  })
  const fresh = await import('../../../src-main/base/dispatcher.ts')
  const request = { method: 'GET', url: 'http://there.invalid/path', headers: {} } as const
  const { reply } = startExchange(await fresh.getDispatcher(), request, OPTIONS)
  expect(new TextDecoder().decode((await reply).body)).toBe('by the proxy')
  expect(seen).toMatchObject([{ url: 'http://there.invalid/path' }])
})
