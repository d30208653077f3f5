// What desks write, as each role: a role has the rights for what its desk does, and nobody has a right that no desk uses.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ARRIVED, CORE_WRITES, TEAM_ROWS } from '../../../support/core-writes.ts'
import { describePostgres } from '../../../support/postgres.ts'
import { type Role, type TeamDatabase, teamDatabase, write } from '../../../support/team-database.ts'
import { teamMirror } from '../../../support/team-mirror.ts'
import { type Cell, cellsOf } from '../../../support/team-rights.ts'

/** Runs each write function as a person of this role; returns those that are refused. */
const runAs = async (team: TeamDatabase, role: Role): Promise<string[]> => {
  await write(team.owner, TEAM_ROWS)
  const person = await teamMirror(await team.person(role, { role }), { arrivals: [ARRIVED] })
  const refused: string[] = []
  for (const [no, { name, args }] of CORE_WRITES.entries()) {
    const said = await person.writeAs(`${no} ${name}`, name, args).then(
      () => null,
      ({ kind, message }: Error & { kind?: string }) => kind ?? message,
    )
    if (said !== null) refused.push(`${name}: ${said}`)
  }
  return refused
}

/** The desk's SQL that writes a table, each statement up to the end of its text. */
const statementsOf = (table: string): string[] => {
  const sources = globSync('src-main/**/*.ts').filter((file) => !file.includes('/migrations/'))
  const start = new RegExp(`\\b(UPDATE|OR REPLACE INTO|INTO|DELETE FROM) (agency_desk\\.)?${table}\\b`, 'g')
  return sources.flatMap((file) =>
    [...textOf(file).matchAll(start)].map(({ index, input }) => input.slice(index, index + 1_000).split('`')[0] ?? ''),
  )
}
const texts = new Map<string, string>()
const textOf = (file: string): string => {
  const text = texts.get(file) ?? readFileSync(file, 'utf8').replaceAll(/\s+/g, ' ')
  texts.set(file, text)
  return text
}

const isUsed = (statements: readonly string[], { action, name }: Cell): boolean => {
  if (action === 'DELETE') return statements.some((sql) => sql.startsWith('DELETE'))
  if (action === 'INSERT') return statements.some((sql) => sql.includes('INTO'))
  // Signed by the desk's writer, for all tables.
  if (name === 'changed_by' || name === 'changed_at_ms') return true
  return statements.some((sql) => {
    const changed = sql.startsWith('OR REPLACE') ? sql : (/ SET (.*?)( WHERE|$)/.exec(sql)?.[1] ?? '')
    return new RegExp(`\\b${name}\\b`).test(changed)
  })
}

describePostgres('the rights of a role', (programs) => {
  test.each(['writer', 'sender', 'admin'] as const)('allow what the desk of a %s writes', async (role) => {
    const refused = await runAs(await teamDatabase(programs, ['b1', 'b2']), role)
    // To pause all sending, to allow an address again, and to say that something was not sent.
    const ofSenders = ['settings.save', 'suppressions.remove', 'intents.applyAll'].map((name) => `${name}: forbidden`)
    expect(refused).toEqual(role === 'writer' ? ofSenders : [])
  })

  test('to write are all used by desks', async () => {
    const { owner } = await teamDatabase(programs)
    const cells = (await cellsOf(owner)).filter((cell) => cell.role === 'admin' && cell.isAllowed)
    const unused: string[] = []
    for (const table of new Set(cells.map((cell) => cell.table))) {
      const statements = statementsOf(table)
      const ofTable = cells.filter((cell) => cell.table === table && cell.action !== 'SELECT')
      // Who may delete a row and add another one may change all of it.
      const isFree = ofTable.some(({ action }) => action === 'DELETE')
      for (const cell of ofTable)
        if (!(isFree && cell.action === 'UPDATE') && !isUsed(statements, cell))
          unused.push(`${cell.action} ${table} ${cell.name}`)
    }
    // A function that runs for a person adds these.
    expect(unused.filter((right) => !right.startsWith('INSERT day_text '))).toEqual([])
    expect(isUsed(statementsOf('article'), { ...(cells[0] as Cell), action: 'UPDATE', name: 'slug' })).toBe(false)
  })
})
