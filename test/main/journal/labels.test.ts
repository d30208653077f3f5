import { expect, test } from 'vitest'
import { outcomesOfError } from '../../../src-main/journal/labels.ts'
import { DeskError } from '../../../src-shared/desk/errors.ts'

const resultOf = (status: number, isServiceWord: boolean) => {
  const detail = { status, serviceText: 'Down', ...(isServiceWord ? { isServiceWord } : {}) }
  return outcomesOfError(new DeskError('unknown-outcome', 'lost', detail), [{ item: 0 }], true)[0]
}

test('only a failure reported by the service itself is quoted as its text', () => {
  for (const status of [500, 503])
    expect(resultOf(status, true)).toMatchObject({ state: 'unknown', result: { lostStatus: status, lostText: 'Down' } })
})

test.each([
  [500, false],
  [502, true],
  [503, false],
  [504, true],
  [520, true],
  [524, false],
])('a reply of a gateway is not the service’s: %s %s', (status, isServiceWord) => {
  expect(resultOf(status, isServiceWord)).toMatchObject({ state: 'unknown', result: {} })
  expect(resultOf(status, isServiceWord)?.result).toEqual({})
})
