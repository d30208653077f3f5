// Playbooks that people saved; shared by the desks of a team.

import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { Playbook, Step } from '../../../src-shared/desk/playbooks.ts'
import { toInstant } from '../../base/clock.ts'
import { prepared, type ReadableDb, type WritableDb } from '../../store/db.ts'
import { CHANGED, type ChangedColumns, changedIn } from '../../team/public.ts'

type Record = ChangedColumns & {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly steps: string
  readonly updatedAtMs: number
}

const SELECT = `SELECT id, name, description, steps, updated_at_ms AS updatedAtMs, ${CHANGED} FROM playbook`

const createToPlaybook = (db: ReadableDb) => {
  const changed = changedIn(db)
  return ({ updatedAtMs, steps, madeBy, changedBy, changedAtMs, ...row }: Record): Playbook => ({
    ...row,
    ...changed({ madeBy, changedBy, changedAtMs }),
    isBuiltIn: false,
    steps: JSON.parse(steps) as Step[], // as saved below
    updatedAt: toInstant(updatedAtMs),
  })
}

/** By name. */
export const listPlaybooks = (db: ReadableDb, _args: globalThis.Record<string, never>): Playbook[] =>
  prepared<Record>(db.core, `${SELECT} ORDER BY name COLLATE NOCASE, id`).all().map(createToPlaybook(db))

/** Throws not-found. */
export const getPlaybook = (db: ReadableDb, { id }: { id: string }): Playbook => {
  const record = prepared<Record>(db.core, `${SELECT} WHERE id = ?`).get(id)
  if (record === undefined)
    throw new DeskError('not-found', `There is no playbook "${id}" on this desk. It may have been removed.`)
  return createToPlaybook(db)(record)
}

const SAVE = `INSERT INTO playbook (id, name, description, steps, updated_at_ms)
  VALUES (@id, @name, @description, @steps, @atMs)
  ON CONFLICT (id) DO UPDATE SET name = @name, description = @description, steps = @steps, updated_at_ms = @atMs`

type ToSave = Pick<Playbook, 'id' | 'name' | 'description' | 'steps'> & { readonly atMs: number }

/** Inserts or replaces it. */
export const savePlaybook = (db: WritableDb, { steps, ...playbook }: ToSave): Playbook =>
  db.core
    .transaction(() => {
      prepared(db.core, SAVE).run({ ...playbook, steps: JSON.stringify(steps) })
      return getPlaybook(db, playbook)
    })
    .immediate()

/** Returns the removed one. Throws not-found. */
export const removePlaybook = (db: WritableDb, { id }: { id: string }): Playbook =>
  db.core
    .transaction(() => {
      const playbook = getPlaybook(db, { id })
      prepared(db.core, 'DELETE FROM playbook WHERE id = ?').run(id)
      return playbook
    })
    .immediate()
