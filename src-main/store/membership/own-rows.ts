// What a desk has that a team would share, and what has to end before a team is set up, joined or left. The demo's brands
// are in neither: a team is of real brands.
import type { Database } from 'better-sqlite3'
import type { OwnRows } from '../../../src-shared/desk/team.ts'
import type { NamedTable } from '../team/shared-tables.ts'

const OF_DEMO = '(SELECT id FROM brand WHERE demo = 1)'

/** The condition for the rows of a table that a team shares. */
export const isShared = ({ brand, isOfIntent = false, isSharedIf }: NamedTable): string => {
  const own = isSharedIf === undefined ? 'true' : `${isSharedIf} = 1`
  if (brand === null) return own
  const demo = isOfIntent
    ? `intent_no IN (SELECT no FROM intent WHERE brand_id IN ${OF_DEMO})`
    : `coalesce(${brand} IN ${OF_DEMO}, false)`
  return `${own} AND NOT ${demo}`
}

/** Tables of which a person knows nothing; they go with the others. */
const SILENT = ['preview_use', 'intent_claim']

const countIn = (core: Database, table: NamedTable): number =>
  Number(
    core
      .prepare(`SELECT count(*) FROM ${table.name} WHERE ${isShared(table)}`)
      .pluck()
      .get(),
  )

export const ownRows = (core: Database, tables: readonly NamedTable[]): OwnRows => {
  const counted = tables
    .filter(({ name }) => !SILENT.includes(name))
    .map((table) => ({ table: table.name, rows: countIn(core, table) }))
    .filter(({ rows }) => rows > 0)
  return { total: counted.reduce((sum, { rows }) => sum + rows, 0), tables: counted }
}

export const demoBrands = (core: Database): number =>
  Number(core.prepare('SELECT count(*) FROM brand WHERE demo = 1').pluck().get())

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

const count = (core: Database, sql: string): number => Number(core.prepare(sql).pluck().get())

const OPEN = `SELECT count(*) FROM intent WHERE state IN ('held', 'ready', 'in_flight') AND brand_id NOT IN ${OF_DEMO}`
const APPLIES = 'SELECT count(*) FROM connector_apply WHERE cut_off_at_ms IS NULL'
const AUDITS = `SELECT count(*) FROM audit WHERE state = 'running' AND brand_id NOT IN ${OF_DEMO}`

/** What runs, in sentences. */
export const runningWork = (core: Database): string[] => {
  const open = count(core, OPEN)
  const applies = count(core, APPLIES)
  const audits = count(core, AUDITS)
  return [
    ...(open === 0
      ? []
      : [`${plural(open, 'action waits', 'actions wait')} to be sent. Let them end, or cancel them.`]),
    ...(applies === 0 ? [] : ['Permissions are being applied. Wait until that has ended.']),
    ...(audits === 0 ? [] : [`${plural(audits, 'audit runs', 'audits run')}. Wait until that has ended, or cancel.`]),
  ]
}

const TWICE = `
  SELECT b.name AS brand, i.subject AS contact, count(*) AS pitches
  FROM intent_item i JOIN intent n ON n.no = i.intent_no JOIN brand b ON b.id = n.brand_id
  WHERE n.kind = 'queue' AND i.contact_id IS NOT NULL AND i.state IN ('waiting', 'in_flight', 'unknown') AND b.demo = 0
  GROUP BY n.brand_id, i.contact_id HAVING count(*) > 1 ORDER BY b.name, i.subject`
const SHOWN = 20

/** Contacts with more than one open pitch of a brand: a team allows one. */
export const openTwice = (core: Database): string[] => {
  const rows = core.prepare<[], { brand: string; contact: string; pitches: number }>(TWICE).all()
  const shown = rows.slice(0, SHOWN).map(({ brand, contact, pitches }) => `${contact} of ${brand} (${pitches})`)
  const more = rows.length > SHOWN ? ` and ${rows.length - SHOWN} more` : ''
  return rows.length === 0
    ? []
    : [
        `A team allows one open pitch to a contact. Decide the unknown ones in Activity first: ${shown.join(', ')}${more}.`,
      ]
}
