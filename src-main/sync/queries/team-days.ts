// Days of rankings between this cache and the team: on the thread that writes the cache, over its own connection.
import type { Slice } from '../../../src-shared/desk/values/slice.ts'
import { cachedDays, dayTimes, renumberDay, saveSharedDays, textsOfDays } from '../../rankings/public.ts'
import type { WritableDb } from '../../store/db.ts'
import type { TeamSession } from '../../store/team/client.ts'
import {
  DAYS_AT_ONCE,
  newerDays,
  numberTexts,
  saveDays,
  type TextKind,
  teamDayTimes,
} from '../../store/team/snapshot-days.ts'
import { sliceKey } from '../rules/slice-key.ts'
import { linkOf } from './team-replies.ts'

type Place = { readonly brandId: string; readonly slice: Slice }

/** Stores what the team has from `from` on that is newer than what is cached; returns how many days that were, and how many were damaged. */
export const fillDays = (
  db: WritableDb,
  { brandId, slice, from }: Place & { readonly from: string },
): Promise<{ filled: number; damaged: number }> =>
  linkOf(db).use(async (client) => {
    const place = { brandId, slice: sliceKey(slice) }
    const all = { filled: 0, damaged: 0 }
    for await (const { days, lists } of newerDays(client, place, { from, known: dayTimes(db, { brandId, slice }) })) {
      const { filled, damaged } = saveSharedDays(db, { brandId, slice, days, lists })
      all.filled += filled
      all.damaged += damaged
    }
    return all
  })

const numbersOf = async (session: TeamSession, brandId: string, kind: TextKind, texts: ReadonlyMap<number, string>) => {
  const numbers = await numberTexts(session, brandId, kind, texts.values())
  return new Map([...texts].map(([number, text]) => [number, numbers.get(text) ?? 0]))
}

const shareSome = async (db: WritableDb, session: TeamSession, args: Place & { readonly days: readonly string[] }) => {
  const { brandId, slice } = args
  const days = cachedDays(db, args)
  const texts = textsOfDays(db, days)
  const keywords = await numbersOf(session, brandId, 'keyword', texts.keywords)
  const pages = await numbersOf(session, brandId, 'page', texts.pages)
  const renumbered = days.map((day) => renumberDay(day, { keywords, pages }))
  await saveDays(session, { brandId, slice: sliceKey(slice) }, renumbered)
}

/**
 * Gives the team all cached days that it does not have, or has from an earlier fetch: also those from before there was a
 * team, or from a time without a connection. Returns how many.
 */
export const shareDays = (db: WritableDb, { brandId, slice }: Place): Promise<number> =>
  linkOf(db).use(async (session) => {
    const there = await teamDayTimes(session, { brandId, slice: sliceKey(slice) })
    const times = new Map(there.map(({ day, fetchedAtMs }) => [day, fetchedAtMs]))
    const newer = dayTimes(db, { brandId, slice }).filter(
      ({ day, fetchedAtMs }) => fetchedAtMs > (times.get(day) ?? -1),
    )
    for (let from = 0; from < newer.length; from += DAYS_AT_ONCE) {
      const days = newer.slice(from, from + DAYS_AT_ONCE).map(({ day }) => day)
      await shareSome(db, session, { brandId, slice, days })
    }
    return newer.length
  })
