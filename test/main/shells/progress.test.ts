import { expect, test } from 'vitest'
import { createProgress, progressLine, runSummary } from '../../../src-main/shells/progress.ts'

const run = {
  runId: 'r',
  origin: 'person' as const,
  startedAt: '2026-01-01T00:00:00.000Z',
  endedAt: null,
  done: 20,
  failed: 4,
  cancelled: 0,
  total: 72,
}
const ended = { ...run, endedAt: '2026-01-01T00:00:04.200Z', done: 68 }

test('the bar counts finished pairs and fits the terminal', () => {
  expect(progressLine(run, 80)).toBe('[########----------------] 24/72  33%  4 failed')
  expect(progressLine(run, 30)).toHaveLength(29)
  expect(progressLine({ ...run, total: 0, done: 0, failed: 0 }, 80)).toContain('0/0  100%')
})

test('the summary lists what failed and what was cancelled', () => {
  expect(runSummary(ended)).toBe('Synced 68 of 72 in 4.2 s, 4 failed')
  expect(runSummary({ ...ended, failed: 0, cancelled: 4 })).toBe('Synced 68 of 72 in 4.2 s, 4 cancelled')
})

test('a terminal gets a bar that is removed at the end, a file only the summary', () => {
  const show = (isTTY: boolean) => {
    const written: string[] = []
    const progress = createProgress({ isTTY, columns: 80, write: (text) => written.push(text) })
    for (const state of [run, ended]) progress.onEvent({ name: 'sync.progress', payload: { run: state } })
    return written
  }
  expect(show(false)).toEqual(['Synced 68 of 72 in 4.2 s, 4 failed\n'])
  expect(show(true)).toEqual([
    '\r\u001B[K[########----------------] 24/72  33%  4 failed',
    '\r\u001B[K',
    'Synced 68 of 72 in 4.2 s, 4 failed\n',
  ])
})

test('background checks of the desk are not shown as progress', () => {
  const written: string[] = []
  const progress = createProgress({ isTTY: true, columns: 80, write: (text) => written.push(text) })
  for (const state of [run, ended])
    progress.onEvent({ name: 'sync.progress', payload: { run: { ...state, origin: 'watch' } } })
  expect(written).toEqual([])
})
