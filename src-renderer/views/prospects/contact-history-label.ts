import type { PriorContact } from '../../../src-shared/desk/outreach-care.ts'
import { formatAgo } from '../../format/time.ts'

/** The most relevant pitch: the person before the site, queued before sent, then the newest. */
export const mostRelevant = (history: readonly PriorContact[]): PriorContact | undefined =>
  history.toSorted(
    (a, b) =>
      Number(b.match === 'person') - Number(a.match === 'person') ||
      Number(b.isWaiting) - Number(a.isWaiting) ||
      (b.at ?? '').localeCompare(a.at ?? ''),
  )[0]

/** `12 d ago`, `queued`; `12 d ago, someone at this site` if somebody else there was contacted. */
export const contactHistoryLabel = ({ match, at, isWaiting }: PriorContact, nowMs: number): string => {
  const when = isWaiting ? 'queued' : at === null ? 'before' : formatAgo(at, nowMs)
  return match === 'person' ? when : `${when}, someone at this site`
}
