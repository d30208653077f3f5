// A write whose reads a colleague changed meanwhile is made again.
import { expect, test } from 'vitest'
import { againIfStale, STALE } from '../../../src-main/store/read-position.ts'
import { DeskError } from '../../../src-shared/desk/errors.ts'

const stale = () =>
  new DeskError('conflict', 'A colleague changed it.', { issues: [{ path: 'readPosition', code: STALE, message: '' }] })

/** Work that is stale so many times. */
const staleTimes = (times: number) => {
  let tries = 0
  return async () => {
    tries += 1
    if (tries <= times) throw stale()
    return tries
  }
}

test('busy colleagues do not refuse a write: it is made again until nobody was in between', async () => {
  expect(await againIfStale(staleTimes(12))).toBe(13)
})

test('a write that is always too late is refused in the end, and any other refusal at once', async () => {
  await expect(againIfStale(staleTimes(Number.POSITIVE_INFINITY))).rejects.toThrow('A colleague changed it.')
  let tries = 0
  const refused = againIfStale(async () => {
    tries += 1
    throw new DeskError('conflict', 'Somebody has it.')
  })
  await expect(refused).rejects.toThrow('Somebody has it.')
  expect(tries).toBe(1)
})
