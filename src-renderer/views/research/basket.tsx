import { ActionIcon, Button, SegmentedControl } from '@mantine/core'
import { IconBasket, IconTrash } from '@tabler/icons-react'
import { memo, type Ref, useMemo, useRef } from 'react'
import type { BasketRow } from '../../../src-shared/desk/research.ts'
import { compareNames } from '../../../src-shared/desk/values/names.ts'
import { isolate } from '../../format/isolate.ts'
import { plural } from '../../format/numbers.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { FilterInput } from '../../parts/fields/filter-input.tsx'
import grid from '../../parts/grid-table.module.css'
import { type RowPlace, VirtualGridTable } from '../../parts/grid-table.tsx'
import { Name } from '../../parts/name.tsx'
import { Panel } from '../../parts/panel.tsx'
import type { VirtualBodyHandle } from '../../parts/virtual-body.tsx'
import { brandName } from '../../state/brands.ts'
import { go, setParams, useParams, useScope } from '../../state/location.ts'
import { markKeywords } from '../../state/research.ts'
import { listChoices } from '../../table/export-choices.ts'
import { ExportMenu } from '../../table/export-menu.tsx'
import { isOpeningClick } from '../../table/row-click.ts'
import { NothingFits } from '../../table/view-empty.tsx'
import { KeywordStatus } from './keyword-status.tsx'
import { MarkButtons } from './mark-buttons.tsx'
import { NoteField } from './note-field.tsx'
import css from './research.module.css'
import { markKey, useMarking } from './use-marking.ts'

const BASKET_FILTERS = ['keep', 'drop', 'all'] as const
type BasketFilter = (typeof BASKET_FILTERS)[number]
const FILTER_LABELS: Record<BasketFilter, string> = { keep: 'Kept', drop: 'Dropped', all: 'Both' }

const basketFilter = (text: string | undefined): BasketFilter => BASKET_FILTERS.find((one) => one === text) ?? 'keep'

type Shown = { readonly filter: BasketFilter; readonly search: string; readonly nameOf: (brandId: string) => string }

/** Rows of the filter, by brand and keyword. */
export const basketRows = (rows: readonly BasketRow[], { filter, search, nameOf }: Shown): BasketRow[] => {
  const wanted = search.trim().toLocaleLowerCase()
  const has = (text: string) => text.toLocaleLowerCase().includes(wanted)
  return rows
    .filter((row) => filter === 'all' || row.state === filter)
    .filter(({ keyword, note, brandId }) => wanted === '' || has(keyword) || has(note) || has(nameOf(brandId)))
    .toSorted((a, b) => compareNames(nameOf(a.brandId), nameOf(b.brandId)) || a.keyword.localeCompare(b.keyword))
}

type RowProps = RowPlace & {
  readonly row: BasketRow
  readonly hasBrand: boolean
  readonly onOpen: (row: BasketRow, index: number) => void
  /** Ctrl or Shift and a click. */
  readonly onPick: (index: number, isRange: boolean) => void
}

const Row = memo(({ row, index, isActive, isSelected, hasBrand, onOpen, onPick }: RowProps) => (
  <tr
    aria-rowindex={index + 2}
    className={grid.row}
    data-active={isActive || undefined}
    data-selected={isSelected || undefined}
    data-state={row.state}
    aria-selected={isSelected || undefined}
    style={{ cursor: 'pointer' }}
    onClick={({ target, ctrlKey, metaKey, shiftKey }) => {
      if (!isOpeningClick(target)) return
      if (ctrlKey || metaKey || shiftKey) onPick(index, shiftKey)
      else onOpen(row, index)
    }}
  >
    <td>
      <MarkButtons row={row} />
    </td>
    {hasBrand ? (
      <td>
        <BrandBadge brandId={row.brandId} />
      </td>
    ) : null}
    <td>
      <button
        type="button"
        className={css.keyword}
        title={`${row.keyword}: view in Rankings`}
        onClick={() => onOpen(row, index)}
      >
        <Name>{row.keyword}</Name>
      </button>
    </td>
    <td>
      <KeywordStatus {...row} />
    </td>
    <td>
      <NoteField key={markKey(row)} row={row} />
    </td>
    <td data-numbers>
      <ActionIcon
        aria-label={`Take ${isolate(row.keyword)} out of the basket`}
        title="Take out of the basket (0)"
        onClick={() => void markKeywords([row], null)}
      >
        <IconTrash size={14} />
      </ActionIcon>
    </td>
  </tr>
))

