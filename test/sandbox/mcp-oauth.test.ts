import { createHash } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { expect, test } from 'vitest'
import { callbackOf, connectAssistant, REDIRECT, signInByForm } from '../support/mcp-client.ts'
import { startClient } from './sandbox-client.ts'

const VERIFIER = 'a-verifier-that-nobody-else-can-know-at-all-0123'
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')
const HOUR_MS = 3_600_000

const openServer = async () => {
  const client = await startClient({ brands: 5 })
  const { baseUrl, mcpUrl } = client.sandbox
  const post = (path: string, form: Record<string, string>) =>
    fetch(`${baseUrl}${path}`, { method: 'POST', body: new URLSearchParams(form) })
  const register = (body: object) =>
    fetch(`${baseUrl}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const registered = await register({ redirect_uris: [REDIRECT], client_name: 'By hand' })
  const { client_id: clientId } = (await registered.json()) as { client_id: string }
  const authorizeUrl = (more: Record<string, string | null> = {}): URL => {
    const url = new URL(`${baseUrl}/oauth/authorize`)
    const given = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: REDIRECT,
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
      resource: mcpUrl,
      state: 'x y',
      ...more,
    }
    for (const [name, value] of Object.entries(given)) if (value !== null) url.searchParams.set(name, value)
    return url
  }
  const newCode = async (user = 'owner'): Promise<string> =>
    callbackOf(await signInByForm(authorizeUrl(), { user })).get('code') ?? ''
  const exchange = (code: string, more: Record<string, string> = {}) =>
    post('/oauth/token', {
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      redirect_uri: REDIRECT,
      code_verifier: VERIFIER,
      ...more,
    })
  const refresh = (token: string, more: Record<string, string> = {}) =>
    post('/oauth/token', { grant_type: 'refresh_token', client_id: clientId, refresh_token: token, ...more })
  const use = (token: string) =>
    fetch(mcpUrl, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
  const advance = (advanceMs: number) => client.control('POST', '/clock', { advanceMs })
  return { ...client, baseUrl, mcpUrl, clientId, register, authorizeUrl, newCode, exchange, refresh, use, advance }
}

type Tokens = { access_token: string; refresh_token: string; token_type: string; expires_in: number }
const tokensOf = async (reply: Response): Promise<Tokens> => {
  expect(reply.status).toBe(200)
  return (await reply.json()) as Tokens
}
const errorOf = async (reply: Response) => {
  const { error } = (await reply.json()) as { error: string }
  return `${reply.status} ${error}`
}

test('a request without a token is answered with where to sign in, and the metadata there is complete', async () => {
  const { mcpUrl, baseUrl, use } = await openServer()
  const refused = await fetch(mcpUrl, { method: 'POST' })
  expect(refused.status).toBe(401)
  const challenge = refused.headers.get('www-authenticate') ?? ''
  const metadataUrl = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? ''
  expect(metadataUrl).toBe(`${baseUrl}/.well-known/oauth-protected-resource/mcp`)
  expect(await (await fetch(metadataUrl)).json()).toMatchObject({ resource: mcpUrl, authorization_servers: [baseUrl] })
  expect(await (await fetch(`${baseUrl}/.well-known/oauth-authorization-server`)).json()).toMatchObject({
    issuer: baseUrl,
    code_challenge_methods_supported: ['S256'],
    authorization_endpoint: `${baseUrl}/oauth/authorize`,
  })
  expect((await use('at_guessed')).status).toBe(401)
})

test('an API key is refused as a token, and a token as an API key', async () => {
  const { sandbox, use, call, newCode, exchange } = await openServer()
  expect((await use(sandbox.brands[0]?.key ?? '')).status).toBe(401)
  const { access_token } = await tokensOf(await exchange(await newCode()))
  expect((await use(access_token)).status).toBe(200)
  expect((await call('/v3/topic-clusters', { key: access_token })).status).toBe(401)
})

test('a code is valid once, for its verifier and its redirect address; a second use revokes its tokens', async () => {
  const { newCode, exchange, use } = await openServer()
  const wrong = 'another-verifier-that-nobody-else-can-know-98765'
  expect(await errorOf(await exchange(await newCode(), { code_verifier: wrong }))).toBe('400 invalid_grant')
  expect(await errorOf(await exchange(await newCode(), { redirect_uri: `${REDIRECT}/` }))).toBe('400 invalid_grant')
  expect(await errorOf(await exchange('code_guessed'))).toBe('400 invalid_grant')
  const spoilt = await newCode()
  await exchange(spoilt, { code_verifier: wrong })
  expect(await errorOf(await exchange(spoilt))).toBe('400 invalid_grant')

  const code = await newCode()
  const { access_token, refresh_token, token_type, expires_in } = await tokensOf(await exchange(code))
  expect({ token_type, expires_in }).toEqual({ token_type: 'Bearer', expires_in: 3600 })
  expect(refresh_token).not.toBe(access_token)
  expect((await use(access_token)).status).toBe(200)
  expect(await errorOf(await exchange(code))).toBe('400 invalid_grant')
  expect((await use(access_token)).status).toBe(401)
})

test('codes and tokens expire; a refresh gives new ones, and one used twice ends the grant', async () => {
  const { newCode, exchange, refresh, use, advance } = await openServer()
  const late = await newCode()
  await advance(61_000)
  expect(await errorOf(await exchange(late))).toBe('400 invalid_grant')
  const first = await tokensOf(await exchange(await newCode()))
  await advance(HOUR_MS)
  const expired = await use(first.access_token)
  expect(expired.status).toBe(401)
  expect(expired.headers.get('www-authenticate')).toContain('invalid_token')
  const second = await tokensOf(await refresh(first.refresh_token))
  expect((await use(second.access_token)).status).toBe(200)
  expect(await errorOf(await refresh(first.refresh_token))).toBe('400 invalid_grant')
  expect((await use(second.access_token)).status).toBe(401)
  expect(await errorOf(await refresh(second.refresh_token))).toBe('400 invalid_grant')
})

test('revoking either token ends the grant; an unknown token is no error', async () => {
  const { baseUrl, clientId, register, newCode, exchange, refresh, use } = await openServer()
  const revoke = (form: Record<string, string>) =>
    fetch(`${baseUrl}/oauth/revoke`, { method: 'POST', body: new URLSearchParams(form) })
  const documents = await fetch(`${baseUrl}/.well-known/oauth-authorization-server`)
  expect(await documents.json()).toMatchObject({
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    revocation_endpoint_auth_methods_supported: ['none'],
  })
  for (const [kind, hint] of [
    ['access_token', 'access_token'],
    ['refresh_token', 'refresh_token'],
    ['refresh_token', 'access_token'],
  ] as const) {
    const tokens = await tokensOf(await exchange(await newCode()))
    const given = await revoke({ client_id: clientId, token: tokens[kind], token_type_hint: hint })
    expect([given.status, await given.text()]).toEqual([200, ''])
    expect((await use(tokens.access_token)).status).toBe(401)
    expect(await errorOf(await refresh(tokens.refresh_token))).toBe('400 invalid_grant')
    expect((await revoke({ client_id: clientId, token: tokens[kind] })).status).toBe(200)
  }
  expect((await revoke({ client_id: clientId, token: 'nobody-knows-it' })).status).toBe(200)
  expect(await errorOf(await revoke({ client_id: clientId }))).toBe('400 invalid_request')
  expect(await errorOf(await revoke({ client_id: 'nobody', token: 'x' }))).toBe('401 invalid_client')
  // Another client's token is not given back by this one.
  const other = (await (await register({ redirect_uris: [REDIRECT] })).json()) as { client_id: string }
  const tokens = await tokensOf(await exchange(await newCode()))
  expect(await errorOf(await revoke({ client_id: other.client_id, token: tokens.access_token }))).toBe(
    '400 invalid_grant',
  )
  expect((await use(tokens.access_token)).status).toBe(200)
})

test('a client refreshes an expired token without a person', async () => {
  const { sandbox, advance } = await openServer()
  const { call, kept } = await connectAssistant(sandbox.mcpUrl)
  const before = kept.tokens?.access_token
  await advance(HOUR_MS)
  expect((await call('list_teams')).value.teams.length).toBeGreaterThan(0)
  expect(kept.tokens?.access_token).not.toBe(before)
})

test.each([
  ['no PKCE', { code_challenge: null, code_challenge_method: null }, 'invalid_request'],
  ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['a challenge that is none', { code_challenge: 'short' }, 'invalid_request'],
  ['an implicit grant', { response_type: 'token' }, 'unsupported_response_type'],
  ['another resource', { resource: 'https://other.example.com/mcp' }, 'invalid_target'],
])('%s is refused, and the error is sent to the client', async (_what, more, error) => {
  const { authorizeUrl, baseUrl } = await openServer()
  const reply = await fetch(authorizeUrl(more), { redirect: 'manual' })
  expect(reply.status).toBe(303)
  expect(reply.headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1:9\/callback\?/)
  expect(Object.fromEntries(callbackOf(reply))).toMatchObject({ error, state: 'x y', iss: baseUrl })
})

test('a person is not redirected to an address that the client did not register', async () => {
  const { authorizeUrl, register } = await openServer()
  for (const more of [
    { redirect_uri: 'https://evil.example.com/callback' },
    { redirect_uri: `${REDIRECT}?x=1` },
    { redirect_uri: `${REDIRECT}/../other` },
    { client_id: 'client_guessed' },
  ]) {
    const reply = await fetch(authorizeUrl(more), { redirect: 'manual' })
    expect(reply.status).toBe(400)
    expect(reply.headers.get('location')).toBeNull()
  }
  for (const uri of [
    'javascript:alert(1)',
    'data:text/html,x',
    'http://evil.example.com/',
    'https://a.com/#x',
    'file:///x',
    'not a url',
    // a browser takes these for hosts; in the page's policy they would be directives of their own
    'https://evil.example;sandbox/cb',
    'https://evil.example,x/cb',
    "https://evil.example'x/cb",
  ]) {
    expect(await errorOf(await register({ redirect_uris: [uri] }))).toBe('400 invalid_redirect_uri')
  }
  expect(await errorOf(await register({}))).toBe('400 invalid_redirect_uri')
  for (const uri of ['https://a.com/cb', 'http://localhost:1/cb', 'com.example.app:/cb', 'cursor://cb']) {
    expect((await register({ redirect_uris: [uri] })).status).toBe(201)
  }
})

test('a code and its tokens are the client’s own', async () => {
  const { newCode, exchange, register, refresh } = await openServer()
  const other = (await (await register({ redirect_uris: [REDIRECT] })).json()) as { client_id: string }
  expect(await errorOf(await exchange(await newCode(), { client_id: other.client_id }))).toBe('400 invalid_grant')
  const { refresh_token } = await tokensOf(await exchange(await newCode()))
  expect(await errorOf(await refresh(refresh_token, { client_id: other.client_id }))).toBe('400 invalid_grant')
  expect(await errorOf(await refresh(refresh_token))).toBe('400 invalid_grant')
  const elsewhere = { resource: 'https://other.example.com/mcp' }
  expect(await errorOf(await exchange(await newCode(), elsewhere))).toBe('400 invalid_target')
  expect(await errorOf(await exchange(await newCode(), { client_id: 'client_guessed' }))).toBe('401 invalid_client')
  expect(await errorOf(await exchange(await newCode(), { grant_type: 'password' }))).toBe('400 unsupported_grant_type')
})

test('a refresh that is refused for its resource does not use up the token', async () => {
  const { newCode, exchange, refresh } = await openServer()
  const { refresh_token } = await tokensOf(await exchange(await newCode()))
  const elsewhere = { resource: 'https://other.example.com/mcp' }
  expect(await errorOf(await refresh(refresh_token, elsewhere))).toBe('400 invalid_target')
  await tokensOf(await refresh(refresh_token))
  expect(await errorOf(await refresh(refresh_token, elsewhere))).toBe('400 invalid_grant')
})

test('the form is taken only from the page that showed it, once', async () => {
  const { authorizeUrl, baseUrl } = await openServer()
  const refused = async (headers: Record<string, string>) => (await signInByForm(authorizeUrl(), { headers })).status
  expect(await refused({ origin: 'https://evil.example.com' })).toBe(403)
  expect(await refused({ origin: 'null' })).toBe(403)
  expect(await refused({ cookie: '' })).toBe(403)
  const page = await fetch(authorizeUrl())
  const cookie = page.headers.get('set-cookie') ?? ''
  expect(await refused({ cookie: cookie.split(';')[0] ?? '' })).toBe(403)
  expect(cookie).toMatch(/HttpOnly; SameSite=Strict/)
  const request = /name="request" value="([^"]+)"/.exec(await page.text())?.[1] ?? ''
  const answer = (decision: string) =>
    fetch(`${baseUrl}/oauth/authorize`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: cookie.split(';')[0] ?? '', origin: baseUrl },
      body: new URLSearchParams({ request, user: 'owner', decision }),
    })
  const [name] = cookie.split('=')
  const guessed = await fetch(`${baseUrl}/oauth/authorize`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: `${name}=sign_in_guessed`, origin: baseUrl },
    body: new URLSearchParams({ request, user: 'owner', decision: 'allow' }),
  })
  expect(guessed.status).toBe(403)
  const denied = callbackOf(await answer('deny'))
  expect(denied.get('error')).toBe('access_denied')
  expect(denied.get('code')).toBeNull()
  expect((await answer('allow')).status).toBe(403)
  expect((await signInByForm(authorizeUrl(), { user: 'nobody' })).status).toBe(400)
})

test('two pages that are open in one browser can both be answered', async () => {
  const { authorizeUrl, baseUrl } = await openServer()
  const jar = new Map<string, string>()
  const cookies = () => Array.from(jar, ([name, value]) => `${name}=${value}`).join('; ')
  const openPage = async () => {
    const page = await fetch(authorizeUrl(), { headers: { cookie: cookies() } })
    const [name = '', value = ''] = page.headers.get('set-cookie')?.split(';')[0]?.split('=') ?? []
    jar.set(name, value)
    return /name="request" value="([^"]+)"/.exec(await page.text())?.[1] ?? ''
  }
  const first = await openPage()
  const second = await openPage()
  for (const request of [first, second]) {
    const answered = await fetch(`${baseUrl}/oauth/authorize`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: cookies(), origin: baseUrl },
      body: new URLSearchParams({ request, user: 'owner', decision: 'allow' }),
    })
    expect(answered.status).toBe(303)
  }
})

test('the page runs no script, cannot be framed, and shows a client’s name as text', async () => {
  const { register, authorizeUrl } = await openServer()
  const name = '<img src=x onerror=alert(1)>"\'&'
  const client = (await (await register({ redirect_uris: [REDIRECT], client_name: name })).json()) as {
    client_id: string
  }
  const page = await fetch(authorizeUrl({ client_id: client.client_id }))
  const html = await page.text()
  expect(html).not.toContain('<img')
  expect(html).toContain('&#60;img src=x onerror=alert(1)&#62;&#34;&#39;&#38;')
  const policy = page.headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("form-action 'self' http://127.0.0.1:9")
  expect(policy).not.toContain('script-src')
  expect(page.headers.get('cache-control')).toBe('no-store')
})

/** A request with a Host of one's own, as a name server that was turned would bring it about. */
const statusOf = (url: string, headers: Record<string, string>, method = 'GET'): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers }, (reply) => {
      reply.resume()
      resolve(reply.statusCode)
    })
    request.on('error', reject)
    request.end()
  })

test.each(['/mcp', '/oauth/authorize', '/.well-known/oauth-authorization-server'])(
  '%s refuses another host and another origin',
  async (path) => {
    const { baseUrl } = await openServer()
    const { host } = new URL(baseUrl)
    expect(await statusOf(`${baseUrl}${path}`, { host: 'evil.example.com' })).toBe(403)
    expect(await statusOf(`${baseUrl}${path}`, { host: `evil.example.com:${new URL(baseUrl).port}` })).toBe(403)
    expect(await statusOf(`${baseUrl}${path}`, { host: '127.0.0.1' })).toBe(403)
    expect(await statusOf(`${baseUrl}${path}`, { host, origin: 'https://evil.example.com' })).toBe(403)
    expect(await statusOf(`${baseUrl}${path}`, { host, origin: 'null' })).toBe(403)
    expect(await statusOf(`${baseUrl}${path}`, { host, origin: baseUrl })).not.toBe(403)
  },
)

test('a body that is too large or has another type is refused', async () => {
  const { baseUrl, register } = await openServer()
  const large = await register({ redirect_uris: [REDIRECT], client_uri: 'x'.repeat(100_000) })
  expect(large.status).toBe(413)
  const typed = await fetch(`${baseUrl}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: 'grant_type=authorization_code',
  })
  expect(await errorOf(typed)).toBe('400 invalid_request')
})
