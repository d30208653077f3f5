import type { Migration } from '../../migrate.ts'

type Pairs = [tool: string, value: string][]
type VersionRow = { readonly permissions: string; readonly own: string }

const SINCE = 'SELECT permissions, own FROM connector_version WHERE brand_id = ? AND no >= ? ORDER BY no'

/** What was seen, or first seen since, with what this desk has set since: as drift was told before it was kept. */
const expectedOf = ([seen, ...later]: readonly VersionRow[]): Pairs => {
  const expected = new Map(seen === undefined ? [] : (JSON.parse(seen.permissions) as Pairs)) // as saved
  for (const { permissions, own } of later) {
    const tools = JSON.parse(own) as string[] // as saved
    for (const [tool, value] of JSON.parse(permissions) as Pairs)
      if (tools.includes(tool) || !expected.has(tool)) expected.set(tool, value)
  }
  return [...expected]
}

/** `expected`: the permissions that a person would take to be a brand's, so that drift is one comparison a brand. */
export const connectorExpected: Migration = {
  name: 'connector expected',
  up: (db) => {
    db.exec(`ALTER TABLE connector_catalog ADD COLUMN expected TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(expected))`)
    const catalogs = db.prepare<[], { id: string; seenNo: number }>(
      'SELECT brand_id AS id, seen_no AS seenNo FROM connector_catalog',
    )
    const versions = db.prepare<[string, number], VersionRow>(SINCE)
    const save = db.prepare('UPDATE connector_catalog SET expected = ? WHERE brand_id = ?')
    for (const { id, seenNo } of catalogs.all()) save.run(JSON.stringify(expectedOf(versions.all(id, seenNo))), id)
  },
}
