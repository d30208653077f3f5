import type { RoomTables } from '../store/tables.ts'
import { claimFetch, endFetch, fetchedSince, renewFetch } from '../store/team/fetches.ts'
import { fillDays, shareDays } from './queries/team-days.ts'
import { forgetReplies, keepReply, replyPart, storeKept } from './queries/team-replies.ts'

/** What desks of a team fetched for each other; a desk alone asks for none of it. */
export const syncTables = {
  reads: {},
  writes: {
    core: {},
    cache: {
      'fetches.fillDays': fillDays,
      'fetches.forget': forgetReplies,
      'fetches.keep': keepReply,
      'fetches.part': replyPart,
      'fetches.shareDays': shareDays,
      'fetches.store': storeKept,
    },
  },
  brandRows: { core: [], cache: [] },
  team: {
    queries: {
      'fetches.claim': claimFetch,
      'fetches.end': endFetch,
      'fetches.since': fetchedSince,
    },
    renewals: { 'fetches.renew': renewFetch },
  },
} satisfies RoomTables
