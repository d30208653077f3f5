import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { BODY_MAX_BYTES } from '../../src-main/shells/web/api.ts'
import { startWebServer, type WebServerOptions } from '../../src-main/shells/web/server.ts'
import { callHeaders, signIn } from '../support/desk-process.ts'
import { createManualClock } from '../support/manual-clock.ts'
import { holdSilentConnections } from '../support/silent-connections.ts'
import { createSmallDesk } from '../support/small-desk.ts'
import { tempHome } from '../support/temp-home.ts'
import { testClock } from '../support/test-clock.ts'

const startShell = async (options: Partial<WebServerOptions> = {}) => {
  const { home, exportsFolder } = tempHome()
  const rendererFolder = join(home, 'renderer')
  mkdirSync(join(rendererFolder, 'assets'), { recursive: true })
  mkdirSync(exportsFolder)
  writeFileSync(join(rendererFolder, 'index.html'), '<!doctype html><html><head><title>A</title></head></html>')
  writeFileSync(join(rendererFolder, 'assets', 'index-1a2b.js'), 'export {}')
  writeFileSync(join(home, 'core.db'), 'not for the web')
  const desk = createSmallDesk()
  const server = await startWebServer({ desk, rendererFolder, exportsFolder, port: 0, clock: testClock, ...options })
  onTestFinished(() => server.close())
  return { ...server, desk, home, exportsFolder }
}

const signedIn = async (options: Partial<WebServerOptions> = {}) => {
  const shell = await startShell(options)
  const session = await signIn(shell.freshAddress())
  const authorization = `Bearer ${session}`
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${shell.origin}${path}`, { headers: { authorization, ...headers }, redirect: 'manual' })
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(`${shell.origin}${path}`, {
      method: 'POST',
      headers: { ...callHeaders(shell.origin, session), ...headers },
      body,
    })
  return { ...shell, session, authorization, get, post }
}

/** A request whose Host and path are sent as given, which fetch would not do. */
const raw = (origin: string, path: string, headers: Record<string, string>, method = 'GET'): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    const request = httpRequest({ hostname, port, path, headers, method, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    request.once('error', reject)
    request.end()
  })

describe('the address', () => {
  test('has the token in its fragment, which no browser sends, and opens one session', async () => {
    const { freshAddress, origin } = await startShell()
    const address = freshAddress()
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}$/)
    expect(address).toContain(origin)
    await signIn(address)
    await expect(signIn(address)).rejects.toThrow('401')
  })

  test('ends when a newer address is made, and after 10 minutes', async () => {
    const clock = createManualClock()
    const { freshAddress } = await startShell({ clock })
    const older = freshAddress()
    const newer = freshAddress()
    await expect(signIn(older)).rejects.toThrow('401')
    await signIn(newer)
    const late = freshAddress()
    await clock.advance(10 * 60_000)
    await expect(signIn(late)).rejects.toThrow('401')
    const inTime = freshAddress()
    await clock.advance(10 * 60_000 - 1)
    await signIn(inTime)
  })

  test('sets no cookie, and a cookie opens nothing', async () => {
    const { get, post, session, origin, freshAddress } = await signedIn()
    for (const response of [await get('/'), await post('/api/call/brands.list', '{}')])
      expect(response.headers.get('set-cookie')).toBeNull()
    const { port } = new URL(origin)
    const token = freshAddress().split('#token=')[1] ?? ''
    for (const value of [session, token]) {
      const response = await fetch(`${origin}/api/call/brands.list`, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json', cookie: `agency_desk_${port}=${value}` },
        body: '{}',
      })
      expect(response.status).toBe(401)
    }
  })

  test('without a session only the page and its files are served, which hold nothing', async () => {
    const { origin } = await startShell()
    for (const path of ['/', '/?token=guess', '/assets/index-1a2b.js'])
      expect((await fetch(`${origin}${path}`)).status, path).toBe(200)
    for (const path of ['/api/events', '/api/nothing', '/exports/a.csv'])
      expect((await fetch(`${origin}${path}`)).status, path).toBe(401)
    for (const session of ['', 'guess', 'a'.repeat(64)])
      for (const path of ['/api/call/brands.list', '/api/downloads']) {
        const headers = { ...callHeaders(origin, session), 'x-desk-token': 'guess' }
        const response = await fetch(`${origin}${path}`, { method: 'POST', headers, body: '{}' })
        expect(response.status, path).toBe(401)
      }
  })
})

describe('the page', () => {
  test('carries a strict policy with a nonce of its own in every reply', async () => {
    const { get } = await signedIn()
    const [first, second] = await Promise.all([get('/'), get('/')])
    const nonces = await Promise.all(
      [first, second].map(async (response) => {
        const policy = response.headers.get('content-security-policy') ?? ''
        const html = await response.text()
        const nonce = /<meta property="csp-nonce" nonce="([^"]+)">/.exec(html)?.[1] ?? 'none'
        expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`)
        expect(policy).toContain("default-src 'none'; script-src 'self';")
        expect(policy).toContain("connect-src 'self'")
        expect(policy).toContain("frame-ancestors 'none'")
        expect(policy).not.toMatch(/unsafe-(inline|eval)/)
        expect(response.headers.get('cache-control')).toBe('no-store')
        return nonce
      }),
    )
    expect(new Set(nonces).size).toBe(2)
  })

  test('forbids other sites in every reply', async () => {
    const { get, post } = await signedIn()
    for (const response of [await get('/'), await get('/nothing'), await post('/api/call/brands.list', '{}')]) {
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('referrer-policy')).toBe('no-referrer')
      expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  test('caches hashed files for ever, and serves no path outside the folder', async () => {
    const { get, origin } = await signedIn()
    const script = await get('/assets/index-1a2b.js')
    expect(script.headers.get('content-type')).toContain('text/javascript')
    expect(script.headers.get('cache-control')).toContain('immutable')
    const host = new URL(origin).host
    for (const path of ['/../core.db', '/assets/../../core.db', '/%2e%2e/core.db', '/assets/..%2f..%2fcore.db', '/.']) {
      expect(await raw(origin, path, { host }), path).not.toBe(500)
      const response = await get(path)
      expect(await response.text(), path).not.toContain('not for the web')
    }
  })
})

