// What an item is about, beside the list: the brand in view stays as the person chose it.
import { Button, Group, Text } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { TodayItem } from '../../../src-shared/desk/today.ts'
import { DEFAULT_SLICE } from '../../../src-shared/desk/values/slice.ts'
import { addDays } from '../../charts/days.ts'
import { MOVERS_MAX } from '../../data/mover-rows.ts'
import { useDesk } from '../../data/use-desk.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { Name } from '../../parts/name.tsx'
import { useBrand, useBrands } from '../../state/brands.ts'
import { brandIdsOf, useParams, useScope } from '../../state/location.ts'
import { closePane, useToday } from '../../state/today.ts'
import { SidePanel } from '../../table/side-panel.tsx'
import { AlertDetail } from '../alerts/alert-detail.tsx'
import { EntryPanel } from '../calendar/entry-panel.tsx'
import { IntentBody } from '../intents/intent-body.tsx'
import { realLabel, realPeriods } from '../rankings/comparison.ts'
import { KeywordDetail } from '../rankings/keyword-detail.tsx'
import { DueList } from './due-list.tsx'
import { FallenList } from './fallen-list.tsx'
import { isShownWhole, openItem, openingOf, openMovers } from './open-item.ts'
import { Since } from './today-row.tsx'

type Props = { readonly item: TodayItem }
type BrandProps = Props & { readonly brandId: string }

const Pane = ({ item, children }: Props & { readonly children?: ReactNode }) => (
  <SidePanel
    title={item.title}
    note={
      <>
        {item.brandId === null ? 'Several brands' : <BrandBadge brandId={item.brandId} />}
        {item.since === null ? null : (
          <>
            {' '}
            · <Since since={item.since} kind={item.kind} />
          </>
        )}
      </>
    }
    onClose={closePane}
  >
    {children}
  </SidePanel>
)

/** What the row says, in full, and what to do about it. */
const FactsPane = ({ item }: Props) => (
  <Pane item={item}>
    {item.detail === '' ? null : (
      <Text style={{ overflowWrap: 'anywhere' }}>
        <Name>{item.detail}</Name>
      </Text>
    )}
    {item.cause === undefined ? null : (
      <Text style={{ overflowWrap: 'anywhere' }}>
        <Name>{item.cause}</Name>
      </Text>
    )}
    {isShownWhole(item) ? null : (
      <Group>
        <Button rightSection={<IconArrowRight size={14} aria-hidden />} onClick={() => openItem(item)}>
          {openingOf(item)}
        </Button>
      </Group>
    )}
  </Pane>
)

const DropPane = ({ item, brandId }: BrandProps) => {
  const { keyword = '', count = 1 } = item.about
  const asked = { brandIds: [brandId], moves: 'real' as const, kind: 'any' as const, limit: MOVERS_MAX }
  const { value } = useDesk('rankings.movers', asked)
  const name = useBrand(brandId)?.name ?? ''
  const lastDay = value?.real?.lastDay
  if (lastDay === undefined) return <FactsPane item={item} />
  const move = value?.rows.find((row) => row.keyword === keyword)
  return (
    <KeywordDetail
      brandId={brandId}
      keyword={keyword}
      row={null}
      slice={DEFAULT_SLICE}
      comparison={{ periods: realPeriods(lastDay), label: realLabel(lastDay), move }}
      onClose={closePane}
      top={
        <Group>
          <Button
            variant="default"
            rightSection={<IconArrowRight size={14} aria-hidden />}
            onClick={() => openMovers({ brandId, keyword })}
          >
            {count > 1 ? (
              <>
                View drops of <Name>{name}</Name>
              </>
            ) : (
              'View in Movers'
            )}
          </Button>
        </Group>
      }
    />
  )
}

/** A retry makes another action: its result is what the person waits for. */
const IntentPane = ({ item, intentId }: Props & { readonly intentId: string }) => {
  const [shownId, setShownId] = useState(intentId)
  return (
    <Pane item={item}>
      <IntentBody key={shownId} id={shownId} onNew={setShownId} />
    </Pane>
  )
}

const ArticlePane = ({ item, brandId }: BrandProps) => {
  const { entryId, day = '' } = item.about
  const asked = { brandIds: [brandId], from: addDays(day, -1), to: addDays(day, 1) }
  const entry = useDesk('publishing.calendar', asked).value?.entries.find(({ id }) => id === entryId)
  return entry === undefined ? <FactsPane item={item} /> : <EntryPanel entry={entry} onClose={closePane} />
}

const paneOf = (item: TodayItem): ReactNode => {
  const { kind, brandId, about } = item
  if (kind === 'drop' && brandId !== null) return <DropPane item={item} brandId={brandId} />
  if (kind === 'many-brands')
    return (
      <Pane item={item}>
        <Text style={{ overflowWrap: 'anywhere' }}>{item.detail}</Text>
        <FallenList item={item} />
      </Pane>
    )
  if (kind === 'overdue' && brandId !== null && about.day !== undefined)
    return <ArticlePane item={item} brandId={brandId} />
  if (kind === 'alert' && about.alertId !== undefined) return <AlertDetail id={about.alertId} onClose={closePane} />
  if (kind === 'due')
    return (
      <Pane item={item}>
        <DueList articles={about.articles ?? []} />
      </Pane>
    )
  return isShownWhole(item) && about.intentId !== undefined ? (
    <IntentPane item={item} intentId={about.intentId} />
  ) : (
    <FactsPane item={item} />
  )
}

/** The item of the address. One that left the list stays while it is open, but not without its brand. */
export const TodayPane = () => {
  const { open } = useParams()
  const opened = useToday((state) => state.opened)
  const byId = useBrands((state) => state.byId)
  const items = useDesk('today.list', { brandIds: brandIdsOf(useScope()) }).value?.items ?? []
  const item = items.find(({ id }) => id === open) ?? (opened?.id === open ? opened : null)
  if (item == null || (item.brandId !== null && !byId.has(item.brandId))) return null
  // Another occurrence of the same item is about something else.
  return (
    <div key={`${item.id} ${item.about.intentId ?? ''}`} style={{ display: 'contents' }}>
      {paneOf(item)}
    </div>
  )
}
