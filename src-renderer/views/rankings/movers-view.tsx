import type { SavedView } from '../../../src-shared/desk/desk.ts'
import { DEFAULT_SLICE } from '../../../src-shared/desk/values/slice.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { formatWhole } from '../../format/numbers.ts'
import { type MoverKind, readText, useMoverFilters } from '../../state/filters/lists.ts'
import { TableView } from '../../table/table-view.tsx'
import { daysLabel, realLabel } from './comparison.ts'
import { KeywordActions } from './keyword-actions.tsx'
import { KeywordDetail } from './keyword-detail.tsx'
import { KINDS, MOVES, MoversBar } from './movers-bar.tsx'
import { MoversEmpty } from './movers-empty.tsx'
import { countTextOf, orderText } from './movers-order.ts'
import { useComparison, useMovers } from './use-movers.ts'
import { useOpenedKeyword } from './use-opened-keyword.ts'

const ROW_NOUNS = ['mover', 'movers'] as const

const toggleMoves = (): void => useMoverFilters.setState(({ moves }) => ({ moves: moves === 'real' ? 'all' : 'real' }))

type Shown = Pick<ReturnType<typeof useMovers>, 'moves' | 'pair' | 'real' | 'isNarrowed'>

/** The counts are of all real moves: beside fewer rows they would be read as theirs. */
export const summaryOf = ({ moves, pair, real, isNarrowed }: Shown): string | null => {
  if (moves !== 'real') return pair === null ? null : daysLabel(pair)
  if (real == null) return null
  const counts = `${formatWhole(real.fell)} fell, ${formatWhole(real.climbed)} climbed · `
  return `${isNarrowed ? '' : counts}${realLabel(real.lastDay)}`
}

type MoverDetailProps = { readonly brandId: string; readonly keyword: string; readonly onClose: () => void }

const MoverDetail = (props: MoverDetailProps) => {
  const comparison = useComparison(props)
  return comparison === undefined ? null : (
    <KeywordDetail {...props} row={null} slice={DEFAULT_SLICE} {...(comparison !== null && { comparison })} />
  )
}

const isKind = (word: unknown): word is MoverKind => typeof word === 'string' && Object.hasOwn(KINDS, word)

const SAVED = {
  write: () => {
    const { search, moves, kind } = useMoverFilters.getState()
    return { search, moves, kind }
  },
  read: ({ search, moves, kind }: SavedView['state']) =>
    useMoverFilters.setState({
      search: readText(search),
      moves: MOVES.find(({ value }) => value === moves)?.value ?? 'real',
      kind: isKind(kind) ? kind : 'any',
    }),
}

export const MoversView = () => {
  const { table, moves, kind, days, pair, real, sides, isNarrowed, isCompared, isAsking } = useMovers()
  const { total } = table.grid.blocks.snapshot
  useCommands('Movers', [{ id: 'movers.toggle', title: 'Real moves or all moves', keys: ['n'], run: toggleMoves }])
  return (
    <TableView
      table={table}
      title="Movers"
      rowNouns={ROW_NOUNS}
      countText={countTextOf({ moves, total })}
      isTall
      top={
        <MoversBar
          moves={moves}
          kind={kind}
          days={days}
          pair={pair}
          summary={summaryOf({ moves, pair, real, isNarrowed })}
          onDone={table.focus}
        />
      }
      opened={useOpenedKeyword()}
      side={(shown, close) => <MoverDetail {...shown} onClose={close} />}
      barStart={
        table.picked > 0 ? (
          <KeywordActions picks={table.picks} />
        ) : (
          orderText({ moves, total, sides, isSorted: table.sort.length > 0 })
        )
      }
      saved={SAVED}
      empty={
        isAsking ? null : <MoversEmpty scope={table.scope} moves={moves} days={days.length} isCompared={isCompared} />
      }
    />
  )
}
