// Days of rankings between this cache and the team: on the thread that writes the cache, over its own connection.
import type { Slice } from '../../../src-shared/desk/slice.ts'
import { cachedDays, dayTimes, renumberDay, saveSharedDays, textsOfDays } from '../../rankings/public.ts'
import type { WritableDb } from '../../store/db.ts'
import type { TeamSession } from '../../store/team/client.ts'
import { newerDays, numberTexts, saveDays, type TextKind } from '../../store/team/snapshot-days.ts'
import { sliceKey } from '../rules/slice-key.ts'
import { linkOf } from './team-link.ts'

type Place = { readonly brandId: string; readonly slice: Slice }

/** Stores what the team has from `from` on that is newer than what is cached; returns how many days that were. */
export const fillDays = (
  db: WritableDb,
  { brandId, slice, from }: Place & { readonly from: string },
): Promise<number> =>
  linkOf(db).use(async (client) => {
    const place = { brandId, slice: sliceKey(slice) }
    let filled = 0
    for await (const { days, lists } of newerDays(client, place, { from, known: dayTimes(db, { brandId, slice }) }))
      filled += saveSharedDays(db, { brandId, slice, days, lists })
    return filled
  })

const numbersOf = async (session: TeamSession, brandId: string, kind: TextKind, texts: ReadonlyMap<number, string>) => {
  const numbers = await numberTexts(session, brandId, kind, texts.values())
  return new Map([...texts].map(([number, text]) => [number, numbers.get(text) ?? 0]))
}

/** Gives these cached days to the team. */
export const shareDays = (db: WritableDb, args: Place & { readonly days: readonly string[] }): Promise<void> =>
  linkOf(db).use(async (client) => {
    const { brandId, slice } = args
    const days = cachedDays(db, args)
    const texts = textsOfDays(db, days)
    const keywords = await numbersOf(client, brandId, 'keyword', texts.keywords)
    const pages = await numbersOf(client, brandId, 'page', texts.pages)
    const renumbered = days.map((day) => renumberDay(day, { keywords, pages }))
    await saveDays(client, { brandId, slice: sliceKey(slice) }, renumbered)
  })
