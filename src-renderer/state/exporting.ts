import { create } from 'zustand'
import type { BrandIds } from '../../src-shared/desk/common.ts'
import type { CallOutput } from '../../src-shared/desk/contract.ts'
import type { DeskErrorValue } from '../../src-shared/desk/errors.ts'
import { bridge } from '../bridge.ts'
import { ask } from '../data/desk.ts'
import type { RankInput } from '../data/rank-rows.ts'
import { errorText } from '../format/errors.ts'
import { notify } from './notices.ts'

export type ExportFormat = 'csv' | 'json'
type ExportState =
  | { readonly state: 'idle' }
  | { readonly state: 'writing' }
  | { readonly state: 'done'; readonly file: CallOutput<'rankings.export'> }
  | { readonly state: 'failed'; readonly error: DeskErrorValue }

export const useExport = create<{ readonly now: ExportState }>()(() => ({ now: { state: 'idle' } }))

export const dismissExport = (): void => useExport.setState({ now: { state: 'idle' } })

type Written = ReturnType<typeof ask<'rankings.export' | 'research.exportBasket'>>

const writeFile = async (write: () => Written): Promise<void> => {
  if (useExport.getState().now.state === 'writing') return
  useExport.setState({ now: { state: 'writing' } })
  const reply = await write()
  useExport.setState({
    now: reply.ok ? { state: 'done', file: reply.value } : { state: 'failed', error: reply.error },
  })
}

/** Writes every row of the filtered set, in the order shown, into the exports folder. */
export const exportRankings = (input: RankInput, format: ExportFormat): Promise<void> =>
  writeFile(() => ask('rankings.export', { ...input, format }))

/** Writes the kept keywords into the exports folder. */
export const exportBasket = (brandIds: BrandIds, format: ExportFormat): Promise<void> =>
  writeFile(() => ask('research.exportBasket', { brandIds, format }))

/** Only a browser tab needs a download: the app's window is on the machine that holds the file. */
export const canDownload = bridge.downloadPath !== undefined

/** Saves the export through the browser: asks for an address that works once, and opens it. */
export const downloadExport = async (fileName: string): Promise<void> => {
  const reply = await bridge.downloadPath?.(fileName)
  if (reply === undefined) return
  if (!reply.ok) return notify({ title: 'Download failed', message: errorText(reply.error), tone: 'warning' })
  const link = document.createElement('a')
  link.href = reply.value.path
  link.download = fileName
  link.click()
}
