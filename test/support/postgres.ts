// Tests on a real PostgreSQL, on each version that is here.
import { describe, test } from 'vitest'
import { type PostgresPrograms, postgresHere } from './postgres-programs.ts'

const NONE = 'skipped: no PostgreSQL here. Install Debian’s postgresql, or run npm ci where npm has one for this system'

/** The tests once for each version here; where there is none, they are skipped by name. */
export const describePostgres = (title: string, tests: (programs: PostgresPrograms) => void): void => {
  const all = postgresHere()
  if (all.length === 0) describe.skip(`${title} (${NONE})`, () => test('is not tested', () => undefined))
  for (const programs of all) describe(`${title}, on PostgreSQL ${programs.version}`, () => tests(programs))
}
