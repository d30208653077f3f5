import { ActionIcon } from '@mantine/core'
import { IconAlertTriangle, IconBan, IconX } from '@tabler/icons-react'
import { isolate } from '../../format/isolate.ts'
import { Name } from '../../parts/name.tsx'
import { VirtualList } from '../../parts/virtual-list.tsx'
import { type Addressee, setCompose, useCompose } from '../../state/compose/compose.ts'
import { type Seen, usePreviewed } from '../../state/compose/preview.ts'
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
      <span className="truncate bad" title={blocker.message}>
        <IconBan size={12} aria-hidden />{' '}
        {blocker.code === 'open-pitch' ? blocker.message : BLOCKER_LABELS[blocker.code]}
      </span>
    )
  return warning === undefined ? null : (
    <span className="truncate warn" title={warning.message}>
      <IconAlertTriangle size={12} aria-hidden /> {WARNING_LABELS[warning.code]}
    </span>
  )
}

type Props = {
  readonly label: string
  readonly people: readonly Addressee[]
  readonly onRemove: (person: Addressee, name: string) => void
}

type RowProps = Pick<Props, 'onRemove'> & { readonly person: Addressee }

const Row = ({ person, onRemove }: RowProps) => {
  const seen = usePreviewed((state) => state.seen.get(person.id))
  const isShown = useCompose(({ people, at }) => people[at]?.id === person.id)
  const name = nameOf(person, seen)
  const show = () => setCompose({ at: useCompose.getState().people.findIndex(({ id }) => id === person.id) })
  return (
    <div className={css.person} data-shown={isShown || undefined}>
      <button type="button" className={css.personName} aria-current={isShown ? 'true' : undefined} onClick={show}>
        <span className="truncate">
          <Name>{name}</Name>
        </span>
        <span className="truncate soft">{seen?.domain ?? ''}</span>
        <Finding seen={seen} />
      </button>
      <ActionIcon size="sm" aria-label={`Remove ${isolate(name)}`} onClick={() => onRemove(person, name)}>
        <IconX size={12} />
      </ActionIcon>
    </div>
  )
}

/** Everyone of one brand. */
export const PeopleList = ({ label, people, onRemove }: Props) => (
  <div className={css.people}>
    <VirtualList
      label={label}
      items={people}
      rowHeightPx={ROW_PX}
      maxHeight={ROW_PX * SHOWN_ROWS}
      keyOf={({ id }) => id}
    >
      {(person) => <Row person={person} onRemove={onRemove} />}
    </VirtualList>
  </div>
)