const openInRankings = ({ brandId, keyword }: Pick<BasketRow, 'brandId' | 'keyword'>): void =>
  go({ view: 'rankings', scope: brandId, params: { brand: brandId, keyword } })

type TableProps = {
  readonly rows: readonly BasketRow[]
  readonly hasBrand: boolean
  readonly marking: ReturnType<typeof useMarking>
  readonly ref: Ref<VirtualBodyHandle>
}

const Table = ({ rows, hasBrand, marking, ref }: TableProps) => {
  const { active, setActive, selected, pick } = marking
  const brand = { title: 'Brand', width: '17%' }
  return (
    <VirtualGridTable
      label="Basket"
      columns={[
        { title: 'Mark', width: 88 },
        ...(hasBrand ? [brand] : []),
        { title: 'Keyword', width: hasBrand ? '27%' : '36%' },
        { title: 'Status', width: hasBrand ? '20%' : '22%' },
        { title: 'Note' },
        { title: 'Actions', isTitleHidden: true, width: 52 },
      ]}
      items={rows}
      keyOf={markKey}
      {...{ active, selected, ref }}
    >
      {(row, at) => (
        <Row
          row={row}
          {...at}
          hasBrand={hasBrand}
          onOpen={(one, index) => {
            setActive(index)
            openInRankings(one)
          }}
          onPick={pick}
        />
      )}
    </VirtualGridTable>
  )
}

const NOUNS = ['keyword', 'keywords'] as const

/** The basket as filtered, with what can be done with the selected keywords. */
const Listed = ({ all }: { readonly all: readonly BasketRow[] }) => {
  const scope = useScope()
  const { state, q = '' } = useParams()
  const filter = basketFilter(state)
  const rows = useMemo(() => basketRows(all, { filter, search: q, nameOf: brandName }), [all, filter, q])
  const body = useRef<VirtualBodyHandle>(null)
  const marking = useMarking({
    rows,
    onMove: (index) => body.current?.reveal(index),
    onOpen: openInRankings,
    // With both kinds on show a mark leaves its row in the list.
    stays: filter === 'all',
  })
  const picked = rows.filter((row) => marking.selected.has(markKey(row)))
  return (
    <Panel
      isFlush
      title={
        picked.length === 0
          ? plural(rows.length, 'keyword')
          : `${picked.length} of ${plural(rows.length, 'keyword')} selected`
      }
      aside={
        <>
          <SegmentedControl
            aria-label="Which keywords"
            data={BASKET_FILTERS.map((value) => ({ value, label: FILTER_LABELS[value] }))}
            value={filter}
            onChange={(next) => setParams({ state: next === 'keep' ? '' : next })}
          />
          <FilterInput
            label="Filter keywords"
            placeholder="Filter keywords"
            value={q}
            onChange={(text) => setParams({ q: text })}
          />
          <ExportMenu choices={listChoices('basket', NOUNS, { all, rows, picked })} />
        </>
      }
    >
      {rows.length === 0 ? (
        <NothingFits title="No keywords match these filters" onClear={() => setParams({ q: '', state: 'all' })} />
      ) : (
        <Table rows={rows} hasBrand={scope === 'all'} marking={marking} ref={body} />
      )}
    </Panel>
  )
}

type Props = { readonly all: readonly BasketRow[] | undefined; readonly onAsk: () => void }

/** Kept and dropped keywords of one brand or all. */
export const Basket = ({ all, onAsk }: Props) => {
  if (all === undefined) return null
  if (all.length === 0)
    return (
      <Panel>
        <EmptyState
          icon={<IconBasket size={20} />}
          title="The basket is empty"
          action={<Button onClick={onAsk}>Suggest keywords</Button>}
        >
          Kept keywords are listed here by brand with your notes. You can copy or export them.
        </EmptyState>
      </Panel>
    )
  return <Listed all={all} />
}
