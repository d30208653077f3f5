import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { BRAND_COLUMNS, type BrandColumn } from './brand-columns.tsx'

type Props = {
  readonly columns: readonly BrandColumn[]
  /** Null: what the window has room for. */
  readonly onChoose: (titles: readonly string[] | null) => void
}

export const BrandColumnChooser = ({ columns, onChoose }: Props) => {
  const shown = columns.map(({ title }) => title)
  const toggle = (title: string) =>
    onChoose(shown.includes(title) ? shown.filter((each) => each !== title) : [...shown, title])
  return (
    <Popover position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <Button variant="subtle" color="gray" size="compact-xs" leftSection={<IconColumns3 size={14} aria-hidden />}>
          Columns {columns.length} of {BRAND_COLUMNS.length}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap={8}>
          {BRAND_COLUMNS.slice(1).map(({ title }) => (
            <Checkbox
              key={title}
              size="xs"
              label={title}
              checked={shown.includes(title)}
              onChange={() => toggle(title)}
            />
          ))}
          <Button variant="default" size="compact-xs" onClick={() => onChoose(null)}>
            Reset columns
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
