import { ActionIcon, Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconFileSpreadsheet, IconUserPlus, IconX } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { isolate } from '../../format/isolate.ts'
import { plural } from '../../format/numbers.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { brandName } from '../../state/brands.ts'
import { type Addressee, removePeople, setCompose, useCompose } from '../../state/compose.ts'
import { go } from '../../state/location.ts'
import { usePreviewed } from '../../state/previewer.ts'
import { notifyWithUndo } from '../../state/undo.tsx'
import css from './compose.module.css'
import { CsvPeople } from './csv-people.tsx'
import { tallyLabel, tallyOf } from './people-counts.ts'
import { PeopleList } from './people-list.tsx'

const remove = (what: string, isGone: (person: Addressee) => boolean): void => {
  const before = removePeople(isGone)
  notifyWithUndo(what, () => setCompose({ people: before }))
}

type GroupProps = { readonly brandId: string; readonly people: readonly Addressee[] }

/** The people of one brand: told by its colour and name, opened to look at each. */
const Group = ({ brandId, people }: GroupProps) => {
  const [isOpen, setOpen] = useState(false)
  const seen = usePreviewed((state) => state.seen)
  const tally = useMemo(() => tallyOf(people, seen), [people, seen])
  const name = brandName(brandId)
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <li className={css.group}>
      <div className={css.groupHead}>
        <button type="button" className={css.groupName} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Chevron size={14} aria-hidden />
          <BrandBadge brandId={brandId} />
          <span className={css.count}>{plural(people.length, 'person', 'people')}</span>
          <span className={css.tally} data-blocked={tally.blocked > 0 || undefined}>
            {tallyLabel(tally)}
          </span>
        </button>
        <ActionIcon
          size="sm"
          aria-label={`Remove all people of ${isolate(name)}`}
          title="Remove all"
          onClick={() =>
            remove(
              `${plural(people.length, 'person', 'people')} of ${isolate(name)} removed`,
              (person) => person.brandId === brandId,
            )
          }
        >
          <IconX size={13} />
        </ActionIcon>
      </div>
      {isOpen ? (
        <PeopleList
          label={`People of ${isolate(name)}`}
          people={people}
          onRemove={(gone, who) => remove(`${isolate(who)} removed`, (person) => person.id === gone.id)}
        />
      ) : null}
    </li>
  )
}

/** To whom, brand by brand. */
export const PeoplePanel = () => {
  const people = useCompose((state) => state.people)
  const [isImporting, setImporting] = useState(false)
  const groups = useMemo(() => [...Map.groupBy(people, (person) => person.brandId)], [people])
  return (
    <section className={css.to} aria-label="Recipients">
      <div className={css.fieldHead}>
        <span className={css.label}>To</span>
        {people.length === 0 ? null : (
          <span className={css.soft}>
            {plural(people.length, 'person', 'people')}
            {groups.length > 1 ? ` of ${plural(groups.length, 'brand')}` : ''}
          </span>
        )}
        <span className={css.push} />
        <Button
          variant="default"
          size="compact-xs"
          leftSection={<IconUserPlus size={13} aria-hidden />}
          onClick={() => go({ view: 'contacts' })}
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
      </div>
      {people.length === 0 ? (
        <p className={css.nobody}>
          No recipients yet. Select people in Contacts and press <kbd>W</kbd>, or add a CSV file.
        </p>
      ) : (
        <ul className={css.groups}>
          {groups.map(([brandId, members]) => (
            <Group key={brandId} brandId={brandId} people={members} />
          ))}
        </ul>
      )}
      {isImporting ? <CsvPeople onClose={() => setImporting(false)} /> : null}
    </section>
  )
}
