import {
  IconArrowsSort,
  IconBell,
  IconCalendarClock,
  IconClipboardCheck,
  IconClock,
  IconCoin,
  IconEye,
  IconFileText,
  IconHelpCircle,
  IconKey,
  IconListDetails,
  IconMailX,
  IconRefreshAlert,
  IconRobot,
  IconTrendingDown,
  IconWebhook,
  IconX,
} from '@tabler/icons-react'
import { type ComponentType, type MouseEvent, memo, type PointerEvent } from 'react'
import type { TodayItem } from '../../../src-shared/desk/today.ts'
import type { TodayKind, TodaySection } from '../../../src-shared/desk/values/today-kinds.ts'
import { plural } from '../../format/numbers.ts'
import { formatClock, formatDate, formatDay, formatInstant } from '../../format/time.ts'
import { BrandMark } from '../../parts/brand-badge.tsx'
import { Name } from '../../parts/name.tsx'
import { RowButton, RowIcon } from '../../parts/row-button.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useBrand } from '../../state/brands.ts'
import { askAbout, openInPane, toggleGroup, togglePicked } from '../../state/today.ts'
import { isOpeningClick } from '../../table/row-click.ts'
import { openItem, openingOf } from './open-item.ts'
import classes from './today.module.css'
import type { TodayGroup } from './today-lines.ts'

const ICONS: Readonly<Record<TodayKind, ComponentType<{ size?: number | string }>>> = {
  'many-brands': IconTrendingDown,
  drop: IconArrowsSort,
  unknown: IconHelpCircle,
  key: IconKey,
  'key-age': IconKey,
  alert: IconBell,
  'publish-failed': IconFileText,
  overdue: IconCalendarClock,
  due: IconEye,
  skipped: IconMailX,
  failed: IconMailX,
  drift: IconRobot,
  webhooks: IconWebhook,
  budget: IconCoin,
  sync: IconRefreshAlert,
  audit: IconClipboardCheck,
  playbook: IconListDetails,
}

export const SECTION_LABELS: Readonly<Record<TodaySection, string>> = {
  search: 'Search',
  outreach: 'Outreach',
  publishing: 'Publishing',
  control: 'Control',
}

const isDay = (text: string): boolean => text.length === 10

/** A fall began on its day; what else has a day is of that day. */
const BEGINS: ReadonlySet<TodayKind> = new Set(['drop', 'many-brands'])

/** To make the first text with a zone takes milliseconds: it is made when it is pointed at. */
const showWhole = ({ currentTarget }: PointerEvent<HTMLElement>, instant: string): void => {
  currentTarget.title = formatInstant(instant)
}

/** The time of today, else the day. */
export const Since = ({ since, kind }: Pick<TodayItem, 'since' | 'kind'>) => {
  const nowMs = useNow()
  if (since === null) return <span className={classes.since} />
  if (isDay(since))
    return (
      <span className={classes.since}>
        {BEGINS.has(kind) ? 'since ' : ''}
        {formatDay(since, nowMs)}
      </span>
    )
  const isToday = new Date(since).toDateString() === new Date(nowMs).toDateString()
  return (
    <time className={classes.since} dateTime={since} onPointerEnter={(event) => showWhole(event, since)}>
      {isToday ? formatClock(since, nowMs) : formatDate(since, undefined, nowMs)}
    </time>
  )
}

/** Beside a pane the keyword is shortened, never what happened to it and its figures. */
const Title = ({ children }: { readonly children: string }) => {
  const end = children.startsWith('“') ? children.indexOf('”') + 1 : 0
  return (
    <h3 title={children}>
      {end === 0 ? (
        <Name>{children}</Name>
      ) : (
        <>
          <span className={classes.keyword}>
            <Name>{children.slice(0, end)}</Name>
          </span>
          <span className={classes.figures}>{children.slice(end)}</span>
        </>
      )}
    </h3>
  )
}

/** What it is about: its section, its brand, one sentence with the figures. */
export const ItemFacts = ({ item }: { readonly item: TodayItem }) => {
  const brand = useBrand(item.brandId ?? '')
  const Icon = ICONS[item.kind]
  const name = brand?.name ?? (item.brandId === null ? 'Several brands' : 'Unknown brand')
  return (
    <>
      <span className={classes.icon} data-urgency={item.urgency} title={SECTION_LABELS[item.section]}>
        <Icon size={18} />
        <span className="visually-hidden">{SECTION_LABELS[item.section]}</span>
      </span>
      {brand === undefined ? <span className={classes.noMark} /> : <BrandMark name={name} colour={brand.colour} />}
      <div className={classes.what}>
        <Title>{item.title}</Title>
        <p className="soft" title={`${name} · ${item.detail}`}>
          <Name>{name}</Name>
          {item.detail === '' ? null : <> · {item.detail}</>}
        </p>
        {item.cause === undefined ? null : (
          <p className={`soft ${classes.cause}`} title={item.cause}>
            <Name>{item.cause}</Name>
          </p>
        )}
      </div>
      <Since since={item.since} kind={item.kind} />
    </>
  )
}

