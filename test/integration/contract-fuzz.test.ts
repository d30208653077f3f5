import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startSandbox } from '../../src-sandbox/server.ts'
import { CALL_NAMES } from '../../src-shared/desk/contract.ts'
import { ERROR_KINDS } from '../../src-shared/desk/error-schemas.ts'
import { openTestDesk } from '../support/composed-desk.ts'

const HOSTILE = [
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '/etc/passwd',
  '\u0000',
  "'; DROP TABLE brand; --",
  '%_%',
  '"*" OR 1',
  '<img src=x onerror=alert(1)>',
  'x'.repeat(100_000),
  '\ud800',
]
const FIELDS = [
  'brandId',
  'brandIds',
  'keyword',
  'search',
  'day',
  'filter',
  'sort',
  'slice',
  'cursor',
  'limit',
  'offset',
]

const hostileValue = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, -1, 1e308, 2 ** 53, null, true, [], {}),
  fc.string(),
  fc.anything({ maxDepth: 3 }),
)
const hostileInput = fc.oneof(
  fc.anything({ maxDepth: 4 }),
  fc.dictionary(fc.constantFrom(...FIELDS, ...HOSTILE), hostileValue),
  fc.constant(JSON.parse('{"__proto__":{"isAdmin":true}}')),
  fc.constant(JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`)),
)
// These change what is there whatever the input says; their own tests feed them bad input.
const CHANGING = ['desk.backup', 'sync.run', 'exports.write', 'sync.cancel']
const fuzzed = CALL_NAMES.filter((name) => !CHANGING.includes(name))

test('no input makes a call throw, hang or change stored data', async () => {
  const sandbox = await startSandbox({ brands: 2, keywords: 20, days: 5 })
  const { desk, call, sync } = await openTestDesk()
  try {
    await call('service.setProfile', { baseUrl: sandbox.baseUrl })
    for (const { name, key } of sandbox.brands) await call('brands.add', { name, key })
    await sync()
    const before = await Promise.all([call('brands.list', {}), call('rankings.page', {}), call('service.profile', {})])

    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...fuzzed), hostileInput, async (name, input) => {
        const reply = await desk.call(name, input)
        if (!reply.ok) expect(ERROR_KINDS).toContain(reply.error.kind)
      }),
      { numRuns: 500 },
    )

    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined() // the prototype of objects is whole
    expect(
      await Promise.all([call('brands.list', {}), call('rankings.page', {}), call('service.profile', {})]),
    ).toEqual(before)
  } finally {
    await sandbox.close()
  }
})

test.each(['no.such', '__proto__', 'constructor', '', 'brands.list '])('there is no call %j', async (name) => {
  const { desk } = await openTestDesk()
  expect(await desk.call(name, {})).toMatchObject({ ok: false, error: { kind: 'invalid' } })
})

test('a forged cursor is refused, and never reaches the database as SQL', async () => {
  const { desk } = await openTestDesk()
  for (const cursor of [
    'x',
    'WyJhIl0',
    Buffer.from(JSON.stringify(["1'; DROP TABLE brand", 1, 2])).toString('base64url'),
  ]) {
    for (const name of ['rankings.page', 'clusters.page', 'prospects.page', 'contacts.page']) {
      expect(await desk.call(name, { cursor })).toMatchObject({ ok: false, error: { kind: 'invalid' } })
    }
  }
})
