import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload } from '@tabler/icons-react'
import { useEffect } from 'react'
import { create } from 'zustand'
import type { CallInput, CallOutput } from '../../src-shared/desk/contract.ts'
import { bridge } from '../bridge.ts'
import type { ExportSource } from '../data/block-query.ts'
import { ask } from '../data/desk.ts'
import { errorText } from '../format/errors.ts'
import { plural } from '../format/numbers.ts'
import { formatClock, formatInstant } from '../format/time.ts'
import { copyText, notify, notifyError } from './notices.ts'

// Which brands a place without a table of pages narrows its rows to, so that its export can be narrowed in the same way.
type Narrowed = {
  /** The brands of the filtered rows, in their order; null: nothing is filtered. */
  readonly matching: readonly string[] | null
  /** The brands of the selected rows. */
  readonly picked: readonly string[]
  /** The keys (`rowKey`) of these brands' rows on show; absent: all rows of a brand are. */
  readonly keysOf?: (brandIds: readonly string[]) => readonly string[]
  /** The rows on show, for a place that narrows them in another way than by brand. */
  readonly shown?: { readonly label: string; readonly source: ExportSource } | null
}

const ALL: Narrowed = { matching: null, picked: [] }
export const usePlaceRows = create<Narrowed>()(() => ALL)

/** As long as the place is shown. */
export const useNarrowedExport = ({ matching, picked, keysOf, shown = null }: Narrowed): void => {
  useEffect(() => {
    usePlaceRows.setState({ matching, picked, shown, ...(keysOf && { keysOf }) }, true)
    return () => usePlaceRows.setState(ALL, true)
  }, [matching, picked, keysOf, shown])
}

export type ExportFormat = 'csv' | 'json'

type File = CallOutput<'exports.write'>

const NOTICE = 'export'
const OPEN_MS = 20_000

/** Only a browser tab needs a download: the app's window is on the machine that holds the file. */
export const canDownload = bridge.downloadPath !== undefined

/** Saves the file through the browser: asks for an address that works once, and opens it. */
export const downloadFile = async (fileName: string): Promise<void> => {
  const reply = await bridge.downloadPath?.(fileName)
  if (reply === undefined) return
  if (!reply.ok) return notify({ title: 'Download failed', message: errorText(reply.error), tone: 'warning' })
  const link = document.createElement('a')
  link.href = reply.value.path
  link.download = fileName.replace(/^.*\//, '')
  link.click()
}

const ExportedFile = ({ path, fileName, freshAsOf }: File) => (
  <Group gap="4px 8px" data-export-note>
    <Text component="code" size="xs" truncate maw="100%">
      {path}
    </Text>
    {freshAsOf === null ? null : (
      <span title={formatInstant(freshAsOf)}>Synced {formatClock(freshAsOf, Date.now())}</span>
    )}
    {canDownload ? (
      <Button
        size="compact-xs"
        leftSection={<IconDownload size={14} aria-hidden />}
        onClick={() => void downloadFile(fileName)}
      >
        Download
      </Button>
    ) : null}
    <Button variant="default" size="compact-xs" onClick={() => copyText(path, 'Path copied')}>
      Copy path
    </Button>
  </Group>
)

/** A row may have left its list since it was selected. */
const countOf = (rowCount: number, { keys }: ExportSource, done: string): string =>
  keys === undefined || keys.length === rowCount
    ? `${plural(rowCount, 'row')} ${done}`
    : `${rowCount} of ${plural(keys.length, 'row')} ${done}: the others are no longer in this list`

const toInput = ({ list, input, keys, numbers, answer }: ExportSource) => ({
  list,
  input,
  ...(answer !== undefined && { answer }),
  ...(keys && { keys: [...keys] }),
  ...(numbers && {
    numbers: { ...numbers, ranges: numbers.ranges.map(([first, last]): [number, number] => [first, last]) },
  }),
})

let isWriting = false

/** Writes a list into the exports folder, and says where. */
export const exportList = async (source: ExportSource, format: ExportFormat): Promise<void> => {
  if (isWriting) return
  isWriting = true
  notifications.hide(NOTICE)
  const reply = await ask('exports.write', { ...toInput(source), format })
  isWriting = false
  if (!reply.ok) return notifyError('The export was not written', reply.error)
  notifications.show({
    id: NOTICE,
    title: countOf(reply.value.rowCount, source, 'exported'),
    message: <ExportedFile {...reply.value} />,
    color: 'gray',
    autoClose: OPEN_MS,
  })
}

/** Writes the result of a query into the exports folder. */
export const exportQuery = async (input: CallInput<'query.export'>): Promise<void> => {
  if (isWriting) return
  isWriting = true
  notifications.hide(NOTICE)
  const reply = await ask('query.export', input)
  isWriting = false
  if (!reply.ok) return notifyError('The export was not written', reply.error)
  const { rowCount, truncated } = reply.value
  notifications.show({
    id: NOTICE,
    title: `${plural(rowCount, 'row')} exported${truncated ? '; the query has more' : ''}`,
    message: <ExportedFile {...reply.value} />,
    color: 'gray',
    autoClose: OPEN_MS,
  })
}

/** Copies a list as tab-separated text, with the columns of its export. */
export const copyList = async (source: ExportSource): Promise<void> => {
  const reply = await ask('exports.text', toInput(source))
  if (!reply.ok) return notifyError('Nothing was copied', reply.error)
  copyText(reply.value.text, countOf(reply.value.rowCount, source, 'copied'))
}
