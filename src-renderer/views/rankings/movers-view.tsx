import { DEFAULT_SLICE } from '../../../src-shared/desk/values/slice.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { MOVERS_MAX } from '../../data/rank-rows.ts'
import { formatWhole } from '../../format/numbers.ts'
import { useMoverFilters } from '../../state/filters/lists.ts'
import { TableView } from '../../table/table-view.tsx'
import { daysLabel, realLabel } from './comparison.ts'
import { KeywordActions } from './keyword-actions.tsx'
import { KeywordDetail } from './keyword-detail.tsx'
import { MoversBar } from './movers-bar.tsx'
import { MoversEmpty } from './movers-empty.tsx'
import { useComparison, useMovers } from './use-movers.ts'
import { useOpenedKeyword } from './use-opened-keyword.ts'

const ROW_NOUNS = ['mover', 'movers'] as const

const toggleMoves = (): void => useMoverFilters.setState(({ moves }) => ({ moves: moves === 'real' ? 'all' : 'real' }))

type Shown = Pick<ReturnType<typeof useMovers>, 'moves' | 'pair' | 'real'>

const summaryOf = ({ moves, pair, real }: Shown): string | null => {
  if (moves !== 'real') return pair === null ? null : daysLabel(pair)
  return real == null
    ? null
    : `${formatWhole(real.fell)} fell, ${formatWhole(real.climbed)} climbed · ${realLabel(real.lastDay)}`
}
type MoverDetailProps = { readonly brandId: string; readonly keyword: string; readonly onClose: () => void }

const MoverDetail = (props: MoverDetailProps) => {
  const comparison = useComparison(props)
  return comparison === undefined ? null : (
    <KeywordDetail {...props} row={null} slice={DEFAULT_SLICE} {...(comparison !== null && { comparison })} />
  )
}

export const MoversView = () => {
  const { table, moves, kind, days, pair, real, isCompared, isAsking } = useMovers()
  useCommands('Movers', [{ id: 'movers.toggle', title: 'Real moves or all moves', keys: ['n'], run: toggleMoves }])
  return (
    <TableView
      table={table}
      title="Movers"
      rowNouns={ROW_NOUNS}
      isTall
      top={<MoversBar moves={moves} kind={kind} days={days} pair={pair} summary={summaryOf({ moves, pair, real })} />}
      opened={useOpenedKeyword()}
      side={(shown, close) => <MoverDetail {...shown} onClose={close} />}
      barStart={
        table.picked > 0 ? (
          <KeywordActions picks={table.picks} />
        ) : table.grid.blocks.snapshot.total === MOVERS_MAX ? (
          <span>
            {moves === 'real' ? `the ${MOVERS_MAX} biggest losses` : `the ${MOVERS_MAX} largest moves`}; Export has all
          </span>
        ) : null
      }
      empty={
        isAsking ? null : <MoversEmpty scope={table.scope} moves={moves} days={days.length} isCompared={isCompared} />
      }
    />
  )
}
