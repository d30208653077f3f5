import { ActionIcon, Button, Checkbox, Divider, Group, Popover, Stack } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react'
import type { DataColumn } from './column.ts'
import { moveColumn, type TableLayout } from './layout.ts'

type ColumnChooserProps<Row> = {
  readonly columns: readonly DataColumn<Row>[]
  readonly layout: TableLayout
  /** Hidden by the layout, or for want of room. */
  readonly hidden: readonly string[]
  readonly start: TableLayout
  readonly onLayout: (layout: TableLayout) => void
}

/** Which columns are shown and in which order. Widths are set at the table's head. */
export const ColumnChooser = <Row,>({ columns, layout, hidden, start, onLayout }: ColumnChooserProps<Row>) => {
  const shownCount = columns.length - hidden.length
  const toggle = (id: string, isShown: boolean) =>
    onLayout({ ...layout, isChosen: true, hidden: isShown ? hidden.filter((each) => each !== id) : [...hidden, id] })
  const ordered = layout.order.flatMap((id) => columns.find((column) => column.id === id) ?? [])
  return (
    <Popover position="bottom-end" shadow="md" width={280} trapFocus>
      <Popover.Target>
        <Button variant="subtle" color="gray" size="compact-xs" leftSection={<IconColumns3 size={14} aria-hidden />}>
          Columns {shownCount} of {columns.length}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs">
        <Stack gap={2} mah={380} style={{ overflow: 'auto' }}>
          {ordered.map((column, index) => {
            const name = column.name ?? column.header
            const isShown = !hidden.includes(column.id)
            return (
              <Group key={column.id} gap={2} mih={28} wrap="nowrap">
                <Checkbox
                  flex={1}
                  size="xs"
                  label={name}
                  checked={isShown}
                  disabled={isShown && shownCount === 1}
                  onChange={(event) => toggle(column.id, event.currentTarget.checked)}
                />
                <ActionIcon
                  size="sm"
                  aria-label={`Move ${name} to the left`}
                  disabled={index === 0}
                  onClick={() => onLayout({ ...layout, order: moveColumn(layout.order, column.id, -1) })}
                >
                  <IconArrowUp size={14} />
                </ActionIcon>
                <ActionIcon
                  size="sm"
                  aria-label={`Move ${name} to the right`}
                  disabled={index === ordered.length - 1}
                  onClick={() => onLayout({ ...layout, order: moveColumn(layout.order, column.id, 1) })}
                >
                  <IconArrowDown size={14} />
                </ActionIcon>
              </Group>
            )
          })}
        </Stack>
        <Divider my={8} />
        <Button variant="default" size="compact-xs" onClick={() => onLayout({ ...start, sorting: layout.sorting })}>
          Reset columns
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
