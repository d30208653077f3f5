// What each role may do in a team's database, as PostgreSQL has it: read from its catalog, so that a later table is in it too.
import type pg from 'pg'
import type { Role } from './team-database.ts'

/** Each has the rights of those before it. */
export const ROLES = ['reader', 'writer', 'sender', 'admin'] as const satisfies readonly Role[]
export const ACTIONS = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const
export type Action = (typeof ACTIONS)[number]

export type Column = { readonly table: string; readonly name: string; readonly type: string }
/** What one role may do with one column; to delete is of all columns or none. */
export type Cell = Column & { readonly role: Role; readonly action: Action; readonly isAllowed: boolean }
/** `words`: what narrows a right to some rows. */
type Rule = { readonly table: string; readonly action: Action; readonly words: string }
/** `call` has a null of its type for each argument. `kind`: of functions that are made for each table. */
export type TeamFunction = {
  readonly name: string
  readonly call: string
  readonly table: string | null
  readonly kind: 'put' | 'drop' | null
  readonly roles: readonly Role[]
}

const TABLES = `SELECT oid, relname FROM pg_class
  WHERE relnamespace = 'agency_desk'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`

const CELLS = `
  SELECT relname AS "table", attname AS name, format_type(atttypid, NULL) AS type, role, action,
    CASE action WHEN 'DELETE' THEN has_table_privilege(agency_desk.role_of_team(role), t.oid, action)
      ELSE has_column_privilege(agency_desk.role_of_team(role), t.oid, attnum, action) END AS "isAllowed"
  FROM (${TABLES}) t JOIN pg_attribute a ON attrelid = t.oid AND attnum > 0 AND NOT attisdropped,
    unnest($1::text[]) WITH ORDINALITY AS r (role, nth), unnest($2::text[]) WITH ORDINALITY AS p (action, place)
  ORDER BY relname, p.place, r.nth, attnum`

export const cellsOf = async (owner: pg.Client): Promise<Cell[]> =>
  (await owner.query<Cell>(CELLS, [ROLES, ACTIONS])).rows

// Not: what fills a row, notes its change, or keeps a key that no role may change.
const TRIGGERS = `
  SELECT relname AS "table", action, string_agg(DISTINCT coalesce(obj_description(g.oid, 'pg_trigger'),
    replace(regexp_replace(tgname, '^(z_)?(guard_)?', ''), '_', ' ')), ', ') AS words
  FROM (${TABLES}) t JOIN pg_trigger g ON tgrelid = t.oid AND NOT tgisinternal
    JOIN (VALUES ('INSERT', 4), ('DELETE', 8), ('UPDATE', 16)) AS e (action, bit) ON tgtype & bit > 0
  WHERE tgname !~ '^((z_)?note_|fill$|(key|number)_stays$)' GROUP BY relname, action`

// Of policies that allow, one is enough; each that restricts narrows the right.
const POLICIES = `
  SELECT tablename AS "table", action, concat_ws(', ',
    CASE WHEN bool_and(coalesce(with_check, qual) ~ 'my_brands|sees_list|person_brand') FILTER (WHERE permissive = 'PERMISSIVE') THEN 'own brands' END,
    string_agg(replace(policyname, '_', ' '), ', ') FILTER (WHERE permissive = 'RESTRICTIVE')) AS words
  FROM pg_policies, unnest($1::text[]) AS action
  WHERE schemaname = 'agency_desk' AND cmd IN ('ALL', action) GROUP BY tablename, action`

const rulesOf = async (owner: pg.Client): Promise<Rule[]> => {
  const policies = await owner.query<Rule>(POLICIES, [ACTIONS])
  const triggers = await owner.query<Rule>(TRIGGERS)
  return [...policies.rows, ...triggers.rows].filter(({ words }) => words !== '')
}

const FUNCTIONS = `
  SELECT proname || '(' || pg_get_function_identity_arguments(oid) || ')' AS name,
    'agency_desk.' || quote_ident(proname) || '(' || array_to_string(ARRAY(
      SELECT 'NULL::' || format_type(type, NULL) FROM unnest(proargtypes) WITH ORDINALITY AS a (type, nth) ORDER BY nth), ', ')
      || ')' AS call,
    (SELECT name FROM agency_desk.team_table WHERE proname IN ('put_' || name, 'drop_' || name)) AS "table",
    substring(proname FROM '^(put|drop)_') AS kind,
    ARRAY(SELECT role FROM unnest($1::text[]) role
      WHERE has_function_privilege(agency_desk.role_of_team(role), oid, 'EXECUTE')) AS roles
  FROM pg_proc WHERE pronamespace = 'agency_desk'::regnamespace AND prokind = 'f' ORDER BY 1`

export const functionsOf = async (owner: pg.Client): Promise<TeamFunction[]> =>
  (await owner.query<TeamFunction>(FUNCTIONS, [ROLES])).rows

const INTRODUCTION = `# Rights in a team's database

Made by \`test/main/store/team/rights.test.ts\` from a database with all steps (\`vitest run -u\` updates it). The same test tries each right with the login of each role.

A role has the rights of the roles before it: reader, writer, sender, admin. The cell names the first role that has the right, and the columns if it has not all of them; "—": no role has it. In brackets is what narrows the right to some rows: *own brands* are those that the person sees, *signed* is with the person's own name, *below sender* holds for roles before it. What is not in this table is denied, and so is a new table or function until a step grants it. A key never changes. An admin may become the owner of the tables for a migration, and the owner has all rights.

`

const wordsFor = (rules: readonly Rule[], table: string, action: Action): string => {
  const words = rules.filter((rule) => rule.table === table && rule.action === action).map((rule) => rule.words)
  return words.length === 0 ? '' : ` (${words.join(', ')})`
}

/** The columns that each role has and the one before it has not; none named: all. */
const cellText = (cells: readonly Cell[], words: string): string => {
  const known = new Set<string>()
  const parts = ROLES.flatMap((role) => {
    const ofRole = cells.filter((cell) => cell.role === role)
    const added = ofRole.filter(({ name, isAllowed }) => isAllowed && !known.has(name)).map(({ name }) => name)
    for (const name of added) known.add(name)
    if (added.length === 0) return []
    return [added.length === ofRole.length ? role : `${role}: ${added.map((name) => `\`${name}\``).join(' ')}`]
  })
  return parts.length === 0 ? '—' : parts.join('; ') + words
}

/** The page of docs. */
export const rightsPage = async (owner: pg.Client): Promise<string> => {
  const [cells, rules, functions] = [await cellsOf(owner), await rulesOf(owner), await functionsOf(owner)]
  const rows = [...new Set(cells.map(({ table }) => table))].map((table) => {
    const texts = ACTIONS.map((action) =>
      cellText(
        cells.filter((cell) => cell.table === table && cell.action === action),
        wordsFor(rules, table, action),
      ),
    )
    return `| ${table} | ${texts.join(' | ')} |`
  })
  const named = functions.filter(({ table }) => table === null)
  const lists = ROLES.map((role) => {
    const first = named
      .filter(({ roles }) => roles[0] === role)
      .map(({ call }) => call.replace(/^agency_desk\.(\w+).*/, '`$1`'))
    return `- ${role}: ${first.join(', ')}`
  })
  return `${INTRODUCTION}| table | select | insert | update | delete |
|---|---|---|---|---|
${rows.join('\n')}

## Functions

A function that is not here is denied to all roles. \`put_\` and the name of a table stores rows and is of the roles that may insert into it; \`drop_\` deletes rows and is of the roles that may delete from it.

${lists.join('\n')}
`
}
