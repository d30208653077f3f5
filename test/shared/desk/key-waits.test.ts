import { expect, test } from 'vitest'
import { keyWaitsLabel } from '../../../src-shared/desk/values/key-waits.ts'

const brand = (name: string, keyState: 'ok' | 'unchecked' | 'missing' | 'unauthorized' = 'missing') => ({
  id: name.toLowerCase(),
  name,
  keyState,
})
const team = (...keysOf: string[][]) => ({
  desks: keysOf.map((keys, no) => ({
    no,
    name: `desk ${no}`,
    login: 'ann',
    lastSeenAt: '2026-11-22T10:00:00Z',
    isThis: no === 0,
    keysOf: keys,
  })),
})

test.each([
  ['a desk with the key', [brand('Acme', 'ok'), brand('Bolt', 'unchecked')], team([]), null],
  ['a desk alone', [brand('Acme')], null, null],
  [
    'another desk sends',
    [brand('Acme'), brand('Bolt', 'ok')],
    team([], ['acme']),
    'This desk has no key for Acme. A desk with the key sends it.',
  ],
  ['no connection', [brand('Acme')], team(), 'This desk has no key for Acme. A desk with the key sends it.'],
  [
    'a key that is refused',
    [brand('Acme', 'unauthorized'), brand('Bolt')],
    team([], ['acme', 'bolt']),
    'This desk has no working key for Acme, Bolt. A desk with the key sends them.',
  ],
  [
    'nobody has the key',
    [brand('Acme')],
    team([], ['bolt']),
    'This desk has no key for Acme. No desk of the team has the key now: it waits until one does.',
  ],
  [
    'many brands, one of them without a desk',
    ['Acme', 'Bolt', 'Cato', 'Dune', 'Echo'].map((name) => brand(name)),
    team([], ['acme', 'bolt', 'cato', 'dune']),
    'This desk has no key for Acme, Bolt, Cato and 2 more. No desk of the team has the key of Echo now: it waits until one does.',
  ],
])('names who sends: %s', (_name, brands, of, label) => {
  expect(keyWaitsLabel(brands, of)).toBe(label)
})
