import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { IntentItem, IntentWithItems } from '../../../src-shared/desk/intents.ts'
import { listChoices } from '../../table/export-choices.ts'
import { ExportMenu } from '../../table/export-menu.tsx'

const NOUNS = ['item', 'items'] as const

type Props = { readonly intent: IntentWithItems; readonly shown?: readonly IntentItem[] }

/** Exports the items of an action: those on show, or all. */
export const ItemsExport = ({ intent: { id, brandId, items }, shown = items }: Props) => {
  const rowOf = ({ item }: IntentItem) => ({ brandId, item })
  const rows = { all: items.map(rowOf), rows: shown.map(rowOf), input: { id } }
  return (
    <ExportMenu hasKeys={false} choices={listChoices('intent-items', NOUNS, rows)}>
      <Button
        variant="default"
        size="compact-sm"
        ml="auto"
        aria-label="Export the items"
        leftSection={<IconDownload size={14} aria-hidden />}
      >
        Export
      </Button>
    </ExportMenu>
  )
}
