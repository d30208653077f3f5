// What a person of a team reads before they queue for brands that this desk cannot send for. A desk alone refuses instead.
import type { Brand } from '../brands.ts'
import type { TeamStatus } from '../team.ts'

type KeyedBrand = Pick<Brand, 'id' | 'name' | 'keyState'>
type KeyedTeam = Pick<TeamStatus, 'desks'>

const NAMES_MAX = 3

const namesOf = (brands: readonly KeyedBrand[]): string => {
  const names = brands.slice(0, NAMES_MAX).map(({ name }) => name)
  const more = brands.length - names.length
  return more === 0 ? names.join(', ') : `${names.join(', ')} and ${more} more`
}

/** Whether only another desk of the team can send for it. */
export const needsOtherDesk = ({ keyState }: Pick<Brand, 'keyState'>): boolean =>
  keyState !== 'ok' && keyState !== 'unchecked'

/** In sentences; null: this desk sends all of them, or works alone. */
export const keyWaitsLabel = (brands: readonly KeyedBrand[], team: KeyedTeam | null): string | null => {
  const here = brands.filter(needsOtherDesk)
  if (team === null || here.length === 0) return null
  const key = here.every(({ keyState }) => keyState === 'missing') ? 'key' : 'working key'
  const what = `This desk has no ${key} for ${namesOf(here)}.`
  const held = new Set(team.desks.flatMap(({ keysOf }) => keysOf))
  // Desks are not known without a connection.
  const nowhere = team.desks.length === 0 ? [] : here.filter(({ id }) => !held.has(id))
  if (nowhere.length === 0) return `${what} A desk with the key sends ${here.length === 1 ? 'it' : 'them'}.`
  const whose = nowhere.length === here.length ? '' : ` of ${namesOf(nowhere)}`
  return `${what} No desk of the team has the key${whose} now: it waits until one does.`
}
