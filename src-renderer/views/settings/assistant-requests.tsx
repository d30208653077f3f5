import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { McpRequest } from '../../../src-shared/desk/mcp.ts'
import { useDesk } from '../../data/use-desk.ts'
import { formatBytes, formatWhole, plural } from '../../format/numbers.ts'
import { formatAgo, formatInstant } from '../../format/time.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { type GridColumn, GridTable } from '../../parts/grid-table.tsx'
import { Panel } from '../../parts/panel.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { useNow } from '../../parts/use-now.ts'
import { brandName } from '../../state/brands.ts'
import { ExportMenu } from '../../table/export-menu.tsx'

const COLUMNS: readonly GridColumn[] = [
  { title: 'When', width: '14%' },
  { title: 'Assistant', width: '17%' },
  { title: 'Tool', width: '22%' },
  { title: 'Brands' },
  { title: 'By', width: 92, isLesser: true },
  { title: 'Rows', width: 64, isNumber: true, isLesser: true },
  { title: 'Size', width: 76, isNumber: true },
]

/** What was read: the brands by name, or how many where all were asked for. */
const brandsLabel = ({ brandIds, isAll, isRefused }: McpRequest): string => {
  if (isRefused || brandIds.length === 0) return '—'
  return isAll ? `all allowed (${formatWhole(brandIds.length)})` : brandIds.map(brandName).join(', ')
}

const RequestRow = ({ row, nowMs }: { readonly row: McpRequest; readonly nowMs: number }) => {
  const { at, client, tool, brandIds, via, returned, bytes, isRefused } = row
  return (
    <tr>
      <td title={formatInstant(at)}>{formatAgo(at, nowMs)}</td>
      <td className="truncate" title={client ?? undefined}>
        {client ?? <span className="soft">not named</span>}
      </td>
      <td>
        <Group gap={6} wrap="nowrap">
          <code>{tool}</code>
          {isRefused ? <StateWord word="refused" tone="warn" /> : null}
        </Group>
      </td>
      <td className="truncate" title={brandIds.map(brandName).join(', ')}>
        {brandsLabel(row)}
      </td>
      <td data-lesser>{via === 'http' ? 'HTTP' : 'command'}</td>
      <td data-numbers data-lesser>
        {formatWhole(returned)}
      </td>
      <td data-numbers>{formatBytes(bytes)}</td>
    </tr>
  )
}

const NOUNS = ['request', 'requests'] as const
const SHOWN = 50
const SHOW_MORE = 450
const ALL_REQUESTS = { list: 'assistant-requests', input: {} } as const

/** Which assistant read which brands, when and how much. */
export const AssistantRequests = () => {
  const [limit, setLimit] = useState(SHOWN)
  const { value, error, reload } = useDesk('mcp.requests', { limit })
  const nowMs = useNow()
  if (error !== undefined) return <ErrorNotice title="The requests were not read" error={error} onRetry={reload} />
  if (value === undefined) return null
  const { rows, total } = value
  const all = { label: `All ${plural(total, ...NOUNS)}`, prefix: '', source: () => ALL_REQUESTS }
  return (
    <Panel
      isFlush
      title={total === 0 ? 'Requests' : plural(total, ...NOUNS)}
      aside={total === 0 ? null : <ExportMenu choices={[all]} />}
    >
      {total === 0 ? (
        <EmptyState title="No requests yet">
          This list shows what assistants read: time, assistant, tool, brands, rows and size. It holds no questions and
          no answers.
        </EmptyState>
      ) : (
        <GridTable label="Requests of assistants" columns={COLUMNS}>
          {rows.map((row) => (
            <RequestRow key={row.id} row={row} nowMs={nowMs} />
          ))}
        </GridTable>
      )}
      {rows.length < total && limit === SHOWN ? (
        <Button variant="subtle" m={8} onClick={() => setLimit(SHOWN + SHOW_MORE)}>
          Show more
        </Button>
      ) : null}
    </Panel>
  )
}
