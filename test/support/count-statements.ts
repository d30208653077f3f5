import type { Database } from 'better-sqlite3'

/** How many statements `work` runs on any connection of this thread. */
export const countStatements = (db: Database, work: () => void): number => {
  const statement = Object.getPrototypeOf(db.prepare('SELECT 1')) as Record<string, (...args: unknown[]) => unknown> // better-sqlite3's
  const names = ['all', 'get', 'iterate', 'run'] as const
  const own = names.map((name) => statement[name])
  let count = 0
  names.forEach((name, index) => {
    statement[name] = function (this: unknown, ...args: unknown[]) {
      count += 1
      return own[index]?.apply(this, args)
    }
  })
  try {
    work()
  } finally {
    names.forEach((name, index) => {
      const method = own[index]
      if (method !== undefined) statement[name] = method
    })
  }
  return count
}
