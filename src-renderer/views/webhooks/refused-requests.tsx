import { Button, Checkbox, Table } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { rowKey } from '../../../src-shared/desk/values/export-lists.ts'
import { formatAgo, formatInstant } from '../../format/time.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { Unfolds } from '../../parts/unfolds.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useInboxFilters } from '../../state/filters/lists.ts'
import { useScope } from '../../state/location.ts'
import { listChoices } from '../../table/export-choices.ts'
import { ExportMenu } from '../../table/export-menu.tsx'
import { isRefusedOnly, REFUSAL_LABELS, type ReceiverStatus, refusedLabel } from './delivery-text.ts'
import css from './webhooks.module.css'

const NOUNS = ['refused request', 'refused requests'] as const

/** The newest requests that were refused before they became a delivery, and so are no row of the inbox. */
export const RefusedRequests = ({ status }: { readonly status: ReceiverStatus }) => {
  const scope = useScope()
  const nowMs = useNow()
  const isWanted = useInboxFilters((filters) => filters.status.includes('rejected'))
  const rows = status.refusals.filter(
    ({ reason, brandId }) => isRefusedOnly(reason) && (scope === 'all' || brandId === scope),
  )
  const [selected, select] = useState<ReadonlySet<string>>(new Set())
  const toggle = (key: string) => {
    const next = new Set(selected)
    if (!next.delete(key)) next.add(key)
    select(next)
  }
  if (rows.length === 0) return null
  const picked = rows.filter((row) => selected.has(rowKey(row)))
  return (
    <Unfolds isOpen={isWanted} className={css.refused} summary={refusedLabel(rows.length, status.refusals.length)}>
      {() => (
        <>
          <ExportMenu hasKeys={false} choices={listChoices('rejected-requests', NOUNS, { all: rows, picked })}>
            <Button
              variant="default"
              size="compact-sm"
              mt={4}
              aria-label="Export the refused requests"
              leftSection={<IconDownload size={14} aria-hidden />}
            >
              Export
            </Button>
          </ExportMenu>
          <Table
            fz="sm"
            tabularNums
            aria-label="Refused requests"
            data={{
              head: ['Select', 'Received', 'Brand', 'Reason', 'What to do', 'From'],
              body: rows.map((row) => [
                <Checkbox
                  key="select"
                  size="xs"
                  aria-label={`Select the request of ${formatInstant(row.at)}`}
                  checked={selected.has(rowKey(row))}
                  onChange={() => toggle(rowKey(row))}
                />,
                <span key="at" title={formatInstant(row.at)}>
                  {formatAgo(row.at, nowMs)}
                </span>,
                row.brandId === null ? '—' : <BrandBadge key="brand" brandId={row.brandId} />,
                REFUSAL_LABELS[row.reason].title,
                REFUSAL_LABELS[row.reason].fix,
                row.from,
              ]),
            }}
          />
        </>
      )}
    </Unfolds>
  )
}