describe('access', () => {
  test('another Host or Origin is refused, also with the session', async () => {
    const { origin, authorization, post, get } = await signedIn()
    const { port } = new URL(origin)
    for (const host of ['evil.example', `localhost:${port}`, `127.0.0.1.evil.example:${port}`, '127.0.0.1']) {
      expect(await raw(origin, '/', { host, authorization }), host).toBe(421)
    }
    for (const foreign of ['https://evil.example', 'null', `http://localhost:${port}`]) {
      expect((await get('/', { origin: foreign })).status, foreign).toBe(403)
      expect((await post('/api/call/brands.list', '{}', { origin: foreign })).status, foreign).toBe(403)
    }
    const host = new URL(origin).host
    expect(await raw(origin, '//evil.example/', { host, authorization })).toBe(400)
  })

  test('a call without an Origin, or of another content type, is refused', async () => {
    const { origin, authorization, post } = await signedIn()
    const without = await fetch(`${origin}/api/call/brands.list`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(without.status).toBe(403)
    expect((await post('/api/call/brands.list', '{}', { 'content-type': 'text/plain' })).status).toBe(415)
  })

  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

  test.skipIf(outside === undefined)('only the loopback address answers', async () => {
    const { origin } = await startShell()
    const attempt = new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(origin).port), outside)
      socket.once('connect', () => resolve(socket.destroy()))
      socket.once('error', reject)
    })
    await expect(attempt).rejects.toThrow('ECONNREFUSED')
  })
})

