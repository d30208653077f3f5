// One connection to the team's database, until it is of use: the server is new enough, no pooler in transaction mode is
// between, the schema is this program's, this desk is a desk of this team. Anything else is refused, with nothing changed.
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { parseAddress } from './address.ts'
import { serverError, type TeamClient, type TeamSession } from './client.ts'
import { migrateTeam } from './migrate.ts'
import { type OpenClient, openClient } from './open-client.ts'
import type { TeamAccess, TeamRole } from './state.ts'

export type DeskSession = OpenClient & {
  readonly teamId: string
  readonly deskNo: number
  readonly login: string
  readonly role: TeamRole | null
  readonly serverVersion: string
}

const OLDEST = 15
/** A plan is made once for a connection: PostgreSQL would make it again the first five times, for each of 500 desks. */
const SETTINGS = `SELECT set_config('statement_timeout', '15s', false), set_config('lock_timeout', '5s', false),
  set_config('idle_in_transaction_session_timeout', '10s', false),
  set_config('plan_cache_mode', 'force_generic_plan', false)`

const refuse = (kind: 'invalid' | 'conflict', message: string): never => {
  throw new DeskError(kind, message)
}

type Backend = { readonly version: number; readonly name: string; readonly pid: number }

const BACKEND = `SELECT current_setting('server_version_num')::int AS version,
  current_setting('server_version') AS name, pg_backend_pid() AS pid`

const backendOf = async (session: TeamSession): Promise<Backend> => {
  const [backend] = await session.query<Backend>(BACKEND)
  return backend ?? refuse('invalid', 'The address of the team leads to no PostgreSQL server.')
}

const assertNewEnough = ({ version, name }: Backend): void => {
  if (Number(version) >= OLDEST * 10_000) return
  refuse('invalid', `The team's database runs PostgreSQL ${name}. Agency Desk needs version ${OLDEST} or newer.`)
}

/** A pooler in transaction mode gives each transaction any connection: nothing would be heard on ours. */
const assertOwnBackend = async (
  client: OpenClient,
  first: Backend,
  another: () => Promise<OpenClient>,
): Promise<void> => {
  // The server itself answered.
  if (client.processId === first.pid) return
  const other = await another()
  try {
    const taken = await other.transaction(async (session) => {
      const { pid } = await backendOf(session)
      return [pid, (await backendOf(client)).pid]
    })
    if (taken[0] === first.pid || taken[1] !== first.pid)
      refuse(
        'invalid',
        "The address of the team leads to a pooler that shares connections between transactions. Use the server's own address, or the pooler's session mode.",
      )
  } finally {
    await other.close()
  }
}

type Server = { readonly client: OpenClient; readonly version: string }

/**
 * A connection that is no desk's: for what runs beside the desk's own. A password leaves only to this machine, or over TLS.
 * Rejects with what `failureOf` puts into words.
 */
export const openServer = async ({ url, password }: Pick<TeamAccess, 'url' | 'password'>): Promise<Server> => {
  const address = parseAddress(url)
  const another = () => openClient(address, password)
  const client = await another()
  try {
    const backend = await backendOf(client)
    assertNewEnough(backend)
    await assertOwnBackend(client, backend, another)
    return { client, version: backend.name }
  } catch (error) {
    client.destroy()
    throw error
  }
}

/** A desk never holds the team's turn for longer than its settings allow. Not for a migration, which may take its time. */
export const prepareSession = (session: TeamSession): Promise<unknown> => session.query(SETTINGS)

type Joined = Pick<DeskSession, 'teamId' | 'deskNo' | 'login' | 'role'>

const HERE = `SELECT session_user::text AS login,
  (SELECT role FROM agency_desk.person WHERE login = session_user) AS role`

const teamOf = async (client: TeamClient): Promise<string> => {
  // Fails for a person who was removed, and for nobody else.
  await client.query('SELECT agency_desk.refuse_removed()')
  try {
    const [team] = await client.query<{ id: string }>('SELECT team_id AS id FROM agency_desk.head')
    return team?.id ?? ''
  } catch (error) {
    if (serverError(error)?.constraint !== 'not_of_the_team') throw error
    // Not removed but unknown: the server may have been restored from a time before this person was added.
    throw new DeskError('forbidden', 'The team does not know you. Ask an admin of the team to add you.')
  }
}

const joinAsDesk = async (client: TeamClient, access: TeamAccess, position: number): Promise<Joined> => {
  const teamId = await teamOf(client)
  if (access.teamId !== '' && access.teamId !== teamId)
    refuse('conflict', 'The database at this address holds another team. Check the address, or join this team.')
  const args = [access.deskId, access.deskName, position]
  const [desk] = await client.query<{ no: number }>('SELECT agency_desk.join_desk($1, $2, $3) AS no', args)
  const deskNo = desk?.no ?? 0
  if (access.deskNo !== 0 && access.deskNo !== deskNo)
    refuse('conflict', "The team's database does not know this desk any more. Leave the team and join it again.")
  const [me] = await client.query<Pick<Joined, 'login' | 'role'>>(HERE)
  return { teamId, deskNo, login: me?.login ?? '', role: me?.role ?? null }
}

/** Where one of these is gone PostgreSQL says nothing: it would take a second open pitch, or a write twice. Fails then. */
const INDEXES = `SELECT 'agency_desk.intent_item_open_pitch'::regclass, 'agency_desk.commit_id_key'::regclass,
  'agency_desk.claim_pkey'::regclass`

/**
 * An empty `teamId` takes the team that is there, `deskNo` 0 gives this desk a number. Rejects with what `failureOf` puts
 * into words.
 */
export const openSession = async (access: TeamAccess, position: number): Promise<DeskSession> => {
  // Asking without one would only count as a wrong password.
  if (access.password === '')
    throw new DeskError(
      'keychain',
      'This desk has no password of the team’s database: the keychain is locked, or holds none. Sign in again, with `desk team sign-in`.',
    )
  const { client, version } = await openServer(access)
  try {
    await migrateTeam({ query: async (sql, values) => ({ rows: await client.query(sql, values) }) })
    await prepareSession(client)
    await client.query(INDEXES)
    const joined = await joinAsDesk(client, access, position)
    await client.query('LISTEN agency_desk')
    return { ...client, ...joined, serverVersion: version }
  } catch (error) {
    client.destroy()
    throw error
  }
}
