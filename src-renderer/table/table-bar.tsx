import { ActionIcon, Button, Group } from '@mantine/core'
import { IconChevronDown, IconCopy, IconDownload, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatWhole, plural } from '../format/numbers.ts'
import { type ExportChoice, ExportMenu, exportChoice } from './export-menu.tsx'
import css from './table.module.css'

type TableBarProps = {
  readonly rowNouns: readonly [one: string, many: string]
  readonly countText: string | undefined
  /** Null: not known yet. */
  readonly total: number | null
  readonly picked: number
  /** How many more rows wait; 0: rows changed their order; null: none wait. */
  readonly waiting: number | null
  readonly onShow: () => void
  readonly choices: readonly ExportChoice[]
  readonly onCopy: () => void
  readonly onClear: () => void
  /** The view's own actions and notes. */
  readonly start: ReactNode
  /** Columns and saved views; room for them is there while nothing is selected. */
  readonly end: ReactNode
}

type SelectionProps = Pick<TableBarProps, 'picked' | 'choices' | 'onCopy'>

const SelectionActions = ({ picked, choices, onCopy }: SelectionProps) => {
  const [selected] = choices
  const rows = plural(picked, 'row')
  return (
    <>
      {selected === undefined ? null : (
        <Button.Group>
          <Button
            variant="default"
            size="compact-xs"
            title="As CSV (Ctrl+E)"
            leftSection={<IconDownload size={13} aria-hidden />}
            onClick={() => void exportChoice(selected, 'csv')}
          >
            Export {formatWhole(picked)}
          </Button>
          <ExportMenu choices={choices}>
            <Button variant="default" size="compact-xs" px={3} aria-label="Export" title="More formats and rows">
              <IconChevronDown size={13} aria-hidden />
            </Button>
          </ExportMenu>
        </Button.Group>
      )}
      <Button
        variant="default"
        size="compact-xs"
        aria-label={`Copy ${rows}`}
        title="Ctrl+C"
        leftSection={<IconCopy size={13} aria-hidden />}
        onClick={onCopy}
      >
        Copy
      </Button>
    </>
  )
}

/** Under the rows, so that a selection covers none and moves none: the count, and what can be done with the selection. */
export const TableBar = (props: TableBarProps) => {
  const { rowNouns, countText, total, picked, waiting, choices, start, end, onShow, onClear } = props
  const [one, many] = rowNouns
  const isPicked = picked > 0
  const shown = total === null ? '…' : (countText ?? plural(total, one, many))
  return (
    <div className={css.bar} data-picked={isPicked || undefined}>
      <span className={css.count} role="status">
        {isPicked ? `${formatWhole(picked)} selected` : shown}
        {isPicked ? <span className={css.ofAll}> of {formatWhole(total ?? 0)}</span> : null}
      </span>
      {waiting === null ? null : (
        <Button
          size="compact-xs"
          variant="light"
          title={isPicked ? 'Shows them and clears the selection' : 'They wait while the cursor is in the rows'}
          onClick={onShow}
        >
          {waiting > 0 ? `${formatWhole(waiting)} new` : 'Rows changed'} · Show
        </Button>
      )}
      {start == null && !isPicked ? null : (
        <span className={css.barStart}>
          {isPicked ? <SelectionActions {...props} /> : null}
          {start}
        </span>
      )}
      <Group component="span" gap={4} ml="auto" className={css.barEnd ?? ''}>
        {isPicked ? (
          <ActionIcon size="sm" aria-label="Clear" title="Clear the selection (Esc)" onClick={onClear}>
            <IconX size={14} />
          </ActionIcon>
        ) : (
          <>
            {choices.length === 0 ? null : (
              <ExportMenu choices={choices}>
                <Button
                  variant="subtle"
                  color="gray"
                  size="compact-xs"
                  leftSection={<IconDownload size={14} aria-hidden />}
                >
                  Export
                </Button>
              </ExportMenu>
            )}
            {end}
          </>
        )}
      </Group>
    </div>
  )
}
