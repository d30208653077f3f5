import { Flex } from '@mantine/core'
import { IconHeartRateMonitor } from '@tabler/icons-react'
import type { AuditRow } from '../../../src-shared/desk/research.ts'
import { pageQuery } from '../../data/page-query.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useDensity } from '../../state/settings.ts'
import { DataTable } from '../../table/data-table.tsx'
import { useTable } from '../../table/use-table.ts'
import { AUDIT_COLUMNS } from './audit-columns.tsx'

const ROW_NOUNS = ['audit', 'audits'] as const
/** The bar, the head and a line below. */
const BARS_PX = 36 + 33 + 2
const ROW_PX = { comfortable: 34, compact: 28 } as const

/** All audits of a brand, also failed ones, newest first; only the rows in sight are requested. */
export const AuditHistory = ({ brandId }: { readonly brandId: string }) => {
  const rowPx = ROW_PX[useDensity()]
  const { grid } = useTable<AuditRow>({
    view: 'audits.history',
    columns: AUDIT_COLUMNS,
    query: () => pageQuery('research.audits', { input: { brandIds: [brandId] } }),
  })
  return (
    <Panel isFlush title="All audits">
      <Flex mih={150} mah={420} h={BARS_PX + grid.blocks.snapshot.total * rowPx}>
        <DataTable
          {...grid}
          label="Audits, newest first"
          rowNouns={ROW_NOUNS}
          empty={<EmptyState icon={<IconHeartRateMonitor size={20} />} title="No audit yet" />}
        />
      </Flex>
    </Panel>
  )
}
