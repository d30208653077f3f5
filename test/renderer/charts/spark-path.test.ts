import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sparkLabel, sparkPath } from '../../../src-renderer/charts/spark-path.ts'

const box = { width: 96, height: 22 }
const yOf = (path: string): number[] => [...path.matchAll(/[ML][\d.]+ ([\d.]+)/g)].map((match) => Number(match[1]))

describe('sparkline', () => {
  test('rises on the screen when a position climbs from 20 to 2', () => {
    const [first = 0, last = 0] = yOf(sparkPath([20, 2], box))
    expect(last).toBeLessThan(first)
  })

  test('has a gap for a day without a position, never a line to 0', () => {
    const path = sparkPath([5, 6, null, 7, 8], box)
    expect(path.match(/M/g)).toHaveLength(2)
    expect(path.match(/L/g)).toHaveLength(2)
  })

  test('shows a single day as a short visible mark', () => {
    expect(sparkPath([null, 5, null], box)).toMatch(/^M[\d.]+ [\d.]+h3$/)
  })

  test('is empty when nothing ranks', () => {
    expect(sparkPath([null, null], box)).toBe('')
    expect(sparkLabel([null, null])).toBe('not ranking')
  })

  test('stays inside its box for any positions, and draws changes of one position flat', () => {
    const position = fc.option(fc.double({ min: 1, max: 120, noNaN: true }))
    fc.assert(
      fc.property(fc.array(position, { maxLength: 90 }), (positions) => {
        for (const y of yOf(sparkPath(positions, box))) {
          expect(y).toBeGreaterThanOrEqual(0)
          expect(y).toBeLessThanOrEqual(box.height)
        }
      }),
    )
    const ys = yOf(sparkPath([1, 1.3, 1, 1.3], box))
    expect(Math.max(...ys) - Math.min(...ys)).toBeLessThan(3)
  })

  test('has a text label', () => {
    expect(sparkLabel([12, null, 3.14, 4])).toBe('position 12 to 4, best 3.1, no position on 1 of 4 days')
  })
})
