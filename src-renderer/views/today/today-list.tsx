import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCalendar, IconClock } from '@tabler/icons-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { TodayItem } from '../../../src-shared/desk/today.ts'
import { TODAY_URGENCIES, type TodayUrgency } from '../../../src-shared/desk/values/today-kinds.ts'
import { isFocusFree } from '../../commands/focus.ts'
import type { GroupCommand } from '../../commands/registry.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { whenIdle } from '../../idle.ts'
import { useParams } from '../../state/location.ts'
import { askAbout, clearPicked, openInPane, toggleGroup, togglePicked, undoLast, useToday } from '../../state/today.ts'
import { openItem } from './open-item.ts'
import classes from './today.module.css'
import { type TodayLine, todayLines } from './today-lines.ts'
import { TodayGroupRow, TodayRow } from './today-row.tsx'

const GROUPS = {
  urgent: { title: 'Urgent', note: 'losing clicks, blocked or overdue', Icon: IconAlertTriangle },
  today: { title: 'Today', note: 'needs a decision', Icon: IconClock },
  week: { title: 'This week', note: 'can wait some days', Icon: IconCalendar },
} as const satisfies Record<TodayUrgency, unknown>

/** What fits on a tall screen; the rest is a press away, so that the page opens at once. */
const SHOWN_AT_FIRST = 25
const ROW_MIN_PX = 50

/** Those that this window has room for are drawn first, the others when they are painted. */
const useShownAtFirst = (): number => {
  const [count, setCount] = useState(() => Math.min(SHOWN_AT_FIRST, Math.ceil(window.innerHeight / ROW_MIN_PX)))
  useEffect(() => whenIdle(() => setCount(SHOWN_AT_FIRST)), [])
  return count
}

/** The active line by its id, so that it stays the same when others come; where it is gone, the one in its place. */
const useActive = (lines: readonly TodayLine[]) => {
  const [id, setId] = useState<string | null>(null)
  const lastIndex = useRef(0)
  const found = lines.findIndex((line) => line.id === id)
  const index = found >= 0 ? found : Math.min(lastIndex.current, lines.length - 1)
  useEffect(() => {
    lastIndex.current = Math.max(0, index)
  }, [index])
  return { index, active: lines[index], setId }
}

const reveal = (id: string | undefined): void =>
  document.querySelector(`[data-line="${CSS.escape(id ?? '')}"]`)?.scrollIntoView({ block: 'nearest' })

const mainAction = ({ group, items: [item] }: TodayLine): void => {
  if (group !== undefined) toggleGroup(group.id)
  else if (item !== undefined) openItem(item)
}

const useRowCommands = (lines: readonly TodayLine[], { index, active, setId }: ReturnType<typeof useActive>) => {
  const isPaneOpen = useParams().open !== undefined
  const move = (step: 1 | -1) => {
    const next = lines[Math.min(lines.length - 1, Math.max(0, index + step))]
    setId(next?.id ?? null)
    const [item] = next?.items ?? []
    // The pane follows, as beside a table.
    if (isPaneOpen && item !== undefined && next?.group === undefined) openInPane(item)
    requestAnimationFrame(() => reveal(next?.id))
  }
  const picked = useToday((state) => state.picked)
  /** The selected items, else those of the active line. */
  const wanted = () => {
    const selected = lines.flatMap(({ items }) => items).filter(({ id }) => picked.has(id))
    return selected.length > 0 ? [...new Set(selected)] : (active?.items ?? [])
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
    command('open', 'Main action of the item', ['enter'], () => active && mainAction(active)),
    command('pick', 'Select the item', ['x'], () => active && togglePicked(active.items.map(({ id }) => id))),
    command('snooze', 'Snooze the selected items', ['s'], () => askAbout('snooze', wanted())),
    command('dismiss', 'Dismiss the selected items', ['d'], () => askAbout('dismiss', wanted())),
    {
      // What is open closes first.
      ...command('clear', 'Clear the selection', ['escape'], clearPicked),
      isEnabled: () => isFocusFree() && picked.size > 0 && !isPaneOpen,
    },
    command('undo', 'Undo the last snooze or dismissal', ['z'], undoLast),
  ])
}

type LinesProps = {
  readonly lines: readonly TodayLine[]
  readonly activeId: string | undefined
  readonly onPick: (id: string) => void
}

const Lines = ({ lines, activeId, onPick }: LinesProps) => {
  const picked = useToday((state) => state.picked)
  const { open } = useParams()
  return (
    <ul className={classes.rows}>
      {lines.map(({ id, group, items, isInGroup = false }) => {
        const [item] = items
        const look = {
          isActive: id === activeId,
          isSelected: items.every((one) => picked.has(one.id)),
          onPick,
        }
        if (group !== undefined) return <TodayGroupRow key={id} group={group} {...look} />
        return item === undefined ? null : (
          <TodayRow key={id} item={item} isInGroup={isInGroup} isOpen={id === open} {...look} />
        )
      })}
    </ul>
  )
}

type GroupProps = LinesProps & { readonly urgency: TodayUrgency; readonly count: number }

const Group = ({ urgency, count, ...lines }: GroupProps) => {
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
      <Lines {...lines} />
    </section>
  )
}

/** The ranked list, by urgency. */
export const TodayList = ({ items }: { readonly items: readonly TodayItem[] }) => {
  const [isWhole, setWhole] = useState(false)
  const openGroups = useToday((state) => state.openGroups)
  const lines = useMemo(() => todayLines(items, openGroups), [items, openGroups])
  const rows = useActive(lines)
  useRowCommands(lines, rows)
  const { setId, active, index } = rows
  const pick = useCallback((id: string) => setId(id), [setId])
  const atFirst = useShownAtFirst()
  const shown = isWhole || index >= atFirst ? lines : lines.slice(0, atFirst)
  return (
    <>
      {TODAY_URGENCIES.map((urgency) => {
        const own = shown.filter((line) => line.urgency === urgency)
        const count = items.filter((item) => item.urgency === urgency).length
        return own.length === 0 ? null : (
          <Group key={urgency} urgency={urgency} lines={own} count={count} activeId={active?.id} onPick={pick} />
        )
      })}
      {shown.length === lines.length ? null : (
        <Button variant="default" m="sm" onClick={() => setWhole(true)}>
          Show {lines.length - shown.length} more
        </Button>
      )}
    </>
  )
}
