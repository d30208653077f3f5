import { useState } from 'react'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import type { OutboxRow } from '../../../src-shared/desk/outreach.ts'
import { pageQuery } from '../../data/page-query.ts'
import { useOutboxFilters } from '../../state/list-filters.ts'
import { brandIdsOf, useScope } from '../../state/location.ts'
import type { SortKey } from '../../table/column.ts'
import { MAX_SORT_KEYS } from '../../table/sorting.ts'
import { useTable } from '../../table/use-table.ts'
import { OUTBOX_COLUMNS, OUTBOX_SORTING } from './outbox-columns.tsx'

/** Statuses, mailboxes and queued pitches of the brands in view; they come with every page of rows. */
export type Around = Pick<CallOutput<'outreach.outbox'>, 'statusCounts' | 'mailboxCounts' | 'waiting'>
const NONE_AROUND: Around = { statusCounts: [], mailboxCounts: [], waiting: 0 }

/** Rows without a planned time are ordered by the time they were sent. */
const byTime = (sort: readonly SortKey[]): SortKey[] =>
  sort.flatMap((key) => (key.by === 'scheduledAt' ? [key, { ...key, by: 'sentAt' }] : [key])).slice(0, MAX_SORT_KEYS)

export const useOutbox = () => {
  const [around, setAround] = useState<Around>(NONE_AROUND)
  const filters = useOutboxFilters()
  const { search, isWaiting, status, mailbox } = filters
  const input = {
    brandIds: brandIdsOf(useScope()),
    filter: {
      ...(isWaiting ? { isWaiting } : {}),
      ...(status.length === 0 ? {} : { status: [...status] }),
      ...(mailbox.length === 0 ? {} : { mailboxEmail: [...mailbox] }),
    },
  }
  const table = useTable<OutboxRow>({
    view: 'outbox',
    columns: OUTBOX_COLUMNS,
    sorting: OUTBOX_SORTING,
    query: (sort) => pageQuery('outreach.outbox', { input, search, sort: byTime(sort), onReply: setAround }),
  })
  return { table, filters, around }
}
