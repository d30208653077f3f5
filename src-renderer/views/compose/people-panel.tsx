import { ActionIcon, Button, Group, Kbd, Text } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconFileSpreadsheet, IconUserPlus, IconX } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { isolate } from '../../format/isolate.ts'
import { plural } from '../../format/numbers.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { brandName } from '../../state/brands.ts'
import { type Addressee, useCompose } from '../../state/compose/compose.ts'
import { usePreviewed } from '../../state/compose/preview.ts'
import css from './compose.module.css'
import { ContactPicker } from './contact-picker.tsx'
import { CsvPeople } from './csv-people.tsx'
import { FieldHead } from './field-head.tsx'
import { tallyLabel, tallyOf } from './people-counts.ts'
import { PeopleList } from './people-list.tsx'
import { removeRecipients } from './recipient-steps.ts'

type GroupProps = { readonly brandId: string; readonly people: readonly Addressee[] }

/** The people of one brand; it opens to show each. */
const BrandGroup = ({ brandId, people }: GroupProps) => {
  const [isOpen, setOpen] = useState(false)
  const seen = usePreviewed((state) => state.seen)
  const tally = useMemo(() => tallyOf(people, seen), [people, seen])
  const name = isolate(brandName(brandId))
  const count = plural(people.length, 'person', 'people')
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <li>
      <Group gap={0} wrap="nowrap" pr={6}>
        <button type="button" className={css.groupName} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Chevron className="soft" size={14} aria-hidden />
          <BrandBadge brandId={brandId} />
          <span className="soft">{count}</span>
          <Text span ml="auto" size="xs" c={tally.blocked > 0 ? 'var(--bad)' : 'var(--warn)'}>
            {tallyLabel(tally)}
          </Text>
        </button>
        <ActionIcon
          size="sm"
          aria-label={`Remove all people of ${name}`}
          title="Remove all"
          onClick={() => removeRecipients(`${count} of ${name} removed`, (person) => person.brandId === brandId)}
        >
          <IconX size={13} />
        </ActionIcon>
      </Group>
      {isOpen ? (
        <PeopleList
          label={`People of ${name}`}
          people={people}
          onRemove={(gone, who) => removeRecipients(`${isolate(who)} removed`, (person) => person.id === gone.id)}
        />
      ) : null}
    </li>
  )
}

/** The recipients by brand. */
export const PeoplePanel = () => {
  const people = useCompose((state) => state.people)
  const [isImporting, setImporting] = useState(false)
  const [isPicking, setPicking] = useState(false)
  const groups = useMemo(() => [...Map.groupBy(people, (person) => person.brandId)], [people])
  return (
    <section aria-label="Recipients">
      <FieldHead>
        <Text span inherit fw={600}>
          To
        </Text>
        {people.length === 0 ? null : (
          <span className="soft">
            {plural(people.length, 'person', 'people')}
            {groups.length > 1 ? ` of ${plural(groups.length, 'brand')}` : ''}
          </span>
        )}
        <Button
          ml="auto"
          variant="default"
          size="compact-xs"
          leftSection={<IconUserPlus size={13} aria-hidden />}
          onClick={() => setPicking(true)}
        >
          From contacts
        </Button>
        <Button
          variant="default"
          size="compact-xs"
          leftSection={<IconFileSpreadsheet size={13} aria-hidden />}
          onClick={() => setImporting(true)}
        >
          From a CSV file
        </Button>
      </FieldHead>
      {people.length === 0 ? (
        <Text c="dimmed" px="sm" py={10} bd="1px dashed var(--line-strong)" bdrs="md">
          No recipients yet. Add people above, or select them in Contacts and press <Kbd size="xs">W</Kbd>.
        </Text>
      ) : (
        <ul className="box lines" style={{ maxHeight: 268 }}>
          {groups.map(([brandId, members]) => (
            <BrandGroup key={brandId} brandId={brandId} people={members} />
          ))}
        </ul>
      )}
      {isPicking ? <ContactPicker onClose={() => setPicking(false)} /> : null}
      {isImporting ? <CsvPeople onClose={() => setImporting(false)} /> : null}
    </section>
  )
}
