import { expect, test } from 'vitest'
import { scrub } from '../../../src-main/base/scrub.ts'

const CANARY = 'sk_canary_1234567890abcdef'

test.each([
  ['in a message', `refused ${CANARY}`],
  ['in a header', `Authorization: Bearer ${CANARY}`],
  ['in JSON', JSON.stringify({ headers: { authorization: `Bearer ${CANARY}` } })],
  ['twice', `${CANARY} ${CANARY}`],
  ['with any sign in it', 'the key sk_ab!canary@#$%^&*(canary)'],
  ['in an address', `/x?key%3D${CANARY}&a=${encodeURIComponent(` ${CANARY}`)}`],
  ['with a quote in it, in JSON', JSON.stringify({ text: 'sk_ab"canary' })],
])('a key is masked %s', (_where, text) => {
  expect(scrub(text)).not.toContain('canary')
})

test.each([
  ['of a team', 'postgres://ann:canary@db.example/agency', 'postgres://ann:…@db.example/agency'],
  ['with signs in it', 'postgresql://ann:ca@na/ry@db:5432/agency', 'postgresql://ann:…@db:5432/agency'],
  [
    'in JSON',
    JSON.stringify({ url: 'postgres://ann:ca"nary@db/a', to: 'x@y' }),
    '{"url":"postgres://ann:…@db/a","to":"x@y"}',
  ],
  [
    'as a parameter',
    'postgres://db/agency?password=canary&sslmode=require',
    'postgres://db/agency?password=…&sslmode=require',
  ],
])('the password in an address %s is masked', (_where, text, masked) => {
  expect(scrub(text)).toBe(masked)
})

test('an address without a password is left as it is', () => {
  const address = 'postgres://ann@db.example:5432/agency and ann:x@example.com'
  expect(scrub(address)).toBe(address)
})

test.each(['task_force skates on risk_free ground', 'unknown field task_id', 'desk_running: true'])(
  '%s is left as it is',
  (text) => {
    expect(scrub(text)).toBe(text)
  },
)
