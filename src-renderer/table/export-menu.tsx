import { Button, Menu } from '@mantine/core'
import { IconClipboard, IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useCommands } from '../commands/use-commands.ts'
import type { ExportSource } from '../data/block-query.ts'
import { copyList, type ExportFormat, exportList } from '../state/exporting.tsx'

/** One set of rows. Null where it could not be read, with a notice of its own. */
export type ExportChoice = {
  /** `2 selected keywords`. */
  readonly label: string
  /** Before the format in the menu: `All as CSV`. */
  readonly prefix: string
  readonly source: () => ExportSource | null | Promise<ExportSource | null>
}

const FORMATS: readonly { readonly format: ExportFormat; readonly name: string }[] = [
  { format: 'csv', name: 'CSV' },
  { format: 'json', name: 'JSON' },
]

export const exportChoice = async ({ source }: ExportChoice, format: ExportFormat): Promise<void> => {
  const read = await source()
  if (read !== null) await exportList(read, format)
}

const copyChoice = async ({ source }: ExportChoice): Promise<void> => {
  const read = await source()
  if (read !== null) await copyList(read)
}

const named = ({ prefix }: ExportChoice, name: string): string => (prefix === '' ? name : `${prefix} as ${name}`)

/** The nearest set comes first, and needs no name before its format. */
export const withoutFirstPrefix = (sets: readonly ExportChoice[]): ExportChoice[] =>
  sets.map((set, index) => (index === 0 ? { ...set, prefix: '' } : set))

type ExportMenuProps = {
  /** The first one is what Ctrl+E exports; none: there is nothing to export. */
  readonly choices: readonly ExportChoice[]
  /** Ctrl+E belongs to the main table beside it. */
  readonly hasKeys?: boolean
  /** What opens the menu. */
  readonly children?: ReactNode
}

/** Exports a table: as a file or onto the clipboard, what is selected, what matches the filters, or all. */
export const ExportMenu = ({ choices, hasKeys = true, children }: ExportMenuProps) => {
  const [first] = choices
  const commands = [
    {
      id: 'desk.export',
      title: first === undefined ? 'Export' : `Export ${first.label} as CSV`,
      icon: IconDownload,
      keys: ['mod+e'],
      isEnabled: () => first !== undefined,
      run: () => (first === undefined ? undefined : exportChoice(first, 'csv')),
    },
    {
      id: 'desk.export-json',
      title: first === undefined ? 'Export as JSON' : `Export ${first.label} as JSON`,
      icon: IconDownload,
      isEnabled: () => first !== undefined,
      run: () => (first === undefined ? undefined : exportChoice(first, 'json')),
    },
  ]
  useCommands('Export', hasKeys ? commands : [])
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        {children ?? (
          <Button variant="default" disabled={first === undefined} leftSection={<IconDownload size={14} aria-hidden />}>
            Export
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map((choice) => (
          <div key={choice.prefix}>
            <Menu.Label>{choice.label}</Menu.Label>
            {FORMATS.map(({ format, name }) => (
              <Menu.Item key={format} onClick={() => void exportChoice(choice, format)}>
                {named(choice, name)}
              </Menu.Item>
            ))}
            <Menu.Item leftSection={<IconClipboard size={14} aria-hidden />} onClick={() => void copyChoice(choice)}>
              {choice.prefix === '' ? 'Copy as TSV' : `Copy ${choice.prefix.toLowerCase()} as TSV`}
            </Menu.Item>
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
