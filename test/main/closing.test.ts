import { expect, test } from 'vitest'
import { silentLog } from '../../src-main/base/log.ts'
import { beginClosing } from '../../src-main/closing.ts'
import { createManualClock, settle } from '../support/manual-clock.ts'

const never = new Promise<never>(() => undefined)
const begin = () => {
  const clock = createManualClock()
  return { clock, step: beginClosing({ clock, log: silentLog }) }
}

test('closing waits for all parts, also when one fails', async () => {
  const { step } = begin()
  const slow = Promise.withResolvers<void>()
  let isOver = false
  const waiting = step.waitFor({ broken: Promise.reject(new Error('no')), slow: slow.promise }, 1000).finally(() => {
    isOver = true
  })
  await settle()
  expect(isOver).toBe(false)
  slow.resolve()
  expect(await waiting).toBe(true)
})

test('closing stops waiting at its limit, which does not depend on the wall clock', async () => {
  const { clock, step } = begin()
  const done: string[] = []
  step.at(600, () => done.push('cut off'))
  await clock.advance(500)
  const waiting = step
    .waitFor({ stuck: never, quick: Promise.resolve() }, 1000)
    .then((isWhole) => done.push(`${isWhole}`))
  clock.jump(3_600_000)
  await clock.advance(499)
  expect(done).toEqual(['cut off'])
  await clock.advance(1)
  await waiting
  expect(done).toEqual(['cut off', 'false'])
})

test('scheduled work does not run after closing', async () => {
  const { clock, step } = begin()
  const done: string[] = []
  step.at(600, () => done.push('cut off'))
  step.end()
  await clock.advance(1000)
  expect(done).toEqual([])
  expect(clock.sleeping()).toEqual([])
})