describe('calls', () => {
  test('a value or an error is returned in the envelope', async () => {
    const { post } = await signedIn()
    const list = await (await post('/api/call/brands.list', '{}')).json()
    expect(list).toMatchObject({ ok: true, value: { brands: [{ name: 'Acme' }, { name: 'Über Tea' }, {}] } })
    const check = await post('/api/call/brands.check', '{"brandId":"b0"}')
    expect(check.status).toBe(200)
    expect(await check.json()).toMatchObject({ ok: false, error: { kind: 'unauthorized', detail: { status: 401 } } })
    const unknown = await (await post('/api/call/brands.explode', '{}')).json()
    expect(unknown).toMatchObject({ ok: false, error: { kind: 'invalid' } })
    const wrong = await (await post('/api/call/brands.check', '{"brandId":7}')).json()
    expect(wrong).toMatchObject({ ok: false, error: { kind: 'invalid', detail: { issues: [{ path: 'brandId' }] } } })
  })

  test('a body that is not JSON is answered 400, one over the cap 413, declared or not', async () => {
    const { post, origin, authorization } = await signedIn()
    expect((await post('/api/call/brands.list', '{"a":')).status).toBe(400)
    const { port, host } = new URL(origin)
    const head = `POST /api/call/brands.list HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\n`
    const statusLine = (rest: string, chunks: number) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(Number(port), '127.0.0.1')
        socket.on('error', reject)
        socket.write(head + rest)
        const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
        let left = chunks
        const pump = () => {
          while (left > 0) {
            left -= 1
            if (!socket.write(chunk)) return
          }
        }
        socket.on('drain', pump)
        pump()
        socket.once('data', (data) => {
          resolve(data.toString('utf8').split('\r\n')[0] ?? '')
          socket.off('error', reject)
          socket.on('error', () => {})
          socket.destroy()
        })
      })
    expect(await statusLine('Content-Length: 99999999\r\n\r\n', 0)).toContain('413')
    // No more than it takes: a client that writes to a closed connection notices that before the answer.
    expect(await statusLine('Transfer-Encoding: chunked\r\n\r\n', BODY_MAX_BYTES / 0x10000 + 1)).toContain('413')
  })
})

describe('connections', () => {
  test('the server answers every call and keeps its event streams, while 300 silent connections are renewed', async () => {
    const { origin, authorization, get, desk } = await signedIn()
    const stream = (await get('/api/events')).body?.pipeThrough(new TextDecoderStream()).getReader()
    await stream?.read()
    const { renewed } = await holdSilentConnections(Number(new URL(origin).port), 300)
    const headers = { host: new URL(origin).host, origin, authorization, 'content-type': 'application/json' }
    const statuses: number[] = []
    // Each on a connection of its own.
    // Young connections are not closed: it takes a moment until the first one is.
    for (let n = 0; n < 60 || renewed() === 0; n += 1)
      statuses.push(await raw(origin, '/api/call/brands.list', headers, 'POST').catch(() => 0))
    expect(statuses.filter((status) => status !== 200)).toEqual([])
    desk.emit('changed', { brandIds: ['b0'], datasets: ['brands'] })
    expect((await stream?.read())?.value).toContain('"changed"')
    await stream?.cancel()
  })
})

