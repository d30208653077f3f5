import { Box, Table } from '@mantine/core'
import { plural } from '../../format/numbers.ts'
import { formatAgo, formatInstant } from '../../format/time.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useInboxFilters } from '../../state/list-filters.ts'
import { useScope } from '../../state/location.ts'
import { REFUSAL_LABELS, type ReceiverStatus } from './delivery-text.ts'

/** The newest requests that were rejected before they became a delivery, and so are no row of the inbox. */
export const RefusedRequests = ({ status }: { readonly status: ReceiverStatus }) => {
  const scope = useScope()
  const nowMs = useNow()
  const isWanted = useInboxFilters((filters) => filters.status.includes('rejected'))
  const rows = status.refusals.filter(
    ({ reason, brandId }) => reason !== 'bad-body' && (scope === 'all' || brandId === scope),
  )
  if (rows.length === 0) return null
  return (
    <Box component="details" open={isWanted} mah={220} px="md" py={6} style={{ overflow: 'auto' }}>
      <summary>{plural(rows.length, 'request')} rejected without a delivery</summary>
      <Table
        fz="sm"
        tabularNums
        aria-label="Requests rejected without a delivery"
        data={{
          head: ['Received', 'Brand', 'Reason', 'What to do', 'From'],
          body: rows.map(({ at, reason, from, brandId }) => [
            <span key="at" title={formatInstant(at)}>
              {formatAgo(at, nowMs)}
            </span>,
            brandId === null ? '—' : <BrandBadge key="brand" brandId={brandId} />,
            REFUSAL_LABELS[reason].title,
            REFUSAL_LABELS[reason].fix,
            from,
          ]),
        }}
      />
    </Box>
  )
}
