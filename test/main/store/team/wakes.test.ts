// A desk hears of the first commit of a slice of time only: it looks when the slice is over, and so misses none of its commits.
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { rarerNotices } from '../../../../src-main/store/team/migrations/rarer-notices.ts'
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

/** Commits follow each other until the desk looked so often; the last of all comes so long after that look. */
const lastCommitAfter = (looksBefore: number, pauseMs: number) => {
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
  vi.advanceTimersByTime(pauseMs)
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

  test('looks soon, again until the time is over in which no commit is named, and late for one that is slow to be visible', () => {
    expect(rarerNotices).toContain(`interval '${SLICE_MS} ms'`)
    const { byNotice, looks } = openWakes({ brings: () => 1 })
    byNotice(true)
    vi.advanceTimersByTime(5000)
    expect(looks).toHaveLength(4)
    const [first = 0, second = 0, third = 0, late = 0] = looks
    expect(first).toBeLessThanOrEqual(250)
    expect(third).toBeGreaterThan(SLICE_MS)
    for (const gap of [second - first, third - second]) {
      expect(gap).toBeGreaterThanOrEqual(699)
      expect(gap).toBeLessThanOrEqual(876)
    }
    expect(late).toBeGreaterThan(2000)
  })

  test('of its own commit looks until the others are named again', () => {
    const { byNotice, looks } = openWakes()
    byNotice(false)
    vi.advanceTimersByTime(5000)
    expect(looks).toHaveLength(3)
    expect(looks[0]).toBeGreaterThanOrEqual(699)
    expect(looks[1]).toBeGreaterThan(SLICE_MS)
  })

  test('looks twice for a notice where they follow each other, and after the last one', () => {
    const { byNotice, looks } = openWakes({ brings: () => 5 })
    const notices = 50
    for (let no = 0; no < notices; no += 1) {
      byNotice(true)
      vi.advanceTimersByTime(NOTICE_MS)
    }
    vi.advanceTimersByTime(5000)
    const lastMs = (notices - 1) * NOTICE_MS
    expect(looks.length).toBeLessThanOrEqual((notices * NOTICE_MS) / 699 + 4)
    expect(looks.at(-1)).toBeGreaterThan(lastMs + SLICE_MS)
    // Nothing is seen later than this after it was stored.
    const inTime = looks.slice(0, -1)
    const gaps = inTime.slice(1).map((at, index) => at - (inTime[index] ?? 0))
    expect(Math.max(...gaps)).toBeLessThanOrEqual(876)
  })

  test('that named nothing looks less and less often, as others may name what there never was', () => {
    const { byNotice, looks } = openWakes()
    const notices = 40
    for (let no = 0; no < notices; no += 1) {
      byNotice(true)
      vi.advanceTimersByTime(NOTICE_MS)
    }
    expect(looks.length).toBeLessThan(notices)
    const gaps = looks.slice(1).map((at, index) => at - (looks[index] ?? 0))
    expect(Math.max(...gaps)).toBeGreaterThan(2000)
    expect(Math.max(...gaps)).toBeLessThanOrEqual(4001)
  })

  test('sees within a second a commit that comes as the pause after a look begins, or later, named or not', () => {
    let calls = 0
    const random = vi.spyOn(Math, 'random')
    onTestFinished(() => random.mockRestore())
    const spread = () => {
      calls += 1
      return (calls * 0.618) % 1
    }
    const commits = [() => 0, () => 0.999, spread].flatMap((next) => {
      random.mockImplementation(next)
      return [0, 100, 500, 1000, 2000].flatMap((pauseMs) =>
        Array.from({ length: 10 }, (_, no) => lastCommitAfter(no + 3, pauseMs)),
      )
    })
    expect(Math.max(...commits.map(({ seenAfterMs }) => seenAfterMs))).toBeLessThan(1000)
    expect(new Set(commits.map(({ isNamed }) => isNamed)).size).toBe(2)
  })
})
