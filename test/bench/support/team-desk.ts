// The store of a desk on a folder of its own; in a team it has copied what the team has.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openStore } from '../../../src-main/store/open.ts'
import type { Store } from '../../../src-main/store/store.ts'
import type { BenchTeam } from './bench-team.ts'

export const openFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'agency-desk-bench-'))
  const [coreFile, cacheFile, backupsFolder] = ['core.db', 'cache.db', 'backups'].map((name) => join(folder, name))
  const paths = { coreFile: coreFile ?? '', cacheFile: cacheFile ?? '', backupsFolder: backupsFolder ?? '' }
  return { paths, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** A new desk of a team says that it copies all. */
export const onNotice = () => undefined

export type TeamDesk = { readonly store: Store; readonly close: () => Promise<void> }

export const openTeamDesk = async ({ access, owner }: BenchTeam): Promise<TeamDesk> => {
  const { rows } = await owner.query('SELECT team_id AS id FROM agency_desk.head')
  const desk = { deskId: randomUUID(), deskName: 'bench', deskNo: 0, teamId: String(rows[0]?.id) }
  const { paths, remove } = openFolder()
  const store = await openStore({ ...paths, team: { ...access, ...desk }, onNotice })
  while ((store.team?.state().position ?? 0) === 0) await setTimeout(20)
  return { store, close: () => store.close().then(remove) }
}
