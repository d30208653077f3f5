import { expect, test } from 'vitest'
import { addressLabel } from '../../../../src-renderer/views/compose/address-label.ts'

test.each([
  ['Ann@Daily.test', 'daily.test', 'Ann@Daily.test'],
  ['ann@mail.test', 'daily.test', 'ann@mail.test · daily.test'],
  ['ann@notdaily.test', 'daily.test', 'ann@notdaily.test · daily.test'],
  [null, 'daily.test', 'no address on this desk · daily.test'],
  ['ann@daily.test', null, 'ann@daily.test'],
  [null, null, 'no address on this desk'],
])('%s at %s reads "%s"', (email, domain, words) => {
  expect(addressLabel({ email, domain })).toBe(words)
})
