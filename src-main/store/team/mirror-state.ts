// What a desk of a team keeps beside the mirror itself: up to where it has caught up, and what a person changed while there
// was no connection. Both are empty on a desk alone.
import type { Database } from 'better-sqlite3'
import { prepared, type WritableDb } from '../db.ts'

/** Up to where a mirror has caught up. The tag is the commit's id: another history has another one for the same number. */
export type Place = { readonly position: number; readonly tag: string | null }

/** Null: this file is no mirror of that team yet. */
export const placeIn = (core: Database, teamId: string): Place | null =>
  core.prepare<[string], Place>('SELECT position, tag FROM mirror_state WHERE team_id = ?').get(teamId) ?? null

/** Whichever team it is a mirror of; 0: of none. */
export const positionIn = (core: Database): number =>
  Number(core.prepare('SELECT position FROM mirror_state').pluck().get() ?? 0)

/** Of the file's mirror, which has to be there. */
export const savePlace = (core: Database, { position, tag }: Place): void => {
  const { changes } = core.prepare('UPDATE mirror_state SET position = ?, tag = ?').run(position, tag)
  if (changes !== 1) throw new Error('There is no mirror in this file.')
}

/** The file holds a mirror of that team from now on. */
export const saveWholePlace = (core: Database, teamId: string, { position, tag }: Place): void => {
  core.prepare('DELETE FROM mirror_state').run()
  core.prepare('INSERT INTO mirror_state VALUES (1, ?, ?, ?)').run(teamId, position, tag)
}

const OF_MIRROR = ['mirror_state', 'bad_row', 'offline_change']

type Shared = { readonly name: string; readonly isTeamOnly?: boolean }

/** Deletes what a desk alone has no use for. */
export const deleteTeamOnly = (core: Database, shared: readonly Shared[]): void => {
  const ofTeam = shared.filter(({ isTeamOnly }) => isTeamOnly === true).map(({ name }) => name)
  for (const table of [...OF_MIRROR, ...ofTeam]) core.exec(`DELETE FROM ${table}`)
}

/** The mirror is copied whole before anything else is asked of the team. */
export const copyAgain = ({ core }: WritableDb, _args: Record<string, never>): void =>
  void prepared(core, 'DELETE FROM mirror_state').run()
