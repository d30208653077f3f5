import type { Database } from 'better-sqlite3'

/** Runs `work` and returns SQLite's plan of each SELECT that it prepares on `db`. */
export const plansOf = (db: Database, work: () => void): { sql: string; plan: string }[] => {
  const asked: string[] = []
  const prepare = db.prepare
  const spy = (sql: string) => {
    asked.push(sql)
    return prepare.call(db, sql)
  }
  db.prepare = spy as typeof db.prepare // only looks at what is prepared
  try {
    work()
  } finally {
    db.prepare = prepare
  }
  return asked
    .filter((sql) => /^\s*SELECT/i.test(sql))
    .map((sql) => {
      const explain = db.prepare(`EXPLAIN QUERY PLAN ${sql}`)
      const names = [...sql.matchAll(/@(\w+)/g)].map(([, name = '']) => [name, 1])
      const marks = Array.from({ length: sql.split('?').length - 1 }, () => 1)
      const steps = (names.length > 0 ? explain.all(Object.fromEntries(names)) : explain.all(...marks)) as {
        detail: string
      }[]
      return { sql, plan: steps.map(({ detail }) => detail).join('; ') }
    })
}
