// What a person sees of the team: whether this desk is connected, how far its copy has come, and the other desks.
import type { Handlers } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { TeamStatus } from '../../src-shared/desk/team.ts'
import { toInstant } from '../base/clock.ts'
import type { RoomParts } from '../room.ts'
import type { Store, StoreTeam } from '../store/store.ts'
import { isSameSum } from '../store/team/checksum.ts'
import type { TeamAccess, TeamState } from '../store/team/state.ts'
import { alone } from './rules/alone.ts'

export type StatusDeps = Pick<RoomParts, 'clock' | 'emit'> & {
  readonly access: TeamAccess | null
  readonly store: Pick<Store, 'read' | 'write' | 'team'>
  /** Who changed the settings of the team. */
  readonly settingChanges: () => Promise<TeamStatus['settings']>
}

const isCurrent = ({ connection, position, head }: TeamState): boolean =>
  connection === 'connected' && head !== null && position >= head

/** How often the two sides are summed until both are of the same commit. */
const ATTEMPTS = 5

export const createTeamStatus = ({ access, store, clock, emit, settingChanges }: StatusDeps) => {
  const { team } = store
  /** When the copy was last known to be as new as the database. */
  let currentAtMs = clock.monotonicMs()
  let shown = ''

  const behindSeconds = (state: TeamState): number => {
    const nowMs = clock.monotonicMs()
    if (isCurrent(state)) currentAtMs = nowMs
    return (nowMs - currentAtMs) / 1000
  }
  const since = ({ sinceMs }: TeamState): string => toInstant(sinceMs)

  const stop = team?.onState((state) => {
    behindSeconds(state)
    const { connection, error } = state
    const next = JSON.stringify([connection, state.sinceMs, error])
    if (next === shown) return
    shown = next
    emit('team.changed', { connection, since: since(state), error })
    emit('changed', { brandIds: 'all', datasets: ['team'] })
  })

  const status = async (here: TeamAccess, asked: StoreTeam): Promise<TeamStatus> => {
    const state = asked.state()
    const desks = state.connection === 'connected' ? await asked.query('team.desks', {}).catch(() => []) : []
    const { people } = await store.read('people.list', {})
    const me = people.find(({ login }) => login === state.login)
    const role = me?.role ?? state.role
    const badRows = role === 'admin' ? await store.read('badRows.list', {}) : []
    const { connection, error, serverVersion, position, head } = state
    return {
      teamId: here.teamId,
      url: here.url,
      login: state.login === '' ? decodeURIComponent(new URL(here.url).username) : state.login,
      // As an admin set it meanwhile: the connection may be older.
      role,
      deskNo: here.deskNo,
      deskName: here.deskName,
      connection,
      since: since(state),
      error,
      serverVersion,
      position,
      head,
      behindSeconds: behindSeconds(state),
      desks: desks.map((desk) => ({ ...desk, isThis: desk.no === here.deskNo })),
      settings: await settingChanges(),
      badRows: badRows.map(({ person, ...row }) => ({ ...row, login: person })),
    }
  }

  const compare = async (asked: StoreTeam) => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const { position, skipped } = await store.read('team.skipped', {})
      const there = await asked.query('team.sums', { skipped })
      const here = await store.read('team.sums', { tables: there.tables, skipped })
      if (here.position !== there.position || position !== there.position) continue
      const sums = new Map(there.sums.map((sum) => [sum.table, sum]))
      return here.sums.map((sum) => {
        const other = sums.get(sum.table)
        return { table: sum.table, rows: sum.rows, skipped: other?.skipped ?? 0, isSame: isSameSum(sum, other) }
      })
    }
    throw new DeskError('conflict', 'Colleagues change the team’s data too fast to compare. Try again in a moment.')
  }

  const handlers: Pick<Handlers, 'team.status' | 'team.checkMirror'> = {
    'team.status': async () => ({ team: access === null || team === null ? null : await status(access, team) }),
    'team.checkMirror': async () => {
      if (team === null) throw alone()
      const tables = await compare(team)
      const isSame = tables.every((table) => table.isSame)
      if (!isSame) {
        await store.write('mirror.copyAgain', {})
        await compare(team)
      }
      return { isSame, tables }
    },
  }
  return { handlers, close: (): void => stop?.() }
}
