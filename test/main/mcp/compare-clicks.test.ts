import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { MCP_TOOLS, type ToolQuery } from '../../../src-main/mcp/tools.ts'

const compare = (by: 'brand' | 'keyword', days: number): ToolQuery => {
  const tool = MCP_TOOLS.find(({ name }) => name === 'compare_clicks')
  const { query, input } = tool ?? {}
  return query?.(input?.parse({ by, days }) as never) ?? { sql: '' } // as the tool parses them
}

test('clicks of each brand are compared up to its own last day, and only where it has the days before', () => {
  const db = new Database(':memory:')
  db.exec(`CREATE TABLE brand_days (brand, day, clicks, impressions, is_whole);
    CREATE TABLE history (brand, keyword, day, clicks, impressions)`)
  const add = (brand: string, days: readonly string[], clicks: number) => {
    for (const day of days) {
      db.prepare('INSERT INTO brand_days VALUES (?, ?, ?, ?, ?)').run(brand, day, clicks, 10 * clicks, 1)
      db.prepare("INSERT INTO history VALUES (?, 'tea', ?, ?, ?)").run(brand, day, clicks, 10 * clicks)
    }
  }
  add('now', ['2026-06-01', '2026-06-02', '2026-06-03', '2026-06-04'], 5)
  add('earlier', ['2026-05-21', '2026-05-22'], 7)
  add('earlier', ['2026-05-23', '2026-05-24'], 6)
  add('new', ['2026-06-02', '2026-06-03', '2026-06-04'], 9)
  const rows = (by: 'brand' | 'keyword') => {
    const { sql, params = {} } = compare(by, 2)
    return db.prepare(sql).raw().all(params) as unknown[][]
  }
  const brands = [
    ['earlier', 12, -2, 120, -20, '2026-05-24'],
    ['now', 10, 0, 100, 0, '2026-06-04'],
    ['new', 18, null, 180, null, '2026-06-04'],
  ]
  expect(rows('brand')).toEqual(brands)
  expect(rows('keyword')).toEqual(brands.map(([brand, ...rest]) => [brand, 'tea', ...rest]))
})
