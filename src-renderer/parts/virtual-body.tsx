import { useVirtualizer } from '@tanstack/react-virtual'
import { Fragment, type ReactNode, type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { useDensity } from '../state/settings.ts'

const ROW_PX = { comfortable: 41, compact: 31 } as const

export type VirtualBodyHandle = { readonly reveal: (index: number) => void }

type Props<Item> = {
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string
  readonly children: (item: Item, index: number) => ReactNode
  readonly ref?: Ref<VirtualBodyHandle>
}

/** The rows of a table that are in sight, between two spacers; it scrolls with the view. */
export const VirtualBody = <Item,>({ items, keyOf, children, ref }: Props<Item>) => {
  const rowHeightPx = ROW_PX[useDensity()]
  const body = useRef<HTMLTableSectionElement>(null)
  const [marginPx, setMarginPx] = useState(0)
  const scroller = () => document.getElementById('view')
  // What is above the table may grow or shrink: measure its place after every render.
  useLayoutEffect(() => {
    const view = scroller()
    if (view === null || body.current === null) return
    const top = body.current.getBoundingClientRect().top - view.getBoundingClientRect().top + view.scrollTop
    setMarginPx(Math.round(top))
  })
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: scroller,
    estimateSize: () => rowHeightPx,
    overscan: 4,
    scrollMargin: marginPx,
    scrollPaddingStart: 48,
    // Before the place of the table is known: few rows, for those that are not in sight would be drawn for nothing.
    initialRect: { width: 1000, height: 400 },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: measure again when the row height changes
  useLayoutEffect(() => rows.measure(), [rows, rowHeightPx])
  useImperativeHandle(ref, () => ({ reveal: (index) => rows.scrollToIndex(index, { align: 'auto' }) }), [rows])
  const shown = rows.getVirtualItems()
  const beforePx = (shown[0]?.start ?? marginPx) - marginPx
  const afterPx = rows.getTotalSize() - ((shown.at(-1)?.end ?? marginPx) - marginPx)
  return (
    <tbody ref={body}>
      {beforePx > 0 ? <Spacer heightPx={beforePx} /> : null}
      {shown.map(({ index }) => {
        const item = items[index]
        return item === undefined ? null : <Fragment key={keyOf(item)}>{children(item, index)}</Fragment>
      })}
      {afterPx > 0 ? <Spacer heightPx={afterPx} /> : null}
    </tbody>
  )
}

/** One cell: more of them than the columns on show would take width from those. */
const Spacer = ({ heightPx }: { readonly heightPx: number }) => (
  <tr aria-hidden>
    <td style={{ height: heightPx, padding: 0, border: 0 }} />
  </tr>
)
