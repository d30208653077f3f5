// Every statement that a thread of the store runs, with SQLite's plan of it and the processor time that it took.
import Database from 'better-sqlite3'

export type Seen = {
  /** Of which read or write. */
  readonly name: string
  readonly sql: string
  readonly plan: readonly string[]
  ms: number
  runs: number
}

const METHODS = ['all', 'get', 'iterate', 'run'] as const
type Run = (...args: unknown[]) => unknown
type Statement = { readonly source: string; readonly database: Database.Database } & Record<
  (typeof METHODS)[number],
  Run
>

const planOf = (statement: Statement, args: readonly unknown[]): string[] =>
  statement.database
    .prepare(`EXPLAIN QUERY PLAN ${statement.source}`)
    .all(...args)
    .map((row) => (row as { detail: string }).detail) // a column of SQLite's own

/** Milliseconds of this thread's processor, whatever else the machine does. */
export const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Runs `work` and tells `seen` of each statement by the name that `named` was given last. */
export const watchStatements = () => {
  const probe = new Database(':memory:')
  const prototype = Object.getPrototypeOf(probe.prepare('SELECT 1')) as Statement // better-sqlite3's own
  probe.close()
  const own = METHODS.map((method) => prototype[method])
  const seen = new Map<string, Seen>()
  let name = ''
  let isExplaining = false
  METHODS.forEach((method, at) => {
    prototype[method] = function (this: Statement, ...args: unknown[]) {
      const run = own[at] as Run // it has all four
      if (isExplaining || /^\s*(PRAGMA|BEGIN|COMMIT|SAVEPOINT|RELEASE|ROLLBACK)/i.test(this.source))
        return run.apply(this, args)
      const key = `${name}\n${this.source}`
      let one = seen.get(key)
      if (one === undefined) {
        isExplaining = true
        try {
          one = { name, sql: this.source, plan: planOf(this, args), ms: 0, runs: 0 }
        } finally {
          isExplaining = false
        }
        seen.set(key, one)
      }
      const startedMs = threadMs()
      try {
        return run.apply(this, args)
      } finally {
        one.ms += threadMs() - startedMs
        one.runs += 1
      }
    }
  })
  return {
    /** What runs from now on is of this read or write. */
    named: (next: string) => {
      name = next
    },
    seen: (): readonly Seen[] => [...seen.values()],
    stop: () => {
      METHODS.forEach((method, at) => {
        const run = own[at]
        if (run !== undefined) prototype[method] = run
      })
    },
  }
}
