import { expect, it } from 'vitest'
import { createSeenClock, type Look } from '../../../src-renderer/state/until-seen.ts'

const clockOf = (looks: Record<string, Look>) => {
  const closed: string[] = []
  const clock = createSeenClock(
    (id) => looks[id] ?? 'gone',
    (id) => closed.push(id),
  )
  const pass = (seconds: number) => Array.from({ length: seconds }, clock.tick).at(-1)
  return { ...clock, pass, closed }
}

it('a notice closes after it was seen for twelve seconds', () => {
  const { watch, pass, closed } = clockOf({ a: 'seen' })
  watch('a')
  expect(pass(11)).toBe(true)
  expect(closed).toEqual([])
  expect(pass(1)).toBe(false)
  expect(closed).toEqual(['a'])
})

it('seconds in which a notice is covered or the page is away do not count', () => {
  const looks: Record<string, Look> = { a: 'seen', b: 'not seen' }
  const { watch, pass, closed } = clockOf(looks)
  for (const id of ['a', 'b']) watch(id)
  expect(pass(100)).toBe(true)
  expect(closed).toEqual(['a'])
  looks.b = 'seen'
  pass(12)
  expect(closed).toEqual(['a', 'b'])
})

it('a notice that a person closed is not watched any longer', () => {
  const { watch, pass, closed } = clockOf({})
  watch('a')
  expect(pass(1)).toBe(false)
  expect(closed).toEqual([])
})

it('the same notice again is read again from the start', () => {
  const { watch, pass, closed } = clockOf({ a: 'seen' })
  watch('a')
  pass(10)
  watch('a')
  pass(11)
  expect(closed).toEqual([])
  pass(1)
  expect(closed).toEqual(['a'])
})
