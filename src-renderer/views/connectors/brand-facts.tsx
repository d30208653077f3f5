import { Button, Group, Text } from '@mantine/core'
import type { MatrixTool } from '../../../src-shared/desk/connectors.ts'
import { plural } from '../../format/numbers.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { ScopeFreshness } from '../../parts/freshness-label.tsx'
import { markSeen } from '../../state/connectors.ts'
import { runSync } from '../../state/sync.ts'
import { SideHeading } from '../../table/side-panel.tsx'
import { ChangeList } from './change-list.tsx'
import type { Column } from './matrix-model.ts'
import { toolsByName } from './tool-names.ts'

type Props = {
  readonly column: Column
  readonly tools: readonly MatrixTool[]
  readonly onSync: (brandId: string) => void
}

/** Permissions that someone else changed since a person last marked them as seen. */
export const Drift = ({ column, tools }: Pick<Props, 'column' | 'tools'>) => {
  const { brandId, brand } = column
  if (brand.drift.length === 0) return null
  return (
    <section>
      <SideHeading>{plural(brand.drift.length, 'change')} elsewhere since you last checked</SideHeading>
      <ChangeList changes={brand.drift} tools={toolsByName(tools)} />
      <Button mt={8} variant="default" onClick={() => void markSeen([brandId])}>
        Mark as seen
      </Button>
    </section>
  )
}

/** Whether the brand follows its organisation, and the button that previews the switch. */
export const SyncState = ({ column, onSync }: Pick<Props, 'column' | 'onSync'>) => {
  const { brandId, brand } = column
  return (
    <section>
      <SideHeading>Organisation sync: {brand.syncEnabled ? 'on' : 'off'}</SideHeading>
      <Text c="dimmed">
        {brand.syncEnabled
          ? 'The brands of its organisation share one list: an edit changes all of them.'
          : 'The brand has its own permissions.'}
      </Text>
      <Button mt={8} variant="default" disabled={brand.fetchedAt === null} onClick={() => onSync(brandId)}>
        {brand.syncEnabled ? 'Preview switching it off' : 'Preview switching it on'}
      </Button>
    </section>
  )
}

export const BrandFacts = ({ column, tools, onSync }: Props) => {
  const { brandId, brand } = column
  return (
    <>
      <Group>
        <ScopeFreshness freshAsOf={brand.fetchedAt} dataset="connectors" scope={brandId} />
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={() => void runSync({ brandIds: [brandId], datasets: ['connectors'] })}
        >
          Refresh
        </Button>
      </Group>
      <ErrorNotice error={brand.error} title="The last read failed" />
      {brand.readOnlyReason === null ? null : <Text c="dimmed">{brand.readOnlyReason}</Text>}
      <Drift column={column} tools={tools} />
      <SyncState column={column} onSync={onSync} />
    </>
  )
}
