import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CALL_NAMES, type CallName, calls } from '../../../src-shared/desk/contract.ts'
import { invalidInput } from '../../../src-shared/desk/errors.ts'

const parse = (name: CallName, input: unknown) => calls[name].input.safeParse(input)
const firstPath = (name: CallName, input: unknown) => parse(name, input).error?.issues[0]?.path.join('.')

test('every expected call is in the contract', () => {
  expect(CALL_NAMES).toEqual(
    expect.arrayContaining([
      ...['list', 'add', 'addMany', 'update', 'replaceKey', 'check', 'remove'].map((call) => `brands.${call}`),
      ...['profile', 'setProfile', 'doctor'].map((call) => `service.${call}`),
      ...['run', 'status', 'cancel'].map((call) => `sync.${call}`),
      ...['page', 'history', 'movers', 'tracked'].map((call) => `rankings.${call}`),
      'exports.write',
      'exports.text',
      ...['clusters.page', 'clusters.summary', 'prospects.page', 'contacts.page'],
      ...['about', 'backup', 'settings', 'setSettings'].map((call) => `desk.${call}`),
    ]),
  )
})

test('a sort is one key or a list of up to three', () => {
  const sortOf = (sort: unknown) => (parse('rankings.page', { sort }).data as { sort: unknown } | undefined)?.sort // parsed by rankings.page
  expect(sortOf({ by: 'clicks', direction: 'desc' })).toEqual([{ by: 'clicks', direction: 'desc' }])
  expect(sortOf([{ by: 'clicks' }, { by: 'keyword' }])).toEqual([
    { by: 'clicks', direction: 'asc' },
    { by: 'keyword', direction: 'asc' },
  ])
  expect(sortOf(undefined)).toEqual([{ by: 'position', direction: 'asc' }])
})

test.each([
  ['rankings.page', { limit: 501 }, 'limit'],
  ['rankings.page', { limit: Number.NaN }, 'limit'],
  ['rankings.page', { day: '2026-02-30' }, 'day'],
  ['rankings.page', { compareDay: '2026-02-03' }, 'compareDay'],
  ['rankings.page', { slice: { country: 'us\u0000' } }, 'slice.country'],
  ['rankings.page', { filter: { positionMin: 'x' } }, 'filter.positionMin'],
  ['rankings.history', { brandId: 'b', keyword: '' }, 'keyword'],
  ['brands.add', { name: 'Acme', key: 'pk_1' }, 'key'],
  ['brands.add', { name: ' ', key: 'sk_1' }, 'name'],
  ['brands.add', { name: 'Acme', key: 'sk_1', colour: 'red' }, 'colour'],
  ['sync.run', { datasets: ['everything'] }, 'datasets.0'],
  ['desk.setSettings', { historyDays: 366 }, 'historyDays'],
] as const)('%s refuses %j at %s', (name, input, path) => {
  expect(firstPath(name, input)).toBe(path)
})

test('no input makes a schema throw or run without end', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...CALL_NAMES),
      fc.anything({ withBigInt: true, withNullPrototype: true }),
      (name, input) => {
        const result = parse(name, input)
        if (result.success) return
        const { message, kind } = invalidInput(name, result.error)
        expect(kind).toBe('invalid')
        expect(message.length).toBeLessThan(2000)
      },
    ),
    { numRuns: 400 },
  )
})
