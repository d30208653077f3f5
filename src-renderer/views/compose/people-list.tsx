import { ActionIcon } from '@mantine/core'
import { IconAlertTriangle, IconBan, IconX } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { isolate } from '../../format/isolate.ts'
import { Name } from '../../parts/name.tsx'
import { type Addressee, setCompose, useCompose } from '../../state/compose.ts'
import type { Seen } from '../../state/compose-preview.ts'
import { usePreviewed } from '../../state/previewer.ts'
import css from './compose.module.css'
import { BLOCKER_LABELS, WARNING_LABELS } from './finding-labels.ts'

const ROW_PX = 30
const SHOWN_ROWS = 6

export const nameOf = (person: Addressee, seen: Seen | undefined): string =>
  seen?.name ?? person.name ?? seen?.email ?? person.email ?? person.contactId

const Finding = ({ seen }: { readonly seen: Seen | undefined }) => {
  const [blocker] = seen?.blockers ?? []
  const [warning] = seen?.warnings ?? []
  if (blocker !== undefined)
    return (
      <span className={css.finding} data-kind="blocked" title={blocker.message}>
        <IconBan size={12} aria-hidden /> {BLOCKER_LABELS[blocker.code]}
      </span>
    )
  return warning === undefined ? null : (
    <span className={css.finding} data-kind="warned" title={warning.message}>
      <IconAlertTriangle size={12} aria-hidden /> {WARNING_LABELS[warning.code]}
    </span>
  )
}

type RowProps = {
  readonly person: Addressee
  readonly topPx: number
  readonly onRemove: (person: Addressee, name: string) => void
}

const Row = ({ person, topPx, onRemove }: RowProps) => {
  const seen = usePreviewed((state) => state.seen.get(person.id))
  const isShown = useCompose(({ people, at }) => people[at]?.id === person.id)
  const name = nameOf(person, seen)
  const show = () => setCompose({ at: useCompose.getState().people.findIndex(({ id }) => id === person.id) })
  return (
    <li className={css.person} style={{ transform: `translateY(${topPx}px)` }} data-shown={isShown || undefined}>
      <button type="button" className={css.personName} aria-current={isShown ? 'true' : undefined} onClick={show}>
        <span className={css.who}>
          <Name>{name}</Name>
        </span>
        <span className={css.site}>{seen?.domain ?? ''}</span>
        <Finding seen={seen} />
      </button>
      <ActionIcon size="sm" aria-label={`Remove ${isolate(name)}`} onClick={() => onRemove(person, name)}>
        <IconX size={12} />
      </ActionIcon>
    </li>
  )
}

type Props = {
  readonly label: string
  readonly people: readonly Addressee[]
  readonly onRemove: (person: Addressee, name: string) => void
}

/** Everyone of one brand; only those in sight are drawn. */
export const PeopleList = ({ label, people, onRemove }: Props) => {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: people.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 6,
    initialRect: { width: 400, height: ROW_PX * SHOWN_ROWS },
  })
  return (
    <div ref={scroller} className={css.people} style={{ height: Math.min(people.length, SHOWN_ROWS) * ROW_PX }}>
      <ul aria-label={label} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const person = people[index]
          return person === undefined ? null : <Row key={person.id} person={person} topPx={start} onRemove={onRemove} />
        })}
      </ul>
    </div>
  )
}
