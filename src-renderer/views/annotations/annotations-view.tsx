import { Button, Select } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import type { AnnotationKind } from '../../../src-shared/desk/annotations.ts'
import { ANNOTATION_KINDS } from '../../../src-shared/desk/values/annotation-kinds.ts'
import { DAY_MS } from '../../../src-shared/service/durations.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { EVENT_LABELS } from '../../format/annotation-labels.ts'
import { plural } from '../../format/numbers.ts'
import { TextField } from '../../parts/fields/text-field.tsx'
import { MainAction } from '../../parts/main-action.tsx'
import { type AnnotationsInput, removeNotes, useAnnotations, writeNote } from '../../state/annotations.ts'
import { isNarrowed, useAnnotationFilters } from '../../state/filters/lists.ts'
import { brandIdsOf, useScope } from '../../state/location.ts'
import { ExportMenu } from '../../table/export-menu.tsx'
import { FilterMenu, FilterRow } from '../../table/filter-row.tsx'
import { TablePage } from '../../table/table-page.tsx'
import { useOpenedId } from '../../table/use-opened.ts'
import { AnnotationPanel } from './annotation-panel.tsx'
import css from './annotations.module.css'
import { Events } from './events.tsx'
import { NoteList } from './note-list.tsx'

type DayProps = { readonly label: string; readonly value: string; readonly onChange: (day: string) => void }

/** A day with its name inside. */
const DayField = ({ label, ...field }: DayProps) => (
  <TextField
    type="date"
    aria-label={`${label} day`}
    leftSection={label}
    leftSectionWidth={14 + 8 * label.length}
    w={126 + 8 * label.length}
    {...field}
  />
)

/** Never empty: an empty list would be of all kinds. */
const EVENT_KINDS = ANNOTATION_KINDS.filter((kind) => kind !== 'note')

const NOTES: AnnotationKind[] = ['note']

const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
const today = (): string => daysAgo(0)

const [ALL, OWN] = ['all', 'own'] as const
const SPANS = [
  { value: ALL, label: 'All days' },
  ...[7, 28, 90].map((days) => ({ value: String(days), label: `Last ${days} days` })),
  { value: OWN, label: 'Other days' },
]

const setDays = useAnnotationFilters.setState

const chooseSpan = (span: string): void => {
  if (span === ALL) setDays({ from: '', to: '' })
  else if (span === OWN) setDays({ from: daysAgo(27), to: today() })
  else setDays({ from: daysAgo(Number(span) - 1), to: '' })
}

/** Which choice these days are. */
const spanOf = ({ from, to }: { readonly from: string; readonly to: string }): string => {
  if (to !== '') return OWN
  return from === '' ? ALL : (SPANS.find(({ value }) => from === daysAgo(Number(value) - 1))?.value ?? OWN)
}

type ExportProps = { readonly notes: Listed; readonly events: Listed }
type Listed = { readonly input: AnnotationsInput; readonly total: number }

/** Notes and events in one file, or one of the two. */
const Export = ({ notes, events }: ExportProps) => {
  const all = {
    input: { ...notes.input, kinds: [...NOTES, ...(events.input.kinds ?? [])] },
    total: notes.total + events.total,
  }
  const choice = (prefix: string, label: string, { input, total }: Listed) =>
    total === 0 ? [] : [{ prefix, label, source: () => ({ list: 'annotations', input }) as const }]
  const sets = [
    ...choice('', `All ${plural(all.total, 'note or event', 'notes and events')}`, all),
    ...choice('Notes', plural(notes.total, 'note'), notes),
    ...choice('Events', plural(events.total, 'event'), events),
  ]
  return <ExportMenu choices={notes.total === 0 || events.total === 0 ? sets.slice(0, 1) : sets} />
}

type BarProps = ExportProps & { readonly onDone: () => void }

const FiltersBar = ({ onDone, ...listed }: BarProps) => {
  const days = useAnnotationFilters()
  const span = spanOf(days)
  return (
    <FilterRow by="text, in any order" of="notes and events" store={useAnnotationFilters} onDone={onDone}>
      <Select
        aria-label="Days"
        w={132}
        allowDeselect={false}
        data={SPANS}
        value={span}
        onChange={(next) => next !== null && chooseSpan(next)}
      />
      {span === OWN ? (
        <>
          <DayField label="From" value={days.from} onChange={(from) => setDays({ from })} />
          <DayField label="To" value={days.to} onChange={(to) => setDays({ to })} />
        </>
      ) : null}
      <FilterMenu label="Event type" labels={EVENT_LABELS} store={useAnnotationFilters} field="kinds" />
      <span className={`soft ${css.end}`}>Days in UTC</span>
      <Export {...listed} />
    </FilterRow>
  )
}

/** What people wrote on days, and below it what the desk saw, as one list. */
export const AnnotationsView = () => {
  const brandIds = brandIdsOf(useScope())
  const { search, kinds, from, to } = useAnnotationFilters()
  const list = useRef<HTMLElement>(null)
  const opened = useOpenedId()
  const shared = { brandIds, search, ...(from === '' ? {} : { from }), ...(to === '' ? {} : { to }) }
  const noteInput = { ...shared, kinds: NOTES }
  const eventInput = { ...shared, kinds: kinds.length === 0 ? EVENT_KINDS : [...kinds] }
  const notes = useAnnotations(noteInput)
  const events = useAnnotations(eventInput)
  const shown = [...notes.rows, ...events.rows].find(({ id }) => id === opened.shown)
  const focus = () => list.current?.focus()
  const add = () => writeNote({ day: today(), brandIds })
  const close = () => {
    opened.close()
    focus()
    return true
  }
  const remove = async () => {
    if (shown?.kind === 'note' && (await removeNotes([shown.id]))) close()
  }
  useCommands('Notes', [
    { id: 'notes.add', title: 'Add a note', icon: IconPlus, keys: ['a'], run: add },
    {
      id: 'notes.remove',
      title: 'Remove the open note',
      icon: IconTrash,
      keys: ['delete', 'backspace'],
      isEnabled: () => shown?.kind === 'note',
      run: remove,
    },
  ])
  const opens = { onOpen: opened.open, shownId: opened.shown }
  return (
    <TablePage
      isExported
      top={
        <>
          <MainAction>
            <Button leftSection={<IconPlus size={14} />} onClick={add}>
              Add note
            </Button>
          </MainAction>
          <FiltersBar
            notes={{ input: noteInput, total: notes.total }}
            events={{ input: eventInput, total: events.total }}
            onDone={focus}
          />
        </>
      }
      table={
        <section className={css.list} ref={list} tabIndex={-1} aria-label="Notes and events">
          <NoteList of={notes} isFiltered={isNarrowed({ search, from, to })} onAdd={add} {...opens} />
          <Events of={events} isOfOne={brandIds !== 'all'} {...opens} />
        </section>
      }
      side={shown === undefined ? null : <AnnotationPanel row={shown} onClose={close} />}
    />
  )
}
