// What PostgreSQL refuses about people, in plain sentences.
import type { Database } from 'better-sqlite3'
import { DeskError, type ErrorKind } from '../../src-shared/desk/errors.ts'
import type { Refusal } from '../store/tables.ts'

const say = (kind: ErrorKind, message: string) => (): DeskError => new DeskError(kind, message)

/** The statements are the server's own: names of roles and logins, nothing secret. */
const byHand =
  (sentence: string) =>
  (_core: Database, { detail }: Refusal): DeskError => {
    const statements = (detail ?? '').split('\n')
    return new DeskError('forbidden', `${sentence} ${statements.join(' ')}`, {
      issues: statements.slice(0, 20).map((message) => ({ path: 'statements', message })),
    })
  }

export const peopleRefusals: Readonly<Record<string, (core: Database, refusal: Refusal) => DeskError>> = {
  not_of_the_team: say('forbidden', 'You are not in this team any more. Ask an admin of the team.'),
  only_a_sender: say(
    'forbidden',
    'Only a sender or an admin does this. Ask one of them, or an admin for another role.',
  ),
  only_an_admin: say('forbidden', 'Only an admin of the team does this.'),
  not_your_intent: say('forbidden', 'A colleague queued this. Only they, a sender or an admin can do this.'),
  needs_approval: say('forbidden', 'This brand needs approval: a sender or an admin releases what you queued.'),
  waits_for_a_sender: say(
    'forbidden',
    'Who queued this lost a right in the team. Another sender or an admin releases it.',
  ),
  signed_for_another: say('conflict', 'A colleague changed this in the meantime. Reload it and try again.'),
  not_yourself: say('forbidden', 'Your own role and access are changed by another admin.'),
  no_such_person: say('not-found', 'There is no such person in the team. They may have been removed.'),
  already_of_the_team: say('conflict', 'This login is in the team already.'),
  no_such_role: say('invalid', 'There is no such role. Give reader, writer, sender or admin.'),
  no_such_brand: say('not-found', 'There is no such brand in the team, or you do not see it.'),
  login_exists: say(
    'conflict',
    'The server of the team’s database has this login already. Leave out the password: the person uses the one that they have.',
  ),
  login_needs_password: say(
    'invalid',
    'The server of the team’s database does not have this login yet. Give a password.',
  ),
  not_a_verifier: say('invalid', 'This password cannot be stored. Choose another one.'),
  brand_not_seen: say('forbidden', 'A brand that you add has to be yours. Ask an admin which brands you may see.'),
  server_refused: byHand(
    "The server of the team's database does not let an admin of the team do this. Ask its administrator to run these statements, then do it again (without a password, if the login was made there):",
  ),
  founder_stays: byHand(
    'The person who set up the team owns its database, so their role, brands and access stay. Ask the administrator of the server to run these statements, then do it again:',
  ),
}
