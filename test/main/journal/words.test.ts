import { expect, test } from 'vitest'
import { outcomesOfError } from '../../../src-main/journal/words.ts'
import { DeskError } from '../../../src-shared/desk/errors.ts'

const resultOf = (status: number, serviceText?: string) => {
  const detail = serviceText === undefined ? { status } : { status, serviceText }
  return outcomesOfError(new DeskError('unknown-outcome', 'lost', detail), [{ item: 0 }], true)[0]
}

test('only a failure that the service itself tells of is its word', () => {
  for (const status of [500, 503])
    expect(resultOf(status, 'Database down')).toMatchObject({ state: 'unknown', result: { lostStatus: status } })
})

test.each([
  [500, undefined],
  [502, 'Bad gateway'],
  [503, undefined],
  [504, 'Gateway time-out'],
  [520, 'Web server is returning an unknown error'],
  [524, 'A time-out occurred'],
])('what stands before the service says nothing of it: %s %s', (status, text) => {
  expect(resultOf(status, text)).toMatchObject({ state: 'unknown', result: {} })
  expect(resultOf(status, text)?.result).toEqual({})
})
