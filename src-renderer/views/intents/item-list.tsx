import { Chip } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import type { IntentItem, IntentWithItems } from '../../../src-shared/desk/intents.ts'
import { formatWhole, plural } from '../../format/numbers.ts'
import { StateWord } from '../../parts/state-word.tsx'
import css from './intent-parts.module.css'
import { countKeys, type ItemKey, itemKey, itemName, keyLabel } from './outreach-labels.ts'
import { PitchDialog } from './pitch-dialog.tsx'

const ROW_PX = 46
const OVERSCAN = 6

const updatedOf = ({ result }: IntentItem): string => (result.as === 'updated' ? 'replaced the queued copy' : '')

const creditsOf = ({ result }: IntentItem): string =>
  typeof result.creditsCharged === 'number' ? plural(result.creditsCharged, 'credit') : ''

type RowProps = {
  readonly intent: IntentWithItems
  readonly item: IntentItem
  readonly onOpen: (() => void) | undefined
}

const Row = ({ intent, item, onOpen }: RowProps) => {
  const name = itemName(item)
  const remark = item.reason ?? [updatedOf(item), creditsOf(item)].filter(Boolean).join(' · ')
  const inner = (
    <>
      <span className={css.itemText}>
        <span className={css.itemName} title={name}>
          <bdi>{name}</bdi>
        </span>
        {remark === '' ? null : (
          <span className={css.itemRemark} title={remark}>
            {remark}
          </span>
        )}
      </span>
      <StateWord {...keyLabel(intent.kind, itemKey(intent.kind, item))} />
    </>
  )
  if (onOpen === undefined) return <div className={css.item}>{inner}</div>
  return (
    <button type="button" className={css.item} onClick={onOpen}>
      {inner}
    </button>
  )
}

const List = ({
  intent,
  items,
  onOpen,
}: {
  readonly intent: IntentWithItems
  readonly items: readonly IntentItem[]
  readonly onOpen: ((at: number) => void) | undefined
}) => {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section ref={scroller} className={css.actItems} tabIndex={0} aria-label="Items of this action">
      <ul style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const item = items[index]
          return item === undefined ? null : (
            <li
              key={item.item}
              aria-posinset={index + 1}
              aria-setsize={items.length}
              style={{ transform: `translateY(${start}px)` }}
            >
              <Row intent={intent} item={item} onOpen={onOpen === undefined ? undefined : () => onOpen(index)} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** What became of each item, by its state; a pitch opens with its exact words. Smooth with ten thousand of them. */
export const ItemList = ({ intent }: { readonly intent: IntentWithItems }) => {
  const { items, kind } = intent
  const [keys, setKeys] = useState<readonly ItemKey[]>([])
  const [at, setAt] = useState<number | null>(null)
  const counts = useMemo(() => countKeys(kind, items), [kind, items])
  const shown = useMemo(
    () => (keys.length === 0 ? items : items.filter((item) => keys.includes(itemKey(kind, item)))),
    [items, kind, keys],
  )
  return (
    <div>
      {counts.length < 2 ? null : (
        <div className={css.keys}>
          <Chip.Group
            multiple
            value={[...keys]}
            onChange={(next) => setKeys(counts.map(({ key }) => key).filter((key) => next.includes(key)))}
          >
            {counts.map(({ key, count }) => (
              <Chip key={key} size="xs" value={key}>
                {keyLabel(kind, key).word} {formatWhole(count)}
              </Chip>
            ))}
          </Chip.Group>
        </div>
      )}
      {shown.length === 0 ? (
        <p className={css.soft}>No items have this status now.</p>
      ) : (
        <List intent={intent} items={shown} onOpen={kind === 'queue' ? setAt : undefined} />
      )}
      {kind === 'queue' ? <PitchDialog intent={intent} items={shown} at={at} onAt={setAt} /> : null}
    </div>
  )
}
