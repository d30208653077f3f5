import { ActionIcon, Button, Popover, Text } from '@mantine/core'
import { IconChevronDown, IconCopy, IconFileText, IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Template } from '../../../src-shared/desk/composing.ts'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { useDesk } from '../../data/use-desk.ts'
import { isolate } from '../../format/isolate.ts'
import { plural } from '../../format/numbers.ts'
import { formatAgo } from '../../format/time.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useCompose } from '../../state/compose/compose.ts'
import { insertTemplate, openDoc, removeDoc } from '../../state/compose/docs.ts'
import { go } from '../../state/location.ts'
import css from './compose.module.css'
import { readable } from './variables.ts'

/** The owner where it is no single brand; a draft belongs to the brands of its people. */
const ownerLabel = ({ kind, people }: Template): string => {
  if (kind === 'template') return 'Shared by all brands'
  return people.brands === 0 ? 'No brand yet' : plural(people.brands, 'brand')
}

type RowProps = { readonly template: Template; readonly onDone: () => void }

type EntryProps = Pick<RowProps, 'template'> & {
  readonly title?: string
  /** After the owner: people and age. */
  readonly note: string
  readonly isOpen?: boolean
  readonly onChoose: () => void
  readonly children: ReactNode
}

const Entry = ({ template, title, note, isOpen = false, onChoose, children }: EntryProps) => (
  <li className={css.doc} data-open={isOpen || undefined}>
    <button type="button" className={css.docName} title={title} onClick={onChoose}>
      <Text component="bdi" fw={500} truncate maw="100%">
        {template.name || 'Untitled'}
      </Text>
      <Text span c="dimmed" size="xs" maw="100%" display="flex" style={{ gap: 6, whiteSpace: 'nowrap' }}>
        {template.brandId === null ? ownerLabel(template) : <BrandBadge brandId={template.brandId} />}
        <span>· {note}</span>
      </Text>
    </button>
    {children}
  </li>
)

const peopleLabel = ({ people }: Template) => plural(people.count, 'person', 'people')

const Row = ({ template, onDone }: RowProps) => {
  const nowMs = useNow()
  const isOpen = useCompose((state) => state.doc.id === template.id)
  const isTemplate = template.kind === 'template'
  const { changedBy } = template
  const by = changedBy == null || template.isShared === false ? '' : ` by ${isolate(changedBy.name)}`
  const age = `${formatAgo(template.updatedAt, nowMs)}${by}${isOpen ? ' · open' : ''}`
  const open = () => {
    void openDoc(template)
    onDone()
  }
  const insert = () => {
    insertTemplate(template)
    onDone()
  }
  return (
    <Entry
      template={template}
      note={isTemplate ? age : `${peopleLabel(template)} · ${age}`}
      isOpen={isOpen}
      onChoose={isTemplate ? insert : open}
    >
      {isTemplate ? (
        <ActionIcon aria-label={`Edit the template ${isolate(template.name)}`} title="Edit template" onClick={open}>
          <IconPencil size={14} />
        </ActionIcon>
      ) : null}
      <ActionIcon
        aria-label={`Remove ${isolate(template.name)}`}
        title="Remove (you can undo it)"
        onClick={() => void removeDoc(template)}
      >
        <IconTrash size={14} />
      </ActionIcon>
    </Entry>
  )
}

/** A queued draft: it leads to its results, and can be copied into a new one. */
const SentRow = ({ template, onDone }: RowProps) => {
  const nowMs = useNow()
  const { sent } = template
  const [only, ...others] = sent?.intentIds ?? []
  return (
    <Entry
      template={template}
      title="Results"
      note={`${peopleLabel(template)} · queued ${sent === null ? '' : formatAgo(sent.at, nowMs)}`}
      onChoose={() => {
        go({ view: 'activity', params: only === undefined || others.length > 0 ? {} : { open: only } })
        onDone()
      }}
    >
      <ActionIcon
        aria-label={`New draft from ${isolate(template.name)}`}
        title="A new draft with the same message and people"
        onClick={() => {
          void openDoc(template)
          onDone()
        }}
      >
        <IconCopy size={14} />
      </ActionIcon>
    </Entry>
  )
}

type BuiltIn = CallOutput<'outreach.templates'>['builtIn'][number]

const BuiltInList = ({
  templates,
  onDone,
}: {
  readonly templates: readonly BuiltIn[]
  readonly onDone: () => void
}) => (
  <section>
    <Text component="h3" c="dimmed" size="xs" fw={500} px="xs" mb={4}>
      Built in
    </Text>
    <ul aria-label="Built in">
      {templates.map((template) => {
        const use = () => {
          insertTemplate(template)
          onDone()
        }
        return (
          <li key={template.id} className={css.doc}>
            <button type="button" className={css.docName} onClick={use}>
              <Text span fw={500} truncate maw="100%">
                {template.name}
              </Text>
              <Text span c="dimmed" size="xs" truncate maw="100%">
                {readable(template.subject)}
              </Text>
            </button>
            <Button variant="default" size="compact-xs" aria-label={`Use ${template.name}`} onClick={use}>
              Use
            </Button>
          </li>
        )
      })}
    </ul>
  </section>
)

type ListProps = { readonly title: string; readonly none: string; readonly templates: readonly Template[] }

const List = ({ title, none, templates, onDone }: ListProps & { readonly onDone: () => void }) => (
  <section>
    <Text component="h3" c="dimmed" size="xs" fw={500} px="xs" mb={4}>
      {title}
    </Text>
    {templates.length === 0 ? (
      <Text c="dimmed" px="xs" py={4}>
        {none}
      </Text>
    ) : (
      <ul aria-label={title}>
        {templates.map((template) => {
          const Kind = template.sent === null ? Row : SentRow
          return <Kind key={template.id} template={template} onDone={onDone} />
        })}
      </ul>
    )}
  </section>
)

const Lists = ({ onDone }: { readonly onDone: () => void }) => {
  const { value, error, reload } = useDesk('outreach.templates', { brandIds: 'all', withRecipients: false })
  if (error !== undefined) return <ErrorNotice error={error} title="The templates could not be read" onRetry={reload} />
  if (value === undefined) return null
  const ofKind = (kind: Template['kind']) =>
    value.templates.filter((template) => template.kind === kind && template.sent === null)
  const sent = value.templates.filter((template) => template.sent !== null)
  return (
    <div className={css.docs}>
      <List
        title="Templates"
        none="None of your own yet. Use one below, or write a message, then save it as a template."
        templates={ofKind('template')}
        onDone={onDone}
      />
      <BuiltInList templates={value.builtIn} onDone={onDone} />
      <List title="Drafts" none="Drafts are saved automatically." templates={ofKind('draft')} onDone={onDone} />
      {sent.length === 0 ? null : <List title="Sent" none="" templates={sent} onDone={onDone} />}
    </div>
  )
}

type PickerProps = { readonly isOpen: boolean; readonly setOpen: (isOpen: boolean) => void }

/** Templates fill in their message; drafts open with their people; sent drafts lead to their results. */
export const TemplatePicker = ({ isOpen, setOpen }: PickerProps) => (
  <Popover position="bottom-end" shadow="md" width={400} trapFocus opened={isOpen} onChange={setOpen}>
    <Popover.Target>
      <Button
        variant="default"
        leftSection={<IconFileText size={14} aria-hidden />}
        rightSection={<IconChevronDown size={14} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        Templates and drafts
      </Button>
    </Popover.Target>
    <Popover.Dropdown p={0} aria-label="Templates and drafts">
      <Lists onDone={() => setOpen(false)} />
    </Popover.Dropdown>
  </Popover>
)
