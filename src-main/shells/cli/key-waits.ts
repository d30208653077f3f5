import { keyWaitsLabel, needsOtherDesk } from '../../../src-shared/desk/values/key-waits.ts'
import { callDesk } from '../../desk.ts'
import type { CommandDesk, Terminal } from './command.ts'

/** Prints to stderr where this desk has no key of these brands, so that another desk of the team sends; the ids of those brands. */
export const printKeyWaits = async (
  desk: CommandDesk,
  terminal: Terminal,
  brandIds: () => Promise<readonly string[]>,
): Promise<ReadonlySet<string>> => {
  const { team } = await callDesk(desk, 'team.status', {})
  if (team === null) return new Set()
  const meant = new Set(await brandIds())
  const brands = (await callDesk(desk, 'brands.list', {})).brands.filter(({ id }) => meant.has(id))
  const label = keyWaitsLabel(brands, team)
  if (label !== null) await terminal.stderr.write(`${label}\n`)
  return new Set(brands.filter(needsOtherDesk).map(({ id }) => id))
}
