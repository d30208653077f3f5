// How a desk of a test reaches the team of a `teamDatabase`: as the person of that session, on a desk of its own.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { TeamAccess } from '../../src-main/store/team/state.ts'

export const accessOf = (
  person: pg.Client,
  more: Partial<TeamAccess> & { readonly host?: string; readonly port?: number } = {},
): TeamAccess => {
  const { host = person.host, port = person.port, ...given } = more
  const login = encodeURIComponent(person.user ?? '')
  return {
    url: `postgres://${login}@${host}:${port}/${person.database}`,
    password: String(person.password ?? ''),
    deskId: randomUUID(),
    deskName: 'a desk',
    deskNo: 0,
    teamId: '',
    ...given,
  }
}
