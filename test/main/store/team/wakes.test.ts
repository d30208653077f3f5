// A desk hears of the first commit of a slice of time only: it looks when the slice is over, and so misses none of its commits.
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { commitRows } from '../../../../src-main/store/team/migrations/commit-rows.ts'
import { createWakes, SLICE_MS } from '../../../../src-main/store/team/wakes.ts'

const NOTICE_MS = SLICE_MS + 20

const openWakes = ({ brings = () => 0 }: { readonly brings?: () => number } = {}) => {
  const looks: number[] = []
  let position = 0
  const startedAtMs = performance.now()
  const wakes = createWakes({
    position: () => position,
    isConnected: () => true,
    onWake: () => {
      looks.push(performance.now() - startedAtMs)
      position += brings()
    },
  })
  onTestFinished(() => wakes.close())
  return { ...wakes, looks }
}

/** Commits follow each other until the desk looked so often; the last of all comes a moment after that look. */
const lastCommitAfter = (looksBefore: number) => {
  let [stored, position, looks, namedAtMs] = [0, 0, 0, Number.NEGATIVE_INFINITY]
  const wakes = createWakes({
    position: () => position,
    isConnected: () => true,
    onWake: () => {
      looks += 1
      position = stored
    },
  })
  onTestFinished(() => wakes.close())
  /** As the server does; tells whether it named the commit. */
  const commit = (): boolean => {
    stored += 1
    if (performance.now() - namedAtMs < SLICE_MS) return false
    namedAtMs = performance.now()
    wakes.byNotice(true)
    return true
  }
  for (let ms = 0; looks < looksBefore; ms += 1) {
    if (ms % 20 === 0) commit()
    vi.advanceTimersByTime(1)
  }
  const isNamed = commit()
  const atMs = performance.now()
  while (position < stored) vi.advanceTimersByTime(1)
  return { isNamed, seenAfterMs: performance.now() - atMs }
}

describe('after a notice a desk', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
  })

  test('looks soon, again when the time is over in which no commit is named, and late for one that is slow to be visible', () => {
    expect(commitRows).toContain(`interval '${SLICE_MS} ms'`)
    const { byNotice, looks } = openWakes({ brings: () => 1 })
    byNotice(true)
    vi.advanceTimersByTime(5000)
    expect(looks).toHaveLength(3)
    expect(looks[0]).toBeLessThanOrEqual(250)
    expect(looks[1]).toBeGreaterThan(SLICE_MS)
    expect(looks[1]).toBeLessThanOrEqual(SLICE_MS + 300)
    expect(looks[2]).toBeGreaterThan(2000)
  })

  test('of its own commit looks once the others are not named any more', () => {
    const { byNotice, looks } = openWakes()
    byNotice(false)
    vi.advanceTimersByTime(5000)
    expect(looks).toHaveLength(2)
    expect(looks[0]).toBeGreaterThan(SLICE_MS)
  })

  test('looks once in 700 ms where they follow each other, and after the last one', () => {
    const { byNotice, looks } = openWakes({ brings: () => 5 })
    const notices = 50
    for (let no = 0; no < notices; no += 1) {
      byNotice(true)
      vi.advanceTimersByTime(NOTICE_MS)
    }
    vi.advanceTimersByTime(5000)
    const lastMs = (notices - 1) * NOTICE_MS
    expect(looks.length).toBeLessThanOrEqual((notices * NOTICE_MS) / 650 + 4)
    expect(looks.length).toBeGreaterThan((notices * NOTICE_MS) / 750)
    expect(looks.at(-1)).toBeGreaterThan(lastMs + SLICE_MS)
    // Nothing is seen later than this after it was named.
    const inTime = looks.slice(0, -1)
    const gaps = inTime.slice(1).map((at, index) => at - (inTime[index] ?? 0))
    expect(Math.max(...gaps)).toBeLessThanOrEqual(751)
  })

  test('sees within a second a commit that comes just as the pause after a look begins, named or not', () => {
    let calls = 0
    const random = vi.spyOn(Math, 'random')
    onTestFinished(() => random.mockRestore())
    const spread = () => {
      calls += 1
      return (calls * 0.618) % 1
    }
    const commits = [() => 0, () => 0.999, spread].flatMap((next) => {
      random.mockImplementation(next)
      return Array.from({ length: 10 }, (_, no) => lastCommitAfter(no + 3))
    })
    expect(Math.max(...commits.map(({ seenAfterMs }) => seenAfterMs))).toBeLessThan(1000)
    expect(new Set(commits.map(({ isNamed }) => isNamed)).size).toBe(2)
  })
})