describe('events', () => {
  test('a stream says it is ready, then brings every event', async () => {
    const { get, desk } = await signedIn()
    const response = await get('/api/events')
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
    const first = await reader.read()
    expect(first.value).toContain('event: desk.ready')
    desk.emit('changed', { brandIds: ['b0'], datasets: ['brands'] })
    const second = await reader.read()
    expect(second.value).toBe('data: {"name":"changed","payload":{"brandIds":["b0"],"datasets":["brands"]}}\n\n')
    await reader.cancel()
  })

  test('a page that does not read its stream is disconnected; the desk goes on', async () => {
    const { origin, authorization, desk, post } = await signedIn()
    const { port, host } = new URL(origin)
    const socket = connect(Number(port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write(`GET /api/events HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${authorization}\r\n\r\n`)
    await new Promise((resolve) => socket.once('data', resolve))
    socket.pause()
    const message = 'x'.repeat(64 * 1024)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    // The system's own buffers take some of it first.
    for (let count = 0; count < 400; count += 1) {
      desk.emit('desk.notice', { id: '1', at: '2026-01-01T00:00:00Z', level: 'info', title: 'much', message })
      await new Promise(setImmediate)
    }
    socket.on('error', () => {})
    socket.resume()
    await closed
    expect((await post('/api/call/brands.list', '{}')).status).toBe(200)
  })
})

describe('exports', () => {
  const withDownloads = async (options: Partial<WebServerOptions> = {}) => {
    const shell = await signedIn(options)
    /** An address for one download, as the page asks for it. */
    const pathOf = async (fileName: string): Promise<string> => {
      const reply = await shell.post('/api/downloads', JSON.stringify({ fileName }))
      return ((await reply.json()) as { value: { path: string } }).value.path // the route's own reply
    }
    /** A browser saves a file without our headers. */
    const download = async (path: string) => fetch(`${shell.origin}${path}`)
    return { ...shell, pathOf, download }
  }

  test('a file of the exports folder is a download, by its bare name only', async () => {
    const { pathOf, download, exportsFolder, home } = await withDownloads()
    writeFileSync(join(exportsFolder, 'Über 1.csv'), 'a,b\n')
    symlinkSync(join(home, 'core.db'), join(exportsFolder, 'link.csv'))
    mkdirSync(join(exportsFolder, 'folder.csv'))
    const file = await download(await pathOf('Über 1.csv'))
    expect(await file.text()).toBe('a,b\n')
    expect(file.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''%C3%9Cber%201.csv")
    for (const name of ['../core.db', '..\\core.db', 'link.csv', 'folder.csv', 'none.csv', '.csv', '\0.csv', '%', ''])
      expect((await download(await pathOf(name))).status, name).toBe(404)
  })

  test('a file of a report is a download by its folder and name, and by no other path', async () => {
    const { pathOf, download, exportsFolder, home } = await withDownloads()
    const month = join(exportsFolder, 'reports', '2026-10')
    mkdirSync(month, { recursive: true })
    for (const name of ['acme.pdf', 'acme.html', 'all.zip', 'acme.csv']) writeFileSync(join(month, name), name)
    mkdirSync(join(home, 'elsewhere'))
    writeFileSync(join(home, 'elsewhere', 'secret.pdf'), 'secret')
    symlinkSync(join(home, 'elsewhere'), join(exportsFolder, 'reports', 'linked'))
    symlinkSync(join(home, 'elsewhere', 'secret.pdf'), join(month, 'link.pdf'))
    for (const name of ['acme.pdf', 'acme.html', 'all.zip', 'acme.csv']) {
      const file = await download(await pathOf(`reports/2026-10/${name}`))
      expect(await file.text()).toBe(name)
      expect(file.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''${name}`)
      expect(file.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    }
    const others = [
      'reports/linked/secret.pdf',
      'reports/2026-10/link.pdf',
      'reports/2026-10/../../../core.db',
      'reports/../reports/2026-10/acme.pdf',
      'reports/2026-10/none.pdf',
      'reports/2026-10/acme.exe',
      'other/2026-10/acme.pdf',
      'reports/acme.pdf',
      'reports//acme.pdf',
      '/reports/2026-10/acme.pdf',
    ]
    for (const name of others) expect((await download(await pathOf(name))).status, name).toBe(404)
  })

  test('a download address works once, for a minute, and not without a session to ask for it', async () => {
    const clock = createManualClock()
    const { pathOf, download, exportsFolder, origin, post } = await withDownloads({ clock })
    writeFileSync(join(exportsFolder, 'a.csv'), 'a,b\n')
    const once = await pathOf('a.csv')
    expect((await download(once)).status).toBe(200)
    expect((await download(once)).status).toBe(401)
    const late = await pathOf('a.csv')
    await clock.advance(60_000)
    expect((await download(late)).status).toBe(401)
    expect((await download('/exports/a.csv')).status).toBe(401)
    expect((await post('/api/downloads', '{}')).status).toBe(400)
    expect((await post('/api/downloads', '{"fileName":"a.csv"}', { authorization: 'Bearer x' })).status).toBe(401)
    expect((await post('/api/downloads', '{"fileName":"a.csv"}', { origin: `${origin}0` })).status).toBe(403)
  })
})

describe('the port', () => {
  test('a chosen port that is taken is an error that names the setting', async () => {
    const first = await startShell()
    const taken = Number(new URL(first.origin).port)
    await expect(startShell({ port: taken })).rejects.toThrow(/AGENCY_DESK_PORT/)
  })

  test('without a chosen port each start uses another one, also when the last one is free', async () => {
    const first = await startShell({ port: null })
    await first.close()
    const second = await startShell({ port: null })
    expect(second.origin).not.toBe(first.origin)
  })
})
