// What can be done with many items at once. Its code comes after the first paint.
import { ActionIcon, Button } from '@mantine/core'
import { IconClock, IconDownload, IconX } from '@tabler/icons-react'
import { useDesk } from '../../data/use-desk.ts'
import { brandIdsOf, useScope } from '../../state/location.ts'
import { askAbout, clearPicked, useToday } from '../../state/today.ts'
import { listChoices } from '../../table/export-choices.ts'
import { ExportMenu } from '../../table/export-menu.tsx'

const NOUNS = ['item', 'items'] as const

export const SelectedItems = () => {
  const { section, isHiddenShown, picked: ids } = useToday()
  const all = useDesk('today.list', { brandIds: brandIdsOf(useScope()) }).value?.items ?? []
  const rows = section === 'all' ? all : all.filter((item) => item.section === section)
  const picked = rows.filter(({ id }) => ids.has(id))
  if (isHiddenShown) return null
  return (
    <>
      {picked.length === 0 ? null : (
        <>
          <span role="status">{picked.length} selected</span>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconClock size={14} aria-hidden />}
            onClick={() => askAbout('snooze', picked)}
          >
            Snooze
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => askAbout('dismiss', picked)}>
            Dismiss
          </Button>
          <ActionIcon aria-label="Clear" title="Clear the selection (Esc)" onClick={clearPicked}>
            <IconX size={14} />
          </ActionIcon>
        </>
      )}
      <ExportMenu choices={listChoices('today', NOUNS, { all, rows, picked })}>
        <ActionIcon aria-label="Export" title="Export (Ctrl+E)">
          <IconDownload size={16} />
        </ActionIcon>
      </ExportMenu>
    </>
  )
}
