import { Box, Button, Group, Stack, Text } from '@mantine/core'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { plural } from '../../format/numbers.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import type { Tools } from './change-list.tsx'
import { BrandChanges, BrandNames, cellsIn } from './sync-changes.tsx'
import { type Compared, comparedText } from './sync-compare.ts'
import { toolLabel } from './tool-names.ts'

export type Changed = CallOutput<'connectors.setSync'>

const Cells = ({ title, cells, tools }: { title: string; cells: Compared['otherwise']; tools: Tools }) =>
  cells.length === 0 ? null : (
    <details>
      <summary className="soft">
        {title}: {plural(cells.length, 'cell')}
      </summary>
      <Group component="ul" gap="6px 16px" mt="xs">
        {cells.map(({ brandId, tool }) => (
          <Box component="li" key={`${brandId} ${tool}`} w={190}>
            <BrandBadge brandId={brandId} />
            <Text c="dimmed">
              <bdi>{toolLabel(tools, tool)}</bdi>
            </Text>
          </Box>
        ))}
      </Group>
    </details>
  )

type Props = {
  readonly changed: Changed
  readonly compared: Compared
  readonly tools: Tools
  readonly onClose: () => void
}

/** What the switch changed, compared with its preview. */
export const SyncResult = ({ changed, compared, tools, onClose }: Props) => {
  return (
    <Stack>
      <Text component="h3" size="md" fw={600}>
        Sync is {changed.syncEnabled ? 'on' : 'off'}.{' '}
        {changed.changed.length === 0
          ? 'No cell changed.'
          : `${plural(cellsIn(changed.changed), 'cell')} of ${plural(changed.changed.length, 'brand')} changed.`}
      </Text>
      <Text c="dimmed" role="status">
        {comparedText(compared, changed.failed.length)}
      </Text>
      <BrandNames
        summary={`${plural(compared.stoodStill.length, 'brand')} did not change: it belongs to another organisation`}
        brandIds={compared.stoodStill}
      />
      <Cells title="Changed differently than previewed" cells={compared.otherwise} tools={tools} />
      <Cells title="Previewed, but did not happen" cells={compared.missing} tools={tools} />
      {changed.changed.length === 0 ? null : <BrandChanges brands={changed.changed} tools={tools} />}
      {changed.failed.map(({ brandId, error }) => (
        <div key={brandId}>
          <BrandBadge brandId={brandId} />
          <ErrorNotice error={error} title="Could not be refreshed" />
        </div>
      ))}
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  )
}
