import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { summarise, tableOf, withTable } from '../../scripts/lib/measured.mjs'

const root = join(import.meta.dirname, '..', '..')
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8')

const row = (name: string, ratio: number, goal = '<= 1.5') => ({
  name,
  against: 'bare',
  ratio,
  goal,
  measured: { ms: ratio },
})
const run = (takenAt: string, ...rows: ReturnType<typeof row>[]) => ({
  takenAt,
  rows,
  machine: { cores: 2, node: 'v24' },
})

test('the table of measurements in docs/performance.md is what the script makes of docs/measured.json', () => {
  const page = read('docs', 'performance.md')
  expect(withTable(page, JSON.parse(read('docs', 'measured.json')))).toBe(page)
})

test('several runs become medians, and rows that were not measured again stay', () => {
  const first = summarise([run('2026-01-01T00:00Z', row('start', 3), row('switch', 1))])
  const runs = [1.2, 1.8, 1.4].map((ratio, day) => run(`2026-01-0${day + 2}T00:00Z`, row('start', ratio)))
  const { rows } = summarise(runs, first)
  expect(rows.map(({ name, ratio, measured, runs: count }) => [name, ratio, measured.ms, count])).toEqual([
    ['start', 1.4, 1.4, 3],
    ['switch', 1, 1, 1],
  ])
})

test('a goal that follows the least program of its run becomes the median of the goals', () => {
  const runs = ['<= 2', '<= 2.4', '<= 2.2'].map((goal, day) =>
    run(`2026-01-0${day + 1}T00:00Z`, row('sync', 2.1, goal)),
  )
  expect(summarise(runs).rows).toMatchObject([{ ratio: 2.1, goal: '<= 2.2' }])
})

test('a missed goal is bold, and many rows against the same thing are one line with their range', () => {
  const many = ['a', 'b', 'c', 'd'].map((name, index) => row(name, 1 + index / 5))
  const table = tableOf(summarise([run('2026-01-01T00:00Z', ...many, row('receiver', 0.7, '>= 1.5'))]))
  expect(table.split('\n').slice(4)).toEqual([
    '| a; b; c; d | bare | 1.00–**1.60** | ≤ 1.5 |',
    '| receiver | bare | **0.70** | ≥ 1.5 |',
  ])
})
