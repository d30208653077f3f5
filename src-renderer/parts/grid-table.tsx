import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import css from './grid-table.module.css'
import { VirtualBody, type VirtualBodyHandle } from './virtual-body.tsx'

export type GridColumn<Sort extends string = string> = {
  readonly title: string
  readonly width?: string | number
  /** Below the title: the days of its figures. */
  readonly note?: string
  readonly isNumber?: boolean
  /** Only read out, because the cells are buttons. */
  readonly isTitleHidden?: boolean
  /** Not shown in a narrow window; its cells carry `data-lesser` as well. */
  readonly isLesser?: boolean
  /** Shown in place of the title. */
  readonly head?: ReactNode
  /** What the rows are sorted by when the title is pressed; absent: nothing. */
  readonly sort?: Sort
}

type Sorting<Sort extends string> = {
  readonly sort: Sort
  readonly isDescending: boolean
  readonly startsDescending: (sort: Sort) => boolean
  readonly onSort: (sort: Sort, isDescending: boolean) => void
}

type HeadProps<Sort extends string> = {
  readonly column: GridColumn<Sort>
  readonly sorting: Sorting<Sort> | undefined
}

const Head = <Sort extends string>({ column, sorting }: HeadProps<Sort>) => {
  const { title, note, isNumber, isTitleHidden, isLesser, head = title, sort: by } = column
  const below = note === undefined ? null : <span className={css.note}>{note}</span>
  if (by === undefined || sorting === undefined)
    return (
      <th scope="col" data-numbers={isNumber} data-lesser={isLesser}>
        {isTitleHidden ? <span className="visually-hidden">{title}</span> : head}
        {below}
      </th>
    )
  const { sort, isDescending, startsDescending, onSort } = sorting
  const isSorted = by === sort
  const Arrow = isDescending ? IconArrowDown : IconArrowUp
  return (
    <th
      scope="col"
      data-numbers={isNumber}
      data-lesser={isLesser}
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
    >
      <button
        type="button"
        className={css.sort}
        data-sorted={isSorted || undefined}
        onClick={() => onSort(by, isSorted ? !isDescending : startsDescending(by))}
      >
        <span className="truncate">{title}</span>
        {isSorted ? <Arrow size={12} aria-hidden /> : null}
      </button>
      {below}
    </th>
  )
}

type TableProps<Sort extends string> = {
  readonly label?: string
  readonly columns: readonly GridColumn<Sort>[]
  readonly sorting?: Sorting<Sort>
  readonly className?: string | undefined
}
type FrameProps<Sort extends string> = TableProps<Sort> & { readonly rowCount?: number; readonly children: ReactNode }

const Frame = <Sort extends string>(props: FrameProps<Sort>) => {
  const { label, columns, sorting, className = '', rowCount, children } = props
  return (
    <table className={`${css.table} ${className}`} aria-label={label} aria-rowcount={rowCount}>
      <colgroup>
        {columns.map(({ title, width, isLesser }) => (
          <col key={title} style={{ width }} data-lesser={isLesser} />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={rowCount && 1}>
          {columns.map((column) => (
            <Head key={column.title} column={column} sorting={sorting} />
          ))}
        </tr>
      </thead>
      {children}
    </table>
  )
}

/** A table with all of its rows. */
export const GridTable = ({ children, ...table }: TableProps<string> & { readonly children: ReactNode }) => (
  <Frame {...table}>
    <tbody>{children}</tbody>
  </Frame>
)

export type RowPlace = { readonly index: number; readonly isActive: boolean; readonly isSelected: boolean }

/** Rows with a cursor and a selection (state/marks.ts). */
export type MarkedRows = {
  readonly active: number
  readonly selected: ReadonlySet<string>
  readonly ref: Ref<VirtualBodyHandle>
}

type VirtualProps<Item, Sort extends string> = TableProps<Sort> & {
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string
  /** The row of the cursor. */
  readonly active?: number
  /** The selected rows by their keys. */
  readonly selected?: ReadonlySet<string>
  /** Gives a whole `<tr>` that carries `aria-rowindex={index + 2}`: the head is row 1. */
  readonly children: (item: Item, at: RowPlace) => ReactNode
  readonly ref?: Ref<VirtualBodyHandle>
}

/** A table of any length: only the rows in sight are on the page. */
export const VirtualGridTable = <Item, Sort extends string = string>(props: VirtualProps<Item, Sort>) => {
  const { items, keyOf, active, selected, children, ref, ...table } = props
  return (
    <Frame {...table} rowCount={items.length + 1}>
      <VirtualBody items={items} keyOf={keyOf} {...(ref && { ref })}>
        {(item, index) =>
          children(item, { index, isActive: index === active, isSelected: selected?.has(keyOf(item)) ?? false })
        }
      </VirtualBody>
    </Frame>
  )
}
