import { Button } from '@mantine/core'
import { IconCoin, IconFilterOff } from '@tabler/icons-react'
import { type Ref, useMemo, useState } from 'react'
import type { CallInput } from '../../../src-shared/desk/contract.ts'
import type { LedgerRow } from '../../../src-shared/desk/outreach-care.ts'
import type { BlockAsk } from '../../data/block-cache.ts'
import { ask } from '../../data/desk.ts'
import { windowOf } from '../../data/desk-query.ts'
import { useBlocks } from '../../data/use-blocks.ts'
import { useRefreshOnEvent } from '../../data/use-refresh-on-event.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { useBrand } from '../../state/brands.ts'
import { brandIdsOf, go, type Scope } from '../../state/location.ts'
import { DataTable, type DataTableHandle } from '../../table/data-table.tsx'
import { useLayout } from '../../table/use-layout.ts'
import { ALL_BRANDS_LEDGER, ONE_BRAND_LEDGER } from './ledger-columns.tsx'

const UNSORTED = [] as const
const ROW_WORDS = ['charge', 'charges'] as const
const EVENTS = ['outreach.changed', 'intents.changed', 'brands.changed'] as const

const useLedger = (scope: Scope, search: string) => {
  const query = useMemo(() => {
    const input: CallInput<'outreach.ledger'> = {
      brandIds: brandIdsOf(scope),
      ...(search.trim() === '' ? {} : { search: search.trim() }),
    }
    return {
      key: JSON.stringify(input),
      scope,
      hasDetails: false,
      fetch: (wanted: BlockAsk) => ask('outreach.ledger', { ...input, ...windowOf(wanted) }),
    }
  }, [scope, search])
  return { query, blocks: useBlocks<LedgerRow>(query) }
}

type Props = {
  readonly scope: Scope
  readonly search: string
  readonly onClear: () => void
  readonly ref: Ref<DataTableHandle>
}

/** Each charge: when, for whom, for what, and what of it may come back. */
export const LedgerTable = ({ scope, search, onClear, ref }: Props) => {
  const { query, blocks } = useLedger(scope, search)
  const brand = useBrand(scope)
  const columns = scope === 'all' ? ALL_BRANDS_LEDGER : ONE_BRAND_LEDGER
  const arrangement = useLayout({ view: scope === 'all' ? 'credits.all' : 'credits', columns, sorting: UNSORTED })
  const [isSelecting, setSelecting] = useState(false)
  useRefreshOnEvent(blocks.cache, { events: EVENTS, isHeld: isSelecting })
  return (
    <DataTable
      ref={ref}
      label={`Credits of ${brand?.name ?? 'all brands'}`}
      rowWords={ROW_WORDS}
      columns={columns}
      layout={arrangement.layout}
      startLayout={arrangement.start}
      onLayout={arrangement.setLayout}
      blocks={blocks}
      query={query}
      onOpen={(row) => {
        if (row.intentId !== null) go({ view: 'intents', params: { open: row.intentId } })
      }}
      onClose={() => false}
      onSelecting={setSelecting}
      empty={
        search.trim() === '' ? (
          <EmptyState
            icon={<IconCoin size={22} />}
            title="No credits were charged yet"
            action={
              <Button variant="default" onClick={() => go({ view: 'prospects' })}>
                Go to the prospects
              </Button>
            }
          >
            Discovering prospects costs 25 credits, finding people 5 a site. Each charge is written here, with what may
            come back.
          </EmptyState>
        ) : (
          <EmptyState
            icon={<IconFilterOff size={22} />}
            title="Nothing fits"
            action={
              <Button variant="default" onClick={onClear}>
                Clear the filter
              </Button>
            }
          />
        )
      }
    />
  )
}
