// What the logins of a team's roles may do, as PostgreSQL answers them.
import type pg from 'pg'
import { testDatabase } from './postgres.ts'
import type { PostgresPrograms } from './postgres-programs.ts'
import { teamDatabase } from './team-database.ts'
import { ROLES } from './team-rights.ts'

type Outcome = 'works' | 'denied' | `rule ${string}`

/** What PostgreSQL answers; what it changes is not kept. */
const outcomeOf = async (person: pg.Client, sql: string, isKept = false): Promise<Outcome> => {
  if (!isKept) await person.query('BEGIN')
  try {
    await person.query(sql)
    return 'works'
  } catch (error) {
    const { code = '', constraint, message } = error as { code?: string; constraint?: string; message: string } // of the server
    if (code === '42501' && /^permission denied for (table|function)/.test(message)) return 'denied'
    const isOfRows = /^(AD|23)/.test(code) || message.includes('row-level security')
    return isOfRows ? `rule ${constraint ?? 'row-level security'}` : `rule ${code} ${message}`
  } finally {
    if (!isKept) await person.query('ROLLBACK')
  }
}

/** A team of its own, and a try of a statement as each role. */
export const openRights = async (programs: PostgresPrograms) => {
  const team = await teamDatabase(programs, ['acme'], await testDatabase(programs, 'team'))
  const people = new Map<string, pg.Client>()
  for (const role of ROLES) people.set(role, await team.person(role, { role }))
  const tryAs = (role: string, sql: string, isKept?: boolean): Promise<Outcome> => {
    const person = people.get(role)
    if (person === undefined) throw new Error(`Nobody is a ${role}.`)
    return outcomeOf(person, sql, isKept)
  }
  return { ...team, tryAs }
}
