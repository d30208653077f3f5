import { Button, Code, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { useDesk } from '../../data/use-desk.ts'
import { Columns } from '../../parts/columns.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useBrand } from '../../state/brands.ts'
import { go, setParams, useParams } from '../../state/location.ts'
import { Drift, SyncState } from './brand-facts.tsx'
import { columnOf } from './matrix-model.ts'
import { PermissionList } from './permission-list.tsx'
import { RightNowPart } from './right-now-part.tsx'
import { Versions } from './versions.tsx'

/** The address to paste into an assistant, or where to set it. */
const AddressPart = ({ brandId }: { readonly brandId: string }) => {
  const { value, error, reload } = useDesk('connectors.address', { brandId })
  if (error !== undefined)
    return <ErrorNotice error={error} title="The connector address could not be read" onRetry={reload} />
  return (
    <Panel title="Connect an assistant">
      {value === undefined ? null : value.mcpUrl === null ? (
        <Stack align="flex-start">
          <Text c="dimmed">The connector address is not set. Set it once for all brands in Settings → Service.</Text>
          <Button variant="default" onClick={() => go({ view: 'settings', scope: 'all' })}>
            Open the settings
          </Button>
        </Stack>
      ) : (
        <Stack>
          <Group wrap="nowrap">
            <Code block flex={1}>
              {value.mcpUrl}
            </Code>
            <CopyButton text={value.mcpUrl} label="Copy" name="Copy the connector address" said="Address copied" />
          </Group>
          <Text c="dimmed">
            Paste the address into the assistant, then sign in in the browser. One connection reaches every brand that
            you can work on; each brand has its own permissions.
          </Text>
        </Stack>
      )}
    </Panel>
  )
}

type Props = {
  readonly brandId: string
  readonly matrix: CallOutput<'connectors.matrix'>
  readonly onSync: (brandId: string) => void
  /** Shown where its catalog was never read. */
  readonly unread: ReactNode
}

const TABS = [
  { value: 'now', label: 'Right now' },
  { value: 'tools', label: 'Permissions' },
  { value: 'versions', label: 'Versions' },
]

/** Beside the export; not before its catalog was read. */
export const BrandTabs = ({ brandId, matrix }: Pick<Props, 'brandId' | 'matrix'>) => {
  const { tab = 'now' } = useParams()
  const row = matrix.brands.find((each) => each.brandId === brandId)
  if (row === undefined || row.fetchedAt === null) return null
  return (
    <SegmentedControl
      aria-label="Show"
      data={TABS}
      value={tab}
      onChange={(next) => setParams({ tab: next === 'now' ? '' : next })}
    />
  )
}

/** One brand: what an assistant may do in plain words, its permissions, and their versions. */
export const BrandPage = ({ brandId, matrix, onSync, unread }: Props) => {
  const brand = useBrand(brandId)
  const { tab = 'now' } = useParams()
  const row = matrix.brands.find((each) => each.brandId === brandId)
  const column = useMemo(() => (row === undefined || brand === undefined ? null : columnOf(row, brand)), [row, brand])
  if (column === null) return <EmptyState title="This brand is not on this desk" />
  return (
    <Stack gap="md">
      <ErrorNotice error={column.brand.error} title="The last read of its permissions failed" />
      {column.brand.fetchedAt === null ? (
        unread
      ) : (
        <Columns>
          <Stack gap="md" miw={0}>
            {tab === 'tools' ? (
              <PermissionList column={column} tools={matrix.tools} brands={matrix.brands} />
            ) : tab === 'versions' ? (
              <Versions key={brandId} column={column} tools={matrix.tools} />
            ) : (
              <RightNowPart column={column} tools={matrix.tools} />
            )}
          </Stack>
          <Stack gap="md" miw={0}>
            <AddressPart brandId={brandId} />
            {column.brand.drift.length === 0 ? null : (
              <Panel>
                <Drift column={column} tools={matrix.tools} />
              </Panel>
            )}
            <Panel>
              <SyncState column={column} onSync={onSync} />
            </Panel>
            {column.brand.readOnlyReason === null || tab === 'tools' ? null : (
              <Notice tone="plain" icon={<IconLock size={14} aria-hidden />}>
                {column.brand.readOnlyReason}
              </Notice>
            )}
          </Stack>
        </Columns>
      )}
    </Stack>
  )
}
