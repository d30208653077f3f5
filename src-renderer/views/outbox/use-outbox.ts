import { useMemo, useState } from 'react'
import { create } from 'zustand'
import type { CallInput, CallOutput } from '../../../src-shared/desk/contract.ts'
import type { OutboxRow } from '../../../src-shared/desk/outreach.ts'
import type { BlockAsk } from '../../data/block-cache.ts'
import { ask } from '../../data/desk.ts'
import { windowOf } from '../../data/desk-query.ts'
import { useBlocks } from '../../data/use-blocks.ts'
import { brandIdsOf, useScope } from '../../state/location.ts'
import type { SortKey } from '../../table/column.ts'
import { MAX_SORT_KEYS, toSortKeys } from '../../table/sorting.ts'
import { useLayout } from '../../table/use-layout.ts'
import { ALL_BRANDS_OUTBOX, ONE_BRAND_OUTBOX, OUTBOX_SORTING } from './outbox-columns.tsx'

type Filters = {
  readonly search: string
  readonly isWaiting: boolean
  readonly status: readonly string[]
  readonly mailbox: readonly string[]
}
const NO_FILTERS: Filters = { search: '', isWaiting: false, status: [], mailbox: [] }
export const useFilters = create<Filters>()(() => NO_FILTERS)
export const clearFilters = (): void => useFilters.setState(NO_FILTERS)
export const isFiltered = ({ search, isWaiting, status, mailbox }: Filters): boolean =>
  search.trim() !== '' || isWaiting || status.length > 0 || mailbox.length > 0

/** Words, mailboxes and waiting ones of the brands in view; they come with every page of rows. */
export type Around = Pick<CallOutput<'outreach.outbox'>, 'statusCounts' | 'mailboxCounts' | 'waiting'>
const NONE_AROUND: Around = { statusCounts: [], mailboxCounts: [], waiting: 0 }
type OutboxInput = CallInput<'outreach.outbox'>

/** Where the service gives no planned time, the time it was sent at orders them. */
const byTime = (sort: SortKey[]): SortKey[] =>
  sort.flatMap((key) => (key.by === 'scheduledAt' ? [key, { ...key, by: 'sentAt' }] : [key])).slice(0, MAX_SORT_KEYS)

export const useOutbox = () => {
  const scope = useScope()
  const isAll = scope === 'all'
  const columns = isAll ? ALL_BRANDS_OUTBOX : ONE_BRAND_OUTBOX
  const arrangement = useLayout({ view: isAll ? 'outbox.all' : 'outbox', columns, sorting: OUTBOX_SORTING })
  const [around, setAround] = useState<Around>(NONE_AROUND)
  const filters = useFilters()
  const { sorting } = arrangement.layout
  const query = useMemo(() => {
    const { search, isWaiting, status, mailbox } = filters
    const sort = byTime(toSortKeys(columns, [...sorting]))
    const input: OutboxInput = {
      brandIds: brandIdsOf(scope),
      filter: {
        ...(isWaiting ? { isWaiting } : {}),
        ...(status.length === 0 ? {} : { status: [...status] }),
        ...(mailbox.length === 0 ? {} : { mailboxEmail: [...mailbox] }),
      },
      ...(search.trim() === '' ? {} : { search: search.trim() }),
      ...(sort.length === 0 ? {} : { sort: sort as NonNullable<OutboxInput['sort']> }), // fields of the columns' own list
    }
    return {
      key: JSON.stringify(input),
      scope,
      hasDetails: false,
      fetch: async (wanted: BlockAsk) => {
        const reply = await ask('outreach.outbox', { ...input, ...windowOf(wanted) })
        if (reply.ok) setAround(reply.value)
        return reply
      },
    }
  }, [scope, columns, sorting, filters])
  return { scope, columns, arrangement, filters, around, query, blocks: useBlocks<OutboxRow>(query) }
}
