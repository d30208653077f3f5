import type { ReactNode } from 'react'
import type { Blocks } from '../data/use-blocks.ts'
import { ErrorNotice } from '../parts/error-notice.tsx'
import css from './table.module.css'

type TableStatesProps<Row> = { readonly blocks: Blocks<Row>; readonly empty: ReactNode }

/** What covers the rows while there are none to show. Rows that are there stay, whatever happens behind them. */
export const TableStates = <Row,>({ blocks, empty }: TableStatesProps<Row>) => {
  const { state, total, error, shownKey } = blocks.snapshot
  if (state === 'failed' && error !== null)
    return (
      <div className={shownKey === null ? css.state : css.failure}>
        <ErrorNotice error={error} title="The rows could not be loaded" onRetry={blocks.cache.refresh} />
      </div>
    )
  if (state === 'first')
    return (
      <div className={css.state}>
        <span className={css.loading}>Loading rows…</span>
      </div>
    )
  return total === 0 && state === 'ready' ? <div className={css.state}>{empty}</div> : null
}
