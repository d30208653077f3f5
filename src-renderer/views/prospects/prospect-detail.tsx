import { Button, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { IconTags, IconUsers } from '@tabler/icons-react'
import type { Ref } from 'react'
import type { ProspectRow } from '../../../src-shared/desk/prospects.ts'
import { useDesk } from '../../data/use-desk.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { ChangedBy } from '../../parts/changed-by.tsx'
import { KEPT_LABELS, useKeptText } from '../../parts/fields/use-kept-text.ts'
import { markProspects, saveNote } from '../../state/marks.ts'
import { openPaid } from '../../state/outreach.ts'
import { SafeLink } from '../../table/safe-link.tsx'
import { SideHeading, SidePanel } from '../../table/side-panel.tsx'
import { MoreList } from './more-list.tsx'
import css from './prospects.module.css'
import { StatusBadge } from './status-badge.tsx'
import { TagList } from './triage-badge.tsx'
import { useProspect } from './use-prospects.ts'

type NoteProps = { readonly row: ProspectRow; readonly inputRef?: Ref<HTMLTextAreaElement> | undefined }

/** A note on a prospect. Give each prospect's box a key of its own. */
const NoteBox = ({ row, inputRef }: NoteProps) => {
  const { brandId, id } = row
  const { state, field } = useKeptText(row.note, (text) => saveNote({ brandId, id }, text))
  return (
    <div>
      <Textarea
        ref={inputRef}
        data-note={id}
        aria-label="Note"
        placeholder="Your own note; saved as you type"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={10_000}
        {...field}
      />
      <Text c="dimmed" size="xs" mih="1.1rem" mt={2} role="status">
        {KEPT_LABELS[state]}
      </Text>
    </div>
  )
}

const PEOPLE_MAX = 100

const People = ({ row }: { readonly row: ProspectRow }) => {
  const { value } = useDesk('contacts.page', {
    brandIds: [row.brandId],
    filter: { prospectId: row.id },
    limit: PEOPLE_MAX,
  })
  if (value === undefined) return null
  if (value.rows.length === 0) return <span className="soft">No people are known at this site.</span>
  return (
    <ul className={`box lines ${css.rows}`}>
      {value.rows.map((contact) => (
        <li key={contact.id}>
          <b>{contact.name ?? 'no name'}</b> {contact.role}
          <div className="soft">{contact.email ?? 'no e-mail yet'}</div>
        </li>
      ))}
    </ul>
  )
}

const MARKS = [
  { value: 'none', label: 'No mark' },
  { value: 'keep', label: 'Keep' },
  { value: 'later', label: 'Later' },
  { value: 'drop', label: 'Drop' },
]

type DetailProps = {
  readonly row: ProspectRow
  readonly noteRef: Ref<HTMLTextAreaElement>
  readonly onTag: (row: ProspectRow) => void
  readonly onMarked: () => void
  readonly onClose: () => void
}

const Marks = ({ row, noteRef, onTag, onMarked }: Omit<DetailProps, 'onClose'>) => (
  <Stack component="section" gap="xs">
    <SegmentedControl
      aria-label="Mark"
      data={MARKS}
      value={row.triage ?? 'none'}
      onChange={(next) => {
        const triage = next === 'keep' || next === 'later' || next === 'drop' ? next : null
        void markProspects([row], { triage }, onMarked)
      }}
    />
    <Group gap={6}>
      <TagList tags={row.tags} />
      <Button
        variant="subtle"
        color="gray"
        size="compact-xs"
        leftSection={<IconTags size={13} aria-hidden />}
        onClick={() => onTag(row)}
      >
        {row.tags.length === 0 ? 'Add tags' : 'Change'}
      </Button>
    </Group>
    <NoteBox key={`${row.brandId} ${row.id}`} row={row} inputRef={noteRef} />
    <ChangedBy {...row} />
  </Stack>
)

/** One prospect: its mark, tags and note, the people at it, and the service's other fields. */
export const ProspectDetail = ({ row: read, onClose, ...rest }: DetailProps) => {
  const row = useProspect(read)
  const name = row.domain ?? row.title ?? row.id
  return (
    <SidePanel
      title={name}
      note={
        <>
          <BrandBadge brandId={row.brandId} /> · <StatusBadge word={row.status} />
        </>
      }
      onClose={onClose}
    >
      <Marks row={row} {...rest} />
      {row.title === null && row.url === null ? null : (
        <section>
          <SideHeading>{row.title ?? 'Page'}</SideHeading>
          {row.url === null ? null : <SafeLink text={row.url} />}
        </section>
      )}
      <section>
        <Group gap={6} justify="space-between" mb={4}>
          <SideHeading>People</SideHeading>
          <Button
            variant="default"
            size="compact-xs"
            leftSection={<IconUsers size={13} aria-hidden />}
            onClick={() => openPaid('findPeople', [{ brandId: row.brandId, sites: [{ id: row.id, name }] }])}
          >
            Find people
          </Button>
        </Group>
        <People row={row} />
      </section>
      <section>
        <SideHeading>Other fields</SideHeading>
        <MoreList more={row.more} />
      </section>
    </SidePanel>
  )
}
