// Whole desks in the team of a `teamDatabase`, each of a new person.
import type pg from 'pg'
import { openTestDesk } from './composed-desk.ts'
import { PASSWORD, type TeamDatabase } from './team-database.ts'

const joinAs = async (team: TeamDatabase, person: pg.Client) => {
  const opened = await openTestDesk()
  const url = `postgres://${person.user}@${person.host}:${person.port}/${team.name}`
  await opened.call('team.join', { url, password: PASSWORD, sessionOnly: true })
  return opened
}

export const joinedDesk = async (team: TeamDatabase, name: string, options: Parameters<TeamDatabase['person']>[1]) => {
  const person = await team.person(name, options)
  return { ...(await joinAs(team, person)), login: person.user ?? '', person }
}

/** What a call was refused with. */
export const kindOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    ({ kind }) => kind,
  )
