import { expect, test } from 'vitest'
import { openBrandsDesk } from '../../support/brands-desk.ts'
import { openSandbox } from '../../support/sandbox.ts'
import { type Answer, json, startScriptedServer } from '../../support/scripted-server.ts'

const html: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<!doctype html><title>Shop</title>')
}
const refusal = { success: false, error: 'Missing API key', statusCode: 401 }

test.each<[string, Answer, 'service' | 'other', RegExp]>([
  ['the refusal of the service', json(401, refusal), 'service', /like the service/],
  ['a web page', html, 'other', /not like the service: a web page \(HTML, 200\)/],
  [
    'a redirect',
    json(302, {}, { location: 'https://www.example' }),
    'other',
    /redirect \(302\) to https:\/\/www\.example/,
  ],
  ['404', json(404, refusal), 'other', /404/],
  ['401 of something else', json(401, { message: 'no' }), 'other', /401 without the error text/],
  ['data without a key', json(200, { brandId: 'team' }), 'other', /no key was sent/],
])('service.checkAddress recognises %s, and sends no key', async (_, answer, result, message) => {
  const server = await startScriptedServer(answer)
  const desk = await openBrandsDesk()
  const check = await desk.call('service.checkAddress', { baseUrl: `${server.baseUrl}/` })
  expect(check).toMatchObject({ result, message: expect.stringMatching(message) })
  expect(server.seen).toHaveLength(1)
  expect(server.seen[0]?.headers.authorization).toBeUndefined()
})

test('service.checkAddress finds the sandbox, and stores nothing', async () => {
  const sandbox = await openSandbox({ brands: 1, keywords: 1, days: 1 })
  const desk = await openBrandsDesk()
  expect(await desk.call('service.checkAddress', { baseUrl: sandbox.baseUrl })).toMatchObject({ result: 'service' })
  expect((await desk.call('service.profile', {})).baseUrl).toBe('')
})

test('service.checkAddress says why an address cannot be reached', async () => {
  const server = await startScriptedServer(html)
  await server.close()
  const desk = await openBrandsDesk()
  const check = await desk.call('service.checkAddress', { baseUrl: server.baseUrl })
  expect(check).toMatchObject({
    result: 'unreachable',
    status: null,
    message: expect.stringMatching(/nothing listens/),
  })
})

test.each(['http://service.example', 'ftp://service.example', 'nonsense', ''])(
  'service.checkAddress refuses "%s" and names the field',
  async (baseUrl) => {
    const desk = await openBrandsDesk()
    await expect(desk.call('service.checkAddress', { baseUrl })).rejects.toMatchObject({
      kind: 'invalid',
      detail: { issues: [{ path: 'baseUrl' }] },
    })
  },
)
