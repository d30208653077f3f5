import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCalendar, IconClock } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { TodayItem } from '../../../src-shared/desk/today.ts'
import { TODAY_URGENCIES, type TodayUrgency } from '../../../src-shared/desk/today-kinds.ts'
import { isFocusFree } from '../../commands/focus.ts'
import type { GroupCommand } from '../../commands/registry.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { askAbout, clearPicked, togglePicked, undoLast, useToday } from '../../state/today.ts'
import { openItem } from './open-item.ts'
import classes from './today.module.css'
import { TodayRow } from './today-row.tsx'

const GROUPS = {
  urgent: { title: 'Urgent', note: 'losing clicks, blocked or overdue', Icon: IconAlertTriangle },
  today: { title: 'Today', note: 'needs a decision before the day ends', Icon: IconClock },
  week: { title: 'This week', note: 'can wait some days', Icon: IconCalendar },
} as const satisfies Record<TodayUrgency, unknown>

/** What fits on a tall screen; the rest is a press away, so that the page opens at once. */
const SHOWN_AT_FIRST = 25

/** The active row by its id, so that it stays the same when others come; where it is gone, the one in its place. */
const useActive = (items: readonly TodayItem[]) => {
  const [id, setId] = useState<string | null>(null)
  const lastIndex = useRef(0)
  const found = items.findIndex((item) => item.id === id)
  const index = found >= 0 ? found : Math.min(lastIndex.current, items.length - 1)
  useEffect(() => {
    lastIndex.current = Math.max(0, index)
  }, [index])
  return { index, active: items[index], setId }
}

const reveal = (id: string | undefined): void =>
  document.querySelector(`[data-item="${CSS.escape(id ?? '')}"]`)?.scrollIntoView({ block: 'nearest' })

const useRowCommands = (items: readonly TodayItem[], { index, active, setId }: ReturnType<typeof useActive>) => {
  const move = (step: 1 | -1) => {
    const next = items[Math.min(items.length - 1, Math.max(0, index + step))]
    setId(next?.id ?? null)
    requestAnimationFrame(() => reveal(next?.id))
  }
  const picked = useToday((state) => state.picked)
  /** The selected items, else the active one. */
  const wanted = () => {
    const selected = items.filter(({ id }) => picked.has(id))
    return selected.length > 0 || active === undefined ? selected : [active]
  }
  const command = (id: string, title: string, keys: readonly string[], run: () => void): GroupCommand => ({
    id: `today.${id}`,
    title,
    keys,
    isKeyOnly: true,
    isEnabled: isFocusFree,
    run,
  })
  useCommands('Today', [
    command('down', 'Next item', ['j', 'arrowdown'], () => move(1)),
    command('up', 'Previous item', ['k', 'arrowup'], () => move(-1)),
    command('open', 'Main action of the item', ['enter'], () => active && openItem(active)),
    command('pick', 'Select the item', ['x'], () => active && togglePicked(active.id)),
    command('snooze', 'Snooze the selected items', ['s'], () => askAbout('snooze', wanted())),
    command('dismiss', 'Dismiss the selected items', ['d'], () => askAbout('dismiss', wanted())),
    {
      ...command('clear', 'Clear the selection', ['escape'], clearPicked),
      isEnabled: () => isFocusFree() && picked.size > 0,
    },
    command('undo', 'Undo the last snooze or dismissal', ['z'], undoLast),
  ])
}

type GroupProps = {
  readonly urgency: TodayUrgency
  readonly items: readonly TodayItem[]
  readonly count: number
  readonly activeId: string | undefined
  readonly picked: ReadonlySet<string>
  readonly onPick: (id: string) => void
}

const Group = ({ urgency, items, count, activeId, picked, onPick }: GroupProps) => {
  const { title, note, Icon } = GROUPS[urgency]
  return (
    <section aria-label={title}>
      <header className={classes.group}>
        <span className={classes.icon} data-urgency={urgency}>
          <Icon size={16} aria-hidden />
        </span>
        <h2>{title}</h2>
        <span className={classes.count}>{count}</span>
        <span className="soft">{note}</span>
      </header>
      <ul className={classes.rows}>
        {items.map((item) => (
          <TodayRow
            key={item.id}
            item={item}
            isActive={item.id === activeId}
            isSelected={picked.has(item.id)}
            onPick={onPick}
          />
        ))}
      </ul>
    </section>
  )
}

/** The ranked list, in groups by urgency. */
export const TodayList = ({ items }: { readonly items: readonly TodayItem[] }) => {
  const [isWhole, setWhole] = useState(false)
  const rows = useActive(items)
  useRowCommands(items, rows)
  const { setId, active, index } = rows
  const picked = useToday((state) => state.picked)
  const pick = useCallback((id: string) => setId(id), [setId])
  const shown = isWhole || index >= SHOWN_AT_FIRST ? items : items.slice(0, SHOWN_AT_FIRST)
  return (
    <>
      {TODAY_URGENCIES.map((urgency) => {
        const own = shown.filter((item) => item.urgency === urgency)
        const count = items.filter((item) => item.urgency === urgency).length
        return own.length === 0 ? null : (
          <Group
            key={urgency}
            urgency={urgency}
            items={own}
            count={count}
            activeId={active?.id}
            picked={picked}
            onPick={pick}
          />
        )
      })}
      {shown.length === items.length ? null : (
        <Button variant="default" m="sm" onClick={() => setWhole(true)}>
          Show {items.length - shown.length} more
        </Button>
      )}
    </>
  )
}