type ActionsProps = { readonly items: readonly TodayItem[]; readonly title: string }

const Actions = ({ items, title }: ActionsProps) => (
  <>
    <RowIcon aria-label={`Snooze: ${title}`} title="Snooze (S)" onClick={() => askAbout('snooze', items)}>
      <IconClock size={16} />
    </RowIcon>
    <RowIcon aria-label={`Dismiss: ${title}`} title="Dismiss (D)" onClick={() => askAbout('dismiss', items)}>
      <IconX size={16} />
    </RowIcon>
  </>
)

type LookProps = { readonly isActive: boolean; readonly isSelected: boolean; readonly onPick: (id: string) => void }

type RowProps = LookProps & {
  readonly item: TodayItem
  readonly isInGroup: boolean
  /** Its pane is beside the list. */
  readonly isOpen: boolean
}

export const TodayRow = memo(({ item, isInGroup, isOpen, isActive, isSelected, onPick }: RowProps) => {
  const open = (event: MouseEvent) => {
    onPick(item.id)
    if (event.ctrlKey || event.metaKey) togglePicked([item.id])
    else if (isOpeningClick(event.target)) openInPane(item)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter opens the active row, and its button does the same
    <li
      className={classes.row}
      data-item={item.id}
      data-line={item.id}
      data-selected={isSelected || undefined}
      data-in-group={isInGroup || undefined}
      data-open={isOpen || undefined}
      aria-current={isActive ? 'true' : undefined}
      onClick={open}
    >
      {isSelected ? <span className="visually-hidden">Selected</span> : null}
      <ItemFacts item={item} />
      <RowButton className={classes.action} isMain={isActive} onClick={() => openItem(item)}>
        {openingOf(item)}
      </RowButton>
      <Actions items={[item]} title={item.title} />
    </li>
  )
})

/** What the items of a group have in common. */
const CAUSES: Readonly<Record<TodayKind, string>> = {
  'many-brands': 'Many brands at once',
  drop: 'Drops',
  unknown: 'Unknown results',
  key: 'Keys to replace',
  'key-age': 'Old keys',
  alert: 'Alerts',
  'publish-failed': 'Failed articles',
  overdue: 'Overdue articles',
  due: 'Articles to check',
  skipped: 'Skipped pitches',
  failed: 'Failed actions',
  drift: 'Changed permissions',
  webhooks: 'Rejected webhooks',
  budget: 'Budgets',
  sync: 'Sync problems',
  audit: 'Audits',
  playbook: 'Playbooks',
}

const useGroupName = ({ brandId, items }: TodayGroup): string => {
  const name = useBrand(brandId ?? '')?.name
  const brands = new Set(items.map((item) => item.brandId)).size
  return name ?? (brands === 1 ? 'Several brands' : plural(brands, 'brand'))
}

const GroupFacts = ({ group }: { readonly group: TodayGroup }) => {
  const brand = useBrand(group.brandId ?? '')
  const name = useGroupName(group)
  const Icon = ICONS[group.cause]
  const [first] = group.items
  return (
    <>
      <span className={classes.icon} data-urgency="urgent" title={SECTION_LABELS[first.section]}>
        <Icon size={18} aria-hidden />
      </span>
      {brand === undefined ? <span className={classes.noMark} /> : <BrandMark name={name} colour={brand.colour} />}
      <div className={classes.what}>
        <h3>
          {CAUSES[group.cause]} <span className={classes.count}>{group.items.length}</span>
        </h3>
        <p className="soft" title={`${name} · ${first.title}`}>
          <Name>{name}</Name> · first: <Name>{first.title}</Name>
        </p>
      </div>
      <span />
    </>
  )
}

/** Many items of one cause: it opens to its items below it. */
export const TodayGroupRow = memo(
  ({ group, isActive, isSelected, onPick }: LookProps & { readonly group: TodayGroup }) => {
    const { id, items, isOpen, cause } = group
    const open = (event: MouseEvent) => {
      onPick(id)
      if (event.ctrlKey || event.metaKey) togglePicked(items.map((item) => item.id))
      else if (isOpeningClick(event.target)) toggleGroup(id)
    }
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: Enter opens the active row, and its button does the same
      <li
        className={classes.row}
        data-group={id}
        data-line={id}
        data-selected={isSelected || undefined}
        aria-current={isActive ? 'true' : undefined}
        onClick={open}
      >
        {isSelected ? <span className="visually-hidden">Selected</span> : null}
        <GroupFacts group={group} />
        <RowButton className={classes.action} isMain={isActive} aria-expanded={isOpen} onClick={() => toggleGroup(id)}>
          {isOpen ? 'Hide' : `Show ${items.length}`}
        </RowButton>
        <Actions items={items} title={`${CAUSES[cause]}, ${items.length}`} />
      </li>
    )
  },
)
