import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { BODY_MAX_BYTES } from '../../src-main/shells/web/body.ts'
import { startWebServer, type WebServerOptions } from '../../src-main/shells/web/server.ts'
import { signIn } from '../support/desk-process.ts'
import { createSmallDesk } from '../support/small-desk.ts'
import { tempHome } from '../support/temp-home.ts'

const startShell = async (options: Partial<WebServerOptions> = {}) => {
  const { home, exportsFolder } = tempHome()
  const rendererFolder = join(home, 'renderer')
  mkdirSync(join(rendererFolder, 'assets'), { recursive: true })
  mkdirSync(exportsFolder)
  writeFileSync(join(rendererFolder, 'index.html'), '<!doctype html><html><head><title>A</title></head></html>')
  writeFileSync(join(rendererFolder, 'assets', 'index-1a2b.js'), 'export {}')
  writeFileSync(join(home, 'core.db'), 'not for the web')
  const desk = createSmallDesk()
  const server = await startWebServer({ desk, rendererFolder, exportsFolder, port: 0, ...options })
  onTestFinished(() => server.close())
  return { ...server, desk, home, exportsFolder }
}

const signedIn = async (options: Partial<WebServerOptions> = {}) => {
  const shell = await startShell(options)
  const cookie = await signIn(shell.freshAddress())
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${shell.origin}${path}`, { headers: { cookie, ...headers }, redirect: 'manual' })
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(`${shell.origin}${path}`, {
      method: 'POST',
      headers: { cookie, origin: shell.origin, 'content-type': 'application/json', ...headers },
      body,
    })
  return { ...shell, cookie, get, post }
}

/** A request whose Host and path are sent as given, which fetch would not do. */
const raw = (origin: string, path: string, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    const request = httpRequest({ hostname, port, path, headers, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    request.once('error', reject)
    request.end()
  })

describe('the address', () => {
  test('opens one session, in a cookie that scripts cannot read and other sites cannot send', async () => {
    const shell = await startShell()
    const address = shell.freshAddress()
    const response = await fetch(address, { redirect: 'manual' })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/')
    const cookie = response.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^agency_desk_\d+=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/$/)

    const again = await fetch(address, { redirect: 'manual' })
    expect(again.status).toBe(401)
    expect(again.headers.get('set-cookie')).toBeNull()
    expect(await again.text()).toContain('npm start')
  })

  test('without a session the page says how to open the desk, and nothing else is told', async () => {
    const shell = await startShell()
    const page = await fetch(shell.origin)
    expect(page.status).toBe(401)
    expect(await page.text()).toContain('the address that it printed')
    for (const path of ['/assets/index-1a2b.js', '/api/events', '/exports/a.csv', '/nothing']) {
      expect((await fetch(`${shell.origin}${path}`)).status, path).toBe(401)
    }
    const call = await fetch(`${shell.origin}/api/call/brands.list`, {
      method: 'POST',
      headers: { origin: shell.origin, 'content-type': 'application/json', cookie: 'agency_desk=x' },
      body: '{}',
    })
    expect(call.status).toBe(401)
  })

  test('a made-up token opens nothing', async () => {
    const shell = await startShell()
    expect((await fetch(`${shell.origin}/?token=guess`, { redirect: 'manual' })).status).toBe(401)
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

  test('every reply is closed to other sites', async () => {
    const { get, post } = await signedIn()
    for (const response of [await get('/'), await get('/nothing'), await post('/api/call/brands.list', '{}')]) {
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('referrer-policy')).toBe('no-referrer')
      expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  test('hashed files may be kept for ever, and no path leads out of the folder', async () => {
    const { get, origin, cookie } = await signedIn()
    const script = await get('/assets/index-1a2b.js')
    expect(script.headers.get('content-type')).toContain('text/javascript')
    expect(script.headers.get('cache-control')).toContain('immutable')
    const host = new URL(origin).host
    for (const path of ['/../core.db', '/assets/../../core.db', '/%2e%2e/core.db', '/assets/..%2f..%2fcore.db', '/.']) {
      expect(await raw(origin, path, { host, cookie }), path).not.toBe(500)
      const response = await get(path)
      expect(await response.text(), path).not.toContain('not for the web')
    }
  })
})

describe('who may ask', () => {
  test('another Host or Origin gets nowhere, also with the cookie', async () => {
    const { origin, cookie, post, get } = await signedIn()
    const { port } = new URL(origin)
    for (const host of ['evil.example', `localhost:${port}`, `127.0.0.1.evil.example:${port}`, '127.0.0.1']) {
      expect(await raw(origin, '/', { host, cookie }), host).toBe(421)
    }
    for (const foreign of ['https://evil.example', 'null', `http://localhost:${port}`]) {
      expect((await get('/', { origin: foreign })).status, foreign).toBe(403)
      expect((await post('/api/call/brands.list', '{}', { origin: foreign })).status, foreign).toBe(403)
    }
    const host = new URL(origin).host
    expect(await raw(origin, '//evil.example/', { host, cookie })).toBe(400)
  })

  test('a call without an Origin, or of another content type, is refused', async () => {
    const { origin, cookie, post } = await signedIn()
    const without = await fetch(`${origin}/api/call/brands.list`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(without.status).toBe(403)
    expect((await post('/api/call/brands.list', '{}', { 'content-type': 'text/plain' })).status).toBe(415)
  })

  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

  test.skipIf(outside === undefined)('no address of this machine but the loopback one answers', async () => {
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
  test('a value and an error travel in the envelope', async () => {
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

  test('a body that is no JSON is 400, one over the cap 413, declared or not', async () => {
    const { post, origin, cookie } = await signedIn()
    expect((await post('/api/call/brands.list', '{"a":')).status).toBe(400)
    const { port, host } = new URL(origin)
    const head = `POST /api/call/brands.list HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\n`
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
    // No more than it takes: who goes on writing to a closed line finds that out before the answer.
    expect(await statusLine('Transfer-Encoding: chunked\r\n\r\n', BODY_MAX_BYTES / 0x10000 + 1)).toContain('413')
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
    desk.emit('brands.changed', { brandIds: ['b0'] })
    const second = await reader.read()
    expect(second.value).toBe('data: {"name":"brands.changed","payload":{"brandIds":["b0"]}}\n\n')
    await reader.cancel()
  })

  test('a page that does not read is cut off; the desk goes on', async () => {
    const { origin, cookie, desk, post } = await signedIn()
    const { port, host } = new URL(origin)
    const socket = connect(Number(port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write(`GET /api/events HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`)
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
  test('a file of the exports folder is a download, by its bare name only', async () => {
    const { get, exportsFolder, home } = await signedIn()
    writeFileSync(join(exportsFolder, 'Über 1.csv'), 'a,b\n')
    symlinkSync(join(home, 'core.db'), join(exportsFolder, 'link.csv'))
    mkdirSync(join(exportsFolder, 'folder.csv'))
    const file = await get(`/exports/${encodeURIComponent('Über 1.csv')}`)
    expect(await file.text()).toBe('a,b\n')
    expect(file.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''%C3%9Cber%201.csv")
    for (const name of [
      '..%2Fcore.db',
      '%2e%2e%5ccore.db',
      'link.csv',
      'folder.csv',
      'none.csv',
      '.csv',
      '%00.csv',
      '%',
    ]) {
      expect((await get(`/exports/${name}`)).status, name).toBe(404)
    }
  })
})

describe('the port', () => {
  test('one that was asked for and is taken is an error that names the setting', async () => {
    const first = await startShell()
    const taken = Number(new URL(first.origin).port)
    await expect(startShell({ port: taken })).rejects.toThrow(/AGENCY_DESK_PORT/)
  })

  test('where none was asked for, the next free one is used', async () => {
    const first = await startShell({ port: null })
    const second = await startShell({ port: null })
    expect(Number(new URL(second.origin).port)).toBeGreaterThan(Number(new URL(first.origin).port))
  })
})
