// A large reply is whole in memory twice, and its rows a third time: of those there is one at a time in the whole desk, from its
// second megabyte until its rows are stored.
import { Semaphore } from 'async-mutex'
import type { OperationName } from '../../src-shared/service/operations.ts'

const MB = 1024 * 1024

/** Listings of the service, read whole or by the page. */
const LISTINGS: readonly OperationName[] = [
  'topicClusters.list',
  'outreach.contacts',
  'outreach.outbox',
  'outreach.prospects',
  'outreach.sendingAccounts',
  'rankTracking.keywords',
  'rankTracking.topKeywords',
]
export const LISTING_BYTES_MAX = 16 * MB
/** All others are read by the main thread. */
const OTHER_BYTES_MAX = 4 * MB

export const replyBytesMaxOf = (operation: OperationName): number =>
  LISTINGS.includes(operation) ? LISTING_BYTES_MAX : OTHER_BYTES_MAX

/** A reply above this waits for its turn. */
export const SMALL_REPLY_BYTES = MB

/** Resolves with what ends the turn. */
export const createLargeReplies = (): (() => Promise<() => void>) => {
  const turn = new Semaphore(1)
  return async () => (await turn.acquire())[1]
}
