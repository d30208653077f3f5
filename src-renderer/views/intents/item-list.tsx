import { ActionIcon, Chip, Group, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { IntentItem, IntentWithItems } from '../../../src-shared/desk/intents.ts'
import type { ProspectRow } from '../../../src-shared/desk/prospects.ts'
import { useDesk } from '../../data/use-desk.ts'
import { formatWhole, plural } from '../../format/numbers.ts'
import { StateWord } from '../../parts/state-word.tsx'
import { VirtualList } from '../../parts/virtual-list.tsx'
import { cancelItem } from '../../state/intents.ts'
import css from './intents.module.css'
import { ItemsExport } from './items-export.tsx'
import { countKeys, type ItemKey, itemKey, itemName, keyLabel, siteLabel } from './outreach-labels.ts'
import { PitchDialog } from './pitch-dialog.tsx'

const ROW_PX = 46

const updatedOf = ({ result }: IntentItem): string => (result.as === 'updated' ? 'replaced the queued copy' : '')

const paceOf = ({ result }: IntentItem): string =>
  typeof result.sentNow !== 'boolean' ? '' : result.sentNow ? 'sent now' : 'paced, not sent now'

const creditsOf = ({ result }: IntentItem): string =>
  typeof result.creditsCharged === 'number' ? `${plural(result.creditsCharged, 'credit')} charged` : ''

type RowProps = {
  readonly intent: IntentWithItems
  readonly item: IntentItem
  /** What is known now of the site that was searched. */
  readonly site: string
  readonly onOpen: (() => void) | undefined
}

/** A held pitch can be cancelled alone. */
const CancelOne = ({ intent, item }: Pick<RowProps, 'intent' | 'item'>) => {
  const title = `Cancel the pitch to ${itemName(item)}`
  return (
    <ActionIcon aria-label={title} title={title} onClick={() => void cancelItem(intent, item.item)}>
      <IconX size={14} aria-hidden />
    </ActionIcon>
  )
}

const Row = ({ intent, item, site, onOpen }: RowProps) => {
  const name = itemName(item)
  const note = item.reason ?? [updatedOf(item), paceOf(item), site, creditsOf(item)].filter(Boolean).join(' · ')
  const Tag = onOpen === undefined ? 'div' : 'button'
  const isCancellable = intent.kind === 'queue' && intent.state === 'held' && item.state === 'waiting'
  const row = (
    <Tag {...(onOpen && { type: 'button' as const, onClick: onOpen })} className={css.item}>
      <span className={css.itemText}>
        <span className="truncate" title={name}>
          <bdi>{name}</bdi>
        </span>
        {note === '' ? null : (
          <Text span c="dimmed" size="xs" truncate title={note}>
            {note}
          </Text>
        )}
      </span>
      <StateWord {...keyLabel(intent.kind, itemKey(intent.kind, item))} />
    </Tag>
  )
  if (!isCancellable) return row
  return (
    <div className={css.cancellable}>
      {row}
      <CancelOne intent={intent} item={item} />
    </div>
  )
}

/** Up to as many items the list grows, and what is around it scrolls; a longer one scrolls by itself. */
const GROWS_TO = 100

const SITES_MAX = 500

/** The sites of a search for people as they are now; of a brand with more than these, some are left out. */
const useSites = ({ kind, brandId }: IntentWithItems): ReadonlyMap<string, ProspectRow> => {
  const asked = kind === 'findPeople' ? { brandIds: [brandId], limit: SITES_MAX } : null
  const { value } = useDesk('prospects.page', asked)
  return useMemo(() => new Map(value?.rows.map((row) => [row.id, row])), [value])
}

/** The items of an intent, filtered by result; a pitch opens with its exact text. */
export const ItemList = ({ intent }: { readonly intent: IntentWithItems }) => {
  const { items, kind } = intent
  const [keys, setKeys] = useState<readonly ItemKey[]>([])
  const [at, setAt] = useState<number | null>(null)
  const sites = useSites(intent)
  const counts = useMemo(() => countKeys(kind, items), [kind, items])
  const shown = useMemo(
    () => (keys.length === 0 ? items : items.filter((item) => keys.includes(itemKey(kind, item)))),
    [items, kind, keys],
  )
  return (
    <div>
      <Group gap={6} mb="xs">
        {counts.length < 2 ? null : (
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
        )}
        <ItemsExport intent={intent} shown={shown} />
      </Group>
      {shown.length === 0 ? (
        <Text c="dimmed">No items have this status now.</Text>
      ) : (
        <div className="box">
          <VirtualList
            label="Items of this action"
            items={shown}
            rowHeightPx={ROW_PX}
            maxHeight={shown.length > GROWS_TO ? 'min(460px, 60vh)' : 'none'}
            keyOf={({ item }) => item}
          >
            {(item, index) => (
              <Row
                intent={intent}
                item={item}
                site={siteLabel(sites.get(item.refId))}
                onOpen={kind === 'queue' ? () => setAt(index) : undefined}
              />
            )}
          </VirtualList>
        </div>
      )}
      {kind === 'queue' ? <PitchDialog intent={intent} items={shown} at={at} onAt={setAt} /> : null}
    </div>
  )
}
