import { describe, expect, test } from 'vitest'
import { deltaText } from '../../../src-renderer/charts/delta-text.ts'

describe('change label', () => {
  test('a negative change of position is a climb, with the number without its sign', () => {
    expect(deltaText(-3.2, 'position')).toEqual({ text: '▲ 3.2', words: 'up 3.2 places', tone: 'good' })
    expect(deltaText(1, 'position')).toEqual({ text: '▼ 1.0', words: 'down 1.0 place', tone: 'bad' })
  })

  test('more clicks are a gain', () => {
    expect(deltaText(12, 'count')).toEqual({ text: '▲ 12', words: 'up 12', tone: 'good' })
    expect(deltaText(-1234, 'count')).toMatchObject({ text: '▼ 1,234', tone: 'bad' })
  })

  test('a share changes by percentage points', () => {
    expect(deltaText(0.0123, 'share')).toEqual({ text: '▲ 1.2 pp', words: 'up 1.2 points', tone: 'good' })
  })

  test('no comparison is a dash, not 0; a small change keeps its decimal, without a colour', () => {
    expect(deltaText(null, 'position')).toMatchObject({ text: '—', tone: 'none' })
    expect(deltaText(0.5, 'position', undefined, 0.47)).toMatchObject({ text: '▼ 0.5', tone: 'flat' })
    expect(deltaText(0.4, 'position')).toEqual({ text: '▼ 0.4', words: 'down 0.4 places', tone: 'flat' })
    expect(deltaText(-0.4, 'score')).toMatchObject({ text: '▼ 0.4', tone: 'bad' })
    expect(deltaText(0.04, 'position')).toMatchObject({ text: '0.0', words: 'unchanged' })
    expect(deltaText(0, 'count')).toMatchObject({ text: '0', words: 'unchanged' })
  })

  test('new and lost are words, regardless of the number', () => {
    expect(deltaText(null, 'position', 'new').text).toBe('new')
    expect(deltaText(-4, 'position', 'lost').text).toBe('lost')
  })
})
