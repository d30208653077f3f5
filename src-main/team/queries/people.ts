// People of the team: read from the mirror, also while PostgreSQL cannot be reached; changed by PostgreSQL itself, whose
// rights change with the rows. Each change answers the number that the mirror has to reach for it.

import { toInstant } from '../../base/clock.ts'
import { prepared, type ReadableDb } from '../../store/db.ts'
import type { TeamClient, TeamSession } from '../../store/team/client.ts'
import { dropOldDays } from '../../store/team/fetches.ts'
import type { TeamRole as Role } from '../../store/team/state.ts'

type StoredPerson = {
  readonly login: string
  readonly name: string
  readonly role: Role
  readonly brandIds: 'all' | string[]
  readonly removedAt: string | null
}

type PersonRecord = Omit<StoredPerson, 'brandIds' | 'removedAt'> & {
  readonly allBrands: number
  readonly removedAtMs: number | null
  readonly brands: string
}

const PEOPLE = `SELECT login, name, role, all_brands AS allBrands, removed_at_ms AS removedAtMs,
    (SELECT json_group_array(brand_id ORDER BY brand_id) FROM person_brand WHERE person_brand.login = person.login) AS brands
  FROM person ORDER BY removed_at_ms IS NOT NULL, name, login`

export const listPeople = (
  { core }: ReadableDb,
  _args: Record<string, never>,
): { readonly people: StoredPerson[]; readonly needsApproval: string[] } => ({
  people: prepared<PersonRecord>(core, PEOPLE)
    .all()
    .map(({ allBrands, removedAtMs, brands, ...person }) => ({
      ...person,
      brandIds: allBrands === 1 ? 'all' : (JSON.parse(brands) as string[]), // as the statement makes it
      removedAt: removedAtMs === null ? null : toInstant(removedAtMs),
    })),
  needsApproval: prepared<{ id: string }>(
    core,
    'SELECT brand_id AS id FROM brand_rule WHERE needs_approval = 1 ORDER BY brand_id',
  )
    .all()
    .map(({ id }) => id),
})

type Brands = { readonly brandIds: 'all' | readonly string[] }
type Login = { readonly login: string }

const brandsOf = ({ brandIds }: Brands): [boolean, readonly string[]] =>
  brandIds === 'all' ? [true, []] : [false, brandIds]

const newest = async (session: TeamSession): Promise<number> => {
  const [row] = await session.query<{ no: number }>('SELECT no FROM agency_desk.head')
  return row?.no ?? 0
}

/** A change that answers nothing but its number. In a transaction: whether it was done is known, whatever is lost. */
const change =
  <Args>(name: string, valuesOf: (args: Args) => readonly unknown[]) =>
  (client: TeamClient, args: Args): Promise<number> =>
    client.transaction(async (session) => {
      const values = valuesOf(args)
      await session.query(`SELECT agency_desk.${name}(${values.map((_, at) => `$${at + 1}`).join(', ')})`, values)
      return newest(session)
    })

/** Sessions that began while it ran are ended afterwards. `leftToDo`: statements that the server refused to this admin. */
const removePerson = async (
  client: TeamClient,
  { login }: Login,
): Promise<{ readonly no: number; readonly leftToDo: readonly string[] }> => {
  const removed = await client.transaction(async (session) => {
    const [row] = await session.query<{ todo: string[] }>('SELECT agency_desk.remove_person($1) AS todo', [login])
    return { no: await newest(session), leftToDo: row?.todo ?? [] }
  })
  // They are refused all the same.
  await client.query('SELECT agency_desk.end_sessions_of($1)', [login]).catch(() => undefined)
  return removed
}

/** In parts, so that no statement takes long. How many rows went, by table; days of rankings go by whole months. */
const collect = async (
  client: TeamSession,
  { olderThanDays }: { readonly olderThanDays: number },
): Promise<Record<string, number>> => {
  const deleted: Record<string, number> = {}
  for (let commits = 1; commits > 0; ) {
    const rows = await client.query<{ tbl: string; n: number }>('SELECT tbl, deleted AS n FROM agency_desk.gc($1)', [
      olderThanDays,
    ])
    for (const { tbl, n } of rows) deleted[tbl] = (deleted[tbl] ?? 0) + n
    commits = rows.find(({ tbl }) => tbl === 'commit')?.n ?? 0
  }
  const months = await dropOldDays(client)
  return months === 0 ? deleted : { ...deleted, 'months of rankings': months }
}

export const peopleQueries = {
  'people.add': change(
    'add_person',
    ({
      login,
      name,
      role,
      verifier,
      ...brands
    }: Login & Brands & { name: string; role: Role; verifier: string | null }) => [
      ...[login, name, role],
      ...brandsOf(brands),
      verifier,
    ],
  ),
  'people.setRole': change('set_role', ({ login, role }: Login & { role: Role }) => [login, role]),
  'people.setBrands': change('set_brands', ({ login, ...brands }: Login & Brands) => [login, ...brandsOf(brands)]),
  'people.setApproval': change(
    'set_approval',
    ({ brandIds, needsApproval }: { brandIds: readonly string[]; needsApproval: boolean }) => [brandIds, needsApproval],
  ),
  'people.remove': removePerson,
  'team.collect': collect,
  /** The brands whose keys this desk holds. */
  'team.holdKeys': change('hold_keys', ({ brandIds }: { brandIds: readonly string[] }) => [brandIds]),
}
