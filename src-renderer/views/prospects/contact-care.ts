// Contacts with what is known of earlier pitches to them. The first paint does without; it comes with the details.
import type { Reply } from '../../../src-shared/desk/errors.ts'
import type { Pressure } from '../../../src-shared/desk/outreach-care.ts'
import type { ContactRow } from '../../../src-shared/desk/prospects.ts'
import type { BlockReply } from '../../data/block-cache.ts'
import { ask } from '../../data/desk.ts'
import { formatAgo } from '../../format/time.ts'

export type ContactLine = ContactRow & {
  /** The newest first; absent until it was looked up. */
  readonly pressure?: readonly Pressure[]
}

/** Rows with who wrote to them before. A brand whose answer fails leaves its rows as they are. */
export const withPressure = async (reply: Reply<BlockReply<ContactRow>>): Promise<Reply<BlockReply<ContactLine>>> => {
  if (!reply.ok) return reply
  const { rows } = reply.value
  const byBrand = [...Map.groupBy(rows, ({ brandId }) => brandId)]
  const found = await Promise.all(
    byBrand.map(([brandId, some]) => ask('outreach.pressure', { brandId, contactIds: some.map(({ id }) => id) })),
  )
  const all = Map.groupBy(
    found.flatMap((each) => (each.ok ? each.value.pressure : [])),
    ({ brandId, contactId }) => `${brandId} ${contactId}`,
  )
  const lines = rows.map((row) => ({ ...row, pressure: all.get(`${row.brandId} ${row.id}`) ?? [] }))
  return { ok: true, value: { ...reply.value, rows: lines } }
}

/** The one that weighs most: to the person before to the site, what waits before what was sent, then the newest. */
export const heaviest = (pressure: readonly Pressure[]): Pressure | undefined =>
  pressure.toSorted(
    (a, b) =>
      Number(b.match === 'person') - Number(a.match === 'person') ||
      Number(b.isWaiting) - Number(a.isWaiting) ||
      (b.at ?? '').localeCompare(a.at ?? ''),
  )[0]

/** `12 d ago`, `waits in the queue`; `12 d ago, their site` where somebody else there was written to. */
export const pressureWords = ({ match, at, isWaiting }: Pressure, nowMs: number): string => {
  const when = isWaiting ? 'waits in the queue' : at === null ? 'before' : formatAgo(at, nowMs)
  return match === 'person' ? when : `${when}, their site`
}
