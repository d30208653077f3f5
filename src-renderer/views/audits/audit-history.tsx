import { IconHeartRateMonitor } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { AuditRow } from '../../../src-shared/desk/research.ts'
import type { BlockAsk } from '../../data/block-cache.ts'
import { ask } from '../../data/desk.ts'
import { windowOf } from '../../data/desk-query.ts'
import { useBlocks } from '../../data/use-blocks.ts'
import { useRefreshOnEvent } from '../../data/use-refresh-on-event.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useDensity } from '../../state/settings.ts'
import { DataTable } from '../../table/data-table.tsx'
import { useLayout } from '../../table/use-layout.ts'
import { AUDIT_COLUMNS } from './audit-columns.tsx'
import css from './audits.module.css'

const ROW_WORDS = ['audit', 'audits'] as const
/** The bar, the head and a line below. */
const BARS_PX = 36 + 33 + 2
const ROW_PX = { comfortable: 34, compact: 28 } as const
const EVENTS = ['research.changed'] as const

const useRows = (brandId: string) => {
  const query = useMemo(
    () => ({
      key: brandId,
      scope: brandId,
      hasDetails: false,
      fetch: (wanted: BlockAsk) => ask('research.audits', { brandIds: [brandId], ...windowOf(wanted) }),
    }),
    [brandId],
  )
  return { query, blocks: useBlocks<AuditRow>(query) }
}

/** Every audit of a brand that was tried, newest first; the rows in sight are what is asked for. */
export const AuditHistory = ({ brandId }: { readonly brandId: string }) => {
  const { query, blocks } = useRows(brandId)
  const rowPx = ROW_PX[useDensity()]
  const arrangement = useLayout({ view: 'audits.history', columns: AUDIT_COLUMNS, sorting: [] })
  useRefreshOnEvent(blocks.cache, { events: EVENTS, isHeld: false })
  return (
    <Panel isFlush title="Every audit">
      <div className={css.historyBox} style={{ height: BARS_PX + blocks.snapshot.total * rowPx }}>
        <DataTable
          label="Audits, newest first"
          rowWords={ROW_WORDS}
          columns={AUDIT_COLUMNS}
          layout={arrangement.layout}
          startLayout={arrangement.start}
          onLayout={arrangement.setLayout}
          blocks={blocks}
          query={query}
          onOpen={() => {}}
          onClose={() => false}
          empty={<EmptyState icon={<IconHeartRateMonitor size={20} />} title="No audit yet" />}
        />
      </div>
    </Panel>
  )
}
