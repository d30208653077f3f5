import { create } from 'zustand'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import type { DeskErrorValue } from '../../../src-shared/desk/errors.ts'
import { ask } from '../../store/desk.ts'
import type { RankInput } from './rank-query.ts'

export type ExportFormat = 'csv' | 'json'
type ExportState =
  | { readonly state: 'idle' }
  | { readonly state: 'writing' }
  | { readonly state: 'done'; readonly file: CallOutput<'rankings.export'> }
  | { readonly state: 'failed'; readonly error: DeskErrorValue }

export const useExport = create<{ readonly now: ExportState }>()(() => ({ now: { state: 'idle' } }))

export const dismissExport = (): void => useExport.setState({ now: { state: 'idle' } })

/** Writes every row of the filtered set, in the order shown, into the exports folder. */
export const exportRankings = async (input: RankInput, format: ExportFormat): Promise<void> => {
  if (useExport.getState().now.state === 'writing') return
  useExport.setState({ now: { state: 'writing' } })
  const reply = await ask('rankings.export', { ...input, format })
  useExport.setState({
    now: reply.ok ? { state: 'done', file: reply.value } : { state: 'failed', error: reply.error },
  })
}
