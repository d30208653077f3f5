import { ActionIcon, Button, Popover } from '@mantine/core'
import { IconChevronDown, IconCopy, IconFileText, IconPencil, IconTrash } from '@tabler/icons-react'
import type { Template } from '../../../src-shared/desk/composing.ts'
import { useDesk } from '../../data/use-desk.ts'
import { isolate } from '../../format/isolate.ts'
import { plural } from '../../format/numbers.ts'
import { formatAgo } from '../../format/time.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useCompose } from '../../state/compose.ts'
import { openDoc, removeDoc, takeWords } from '../../state/compose-docs.ts'
import { go } from '../../state/location.ts'
import css from './compose.module.css'

/** Of a template that every brand may use; a draft is of the brands that its people are of. */
const ownerLabel = ({ kind, recipients }: Template): string => {
  if (kind === 'template') return 'Shared by all brands'
  const brands = new Set(recipients.map(({ brandId }) => brandId)).size
  return brands === 0 ? 'No brand yet' : plural(brands, 'brand')
}

type RowProps = { readonly template: Template; readonly onDone: () => void }

const Row = ({ template, onDone }: RowProps) => {
  const nowMs = useNow()
  const isOpen = useCompose((state) => state.doc.id === template.id)
  const isTemplate = template.kind === 'template'
  const choose = () => {
    if (isTemplate) takeWords(template)
    else void openDoc(template)
    onDone()
  }
  return (
    <li className={css.doc} data-open={isOpen || undefined}>
      <button type="button" className={css.docName} onClick={choose}>
        <span className={css.docTitle}>
          <bdi>{template.name || 'Untitled'}</bdi>
        </span>
        <span className={css.docNote}>
          {template.brandId === null ? ownerLabel(template) : <BrandBadge brandId={template.brandId} />}
          <span>
            · {isTemplate ? '' : `${plural(template.recipients.length, 'person', 'people')} · `}
            {formatAgo(template.updatedAt, nowMs)}
            {isOpen ? ' · open' : ''}
          </span>
        </span>
      </button>
      {isTemplate ? (
        <ActionIcon
          aria-label={`Edit the template ${isolate(template.name)}`}
          title="Edit template"
          onClick={() => {
            void openDoc(template)
            onDone()
          }}
        >
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
    </li>
  )
}

/** What a draft became: its acts, or another one that begins with its words and people. */
const SentRow = ({ template, onDone }: RowProps) => {
  const nowMs = useNow()
  const { sent, recipients, brandId } = template
  const [only, ...others] = sent?.intentIds ?? []
  const look = () => {
    go({ view: 'intents', params: only === undefined || others.length > 0 ? {} : { open: only } })
    onDone()
  }
  return (
    <li className={css.doc}>
      <button type="button" className={css.docName} title="Results" onClick={look}>
        <span className={css.docTitle}>
          <bdi>{template.name || 'Untitled'}</bdi>
        </span>
        <span className={css.docNote}>
          {brandId === null ? ownerLabel(template) : <BrandBadge brandId={brandId} />}
          <span>
            · {plural(recipients.length, 'person', 'people')} · queued {sent === null ? '' : formatAgo(sent.at, nowMs)}
          </span>
        </span>
      </button>
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
    </li>
  )
}

type ListProps = { readonly title: string; readonly none: string; readonly templates: readonly Template[] }

const List = ({ title, none, templates, onDone }: ListProps & { readonly onDone: () => void }) => (
  <section>
    <h3 className={css.docsHead}>{title}</h3>
    {templates.length === 0 ? (
      <p className={css.docsNone}>{none}</p>
    ) : (
      <ul className={css.docs} aria-label={title}>
        {templates.map((template) => {
          const Kind = template.sent === null ? Row : SentRow
          return <Kind key={template.id} template={template} onDone={onDone} />
        })}
      </ul>
    )}
  </section>
)

const Lists = ({ onDone }: { readonly onDone: () => void }) => {
  const { value, error, reload } = useDesk('outreach.templates', { brandIds: 'all' })
  if (error !== undefined) return <ErrorNotice error={error} title="The templates could not be read" onRetry={reload} />
  if (value === undefined) return null
  const ofKind = (kind: Template['kind']) =>
    value.templates.filter((template) => template.kind === kind && template.sent === null)
  const sent = value.templates.filter((template) => template.sent !== null)
  return (
    <div className={css.docLists}>
      <List
        title="Templates"
        none="No templates yet. Write a message, then save it as a template."
        templates={ofKind('template')}
        onDone={onDone}
      />
      <List title="Drafts" none="Drafts are saved automatically." templates={ofKind('draft')} onDone={onDone} />
      {sent.length === 0 ? null : <List title="Sent" none="" templates={sent} onDone={onDone} />}
    </div>
  )
}

type PickerProps = { readonly isOpen: boolean; readonly setOpen: (isOpen: boolean) => void }

/** Templates give their words; drafts open as they were left, with their people; what was queued leads to its acts. */
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
