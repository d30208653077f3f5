import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'
import classes from './virtual-list.module.css'

type Props<Item> = {
  readonly label: string
  readonly items: readonly Item[]
  readonly rowHeightPx: number
  /** The list scrolls where it is higher than this. */
  readonly maxHeight: string | number
  readonly keyOf: (item: Item) => string | number
  readonly children: (item: Item, index: number) => ReactNode
}

/** A list of any length in a box of its own; only the items in sight are drawn. */
export const VirtualList = <Item,>({ label, items, rowHeightPx, maxHeight, keyOf, children }: Props<Item>) => {
  const scroller = useRef<HTMLElement>(null)
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    overscan: 6,
    initialRect: { width: 400, height: rowHeightPx * 6 },
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section ref={scroller} className={classes.scroller} style={{ maxHeight }} tabIndex={0} aria-label={label}>
      <ul aria-label={label} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const item = items[index]
          return item === undefined ? null : (
            <li
              key={keyOf(item)}
              aria-posinset={index + 1}
              aria-setsize={items.length}
              style={{ height: rowHeightPx, transform: `translateY(${start}px)` }}
            >
              {children(item, index)}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
