import type { Database } from 'better-sqlite3'

const METHODS = ['all', 'get', 'iterate', 'run'] as const

/** How many statements `work` runs on any connection of this thread, and how many rows `all` and `get` return. */
export const countReads = (db: Database, work: () => void): { statements: number; rows: number } => {
  const statement = Object.getPrototypeOf(db.prepare('SELECT 1')) as Record<string, (...args: unknown[]) => unknown> // better-sqlite3's
  const own = METHODS.map((name) => statement[name])
  const count = { statements: 0, rows: 0 }
  METHODS.forEach((name, index) => {
    statement[name] = function (this: unknown, ...args: unknown[]) {
      const result = own[index]?.apply(this, args)
      count.statements += 1
      if (name === 'all') count.rows += (result as unknown[]).length // a list of rows
      if (name === 'get' && result !== undefined) count.rows += 1
      return result
    }
  })
  try {
    work()
  } finally {
    METHODS.forEach((name, index) => {
      const method = own[index]
      if (method !== undefined) statement[name] = method
    })
  }
  return count
}
