import { useEffect } from 'react'
import type { BrandIds } from '../../../src-shared/desk/common.ts'
import { ask } from '../../data/desk.ts'
import { dismissExport, type ExportFormat, useExport } from '../rankings/use-export.ts'

/** Writes the kept keywords into the exports folder. */
export const exportBasket = async (brandIds: BrandIds, format: ExportFormat): Promise<void> => {
  if (useExport.getState().now.state === 'writing') return
  useExport.setState({ now: { state: 'writing' } })
  const reply = await ask('research.exportBasket', { brandIds, format })
  useExport.setState({
    now: reply.ok ? { state: 'done', file: reply.value } : { state: 'failed', error: reply.error },
  })
}

/** The note of an export belongs to the view that it was made in. */
export const useOwnExport = (): void => {
  useEffect(() => dismissExport, [])
}
