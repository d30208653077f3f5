import type { PriorContact } from '../../../src-shared/desk/outreach-care.ts'
import { formatAgo } from '../../format/time.ts'

/** The one that weighs most: to the person before to the site, what waits before what was sent, then the newest. */
export const mostRelevant = (pressure: readonly PriorContact[]): PriorContact | undefined =>
  pressure.toSorted(
    (a, b) =>
      Number(b.match === 'person') - Number(a.match === 'person') ||
      Number(b.isWaiting) - Number(a.isWaiting) ||
      (b.at ?? '').localeCompare(a.at ?? ''),
  )[0]

/** `12 d ago`, `queued`; `12 d ago, someone at this site` where somebody else there was written to. */
export const contactHistoryLabel = ({ match, at, isWaiting }: PriorContact, nowMs: number): string => {
  const when = isWaiting ? 'queued' : at === null ? 'before' : formatAgo(at, nowMs)
  return match === 'person' ? when : `${when}, someone at this site`
}
