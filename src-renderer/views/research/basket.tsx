import { ActionIcon, Button, SegmentedControl } from '@mantine/core'
import { IconBasket, IconTrash } from '@tabler/icons-react'
import { memo, useMemo, useRef } from 'react'
import type { BasketRow } from '../../../src-shared/desk/research.ts'
import { isolate } from '../../format/isolate.ts'
import { plural } from '../../format/numbers.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ExportMenu } from '../../parts/export-menu.tsx'
import { FilterInput } from '../../parts/filter-input.tsx'
import grid from '../../parts/grid-table.module.css'
import { VirtualGridTable } from '../../parts/grid-table.tsx'
import { Name } from '../../parts/name.tsx'
import { Panel } from '../../parts/panel.tsx'
import type { VirtualBodyHandle } from '../../parts/virtual-body.tsx'
import { brandName } from '../../state/brands.ts'
import { go, setParams, useParams, useScope } from '../../state/location.ts'
import { markKeywords } from '../../state/research.ts'
import { shownRows } from '../../table/export-choices.ts'
import { NothingFits } from '../../table/view-empty.tsx'
import { BASKET_FILTERS, basketFilter, basketRows, FILTER_LABELS } from './basket-rows.ts'
import { KeywordStatus } from './keyword-status.tsx'
import { MarkButtons } from './mark-buttons.tsx'
import { NoteField } from './note-field.tsx'
import css from './research.module.css'
import { markKey, useMarking } from './use-marking.ts'

type RowProps = {
  readonly row: BasketRow
  readonly index: number
  readonly isActive: boolean
  readonly isSelected: boolean
  readonly hasBrand: boolean
}

const Row = memo(({ row, index, isActive, isSelected, hasBrand }: RowProps) => (
  <tr
    aria-rowindex={index + 2}
    className={grid.row}
    data-active={isActive || undefined}
    data-selected={isSelected || undefined}
    data-state={row.state}
  >
    <td>
      <MarkButtons row={row} />
    </td>
    {hasBrand ? (
      <td>
        <BrandBadge brandId={row.brandId} />
      </td>
    ) : null}
    <td title={row.keyword} className={css.keyword}>
      <Name>{row.keyword}</Name>
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

type TableProps = {
  readonly rows: readonly BasketRow[]
  readonly hasBrand: boolean
  /** Kept and dropped keywords are shown: a mark leaves its row in the list. */
  readonly stays: boolean
}

const Table = ({ rows, hasBrand, stays }: TableProps) => {
  const body = useRef<VirtualBodyHandle>(null)
  const { active, selected } = useMarking({
    rows,
    onMove: (index) => body.current?.reveal(index),
    onOpen: ({ brandId, keyword }) => go({ view: 'rankings', scope: brandId, params: { brand: brandId, keyword } }),
    stays,
  })
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
      ref={body}
    >
      {(row, index) => (
        <Row
          row={row}
          index={index}
          isActive={index === active}
          isSelected={selected.has(markKey(row))}
          hasBrand={hasBrand}
        />
      )}
    </VirtualGridTable>
  )
}

type Props = { readonly all: readonly BasketRow[] | undefined; readonly onAsk: () => void }

/** Kept and dropped keywords of one brand or all. */
export const Basket = ({ all, onAsk }: Props) => {
  const scope = useScope()
  const { state, q = '' } = useParams()
  const filter = basketFilter(state)
  const rows = useMemo(() => basketRows(all ?? [], { filter, search: q, nameOf: brandName }), [all, filter, q])
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
  return (
    <Panel
      isFlush
      title={plural(rows.length, 'keyword')}
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
          <ExportMenu choices={shownRows('basket', rows, ['keyword', 'keywords'])} />
        </>
      }
    >
      {rows.length === 0 ? (
        <NothingFits title="No keywords match these filters" onClear={() => setParams({ q: '', state: 'all' })} />
      ) : (
        <Table rows={rows} hasBrand={scope === 'all'} stays={filter === 'all'} />
      )}
    </Panel>
  )
}
