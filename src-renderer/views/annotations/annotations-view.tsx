import { Anchor, Select, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { ANNOTATION_KINDS } from '../../../src-shared/desk/annotation-kinds.ts'
import type { Annotation, AnnotationKind } from '../../../src-shared/desk/annotations.ts'
import { DAY_MS } from '../../../src-shared/service/durations.ts'
import { pageQuery } from '../../data/page-query.ts'
import { annotationDays, annotationText } from '../../format/annotation-labels.ts'
import { plural } from '../../format/numbers.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { removeNotes, writeNote } from '../../state/annotations.ts'
import { clear, isNarrowed, useAnnotationFilters } from '../../state/list-filters.ts'
import { brandIdsOf, useScope } from '../../state/location.ts'
import { useTeam } from '../../state/team.ts'
import { useAddRemove } from '../../table/add-remove.tsx'
import type { DataColumn } from '../../table/column.ts'
import { FilterRow } from '../../table/filter-row.tsx'
import { readPicked } from '../../table/picked-rows.ts'
import { TableView } from '../../table/table-view.tsx'
import { useTable } from '../../table/use-table.ts'
import { NothingFits } from '../../table/view-empty.tsx'
import { AnnotationPanel } from './annotation-panel.tsx'
import { Events } from './events.tsx'

const BrandsCell = ({ brandIds }: Pick<Annotation, 'brandIds'>) => {
  if (brandIds === 'all') return <span>All brands</span>
  const [only] = brandIds
  return brandIds.length === 1 && only !== undefined ? (
    <BrandBadge brandId={only} />
  ) : (
    <span>{plural(brandIds.length, 'brand')}</span>
  )
}

const aboutOf = ({ keyword, page }: Annotation): string => [keyword, page].filter((part) => part !== null).join(' · ')

const ANNOTATION_COLUMNS: readonly DataColumn<Annotation>[] = [
  { id: 'day', header: 'Day', widthPx: 132, text: (row) => annotationDays(row) },
  {
    id: 'brands',
    header: 'Brands',
    widthPx: 192,
    text: ({ brandIds }) => (brandIds === 'all' ? 'all brands' : String(brandIds.length)),
    cell: (row) => <BrandsCell brandIds={row.brandIds} />,
  },
  { id: 'text', header: 'Text', widthPx: 220, grows: true, text: (row) => annotationText(row) },
  { id: 'about', header: 'Keyword or page', widthPx: 150, isLesser: true, text: aboutOf },
]

/** In a team also who wrote or did it. */
const TEAM_ANNOTATION_COLUMNS: readonly DataColumn<Annotation>[] = [
  ...ANNOTATION_COLUMNS,
  { id: 'by', header: 'Person', widthPx: 110, isLesser: true, text: ({ by }) => by?.name ?? '' },
]

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

const ROW_NOUNS = ['note', 'notes'] as const
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

const FiltersBar = ({ onDone }: { readonly onDone: () => void }) => {
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
      <span className="soft">Days in UTC</span>
    </FilterRow>
  )
}

const Empty = ({ isFiltered, onAdd }: { readonly isFiltered: boolean; readonly onAdd: () => void }) =>
  isFiltered ? (
    <NothingFits
      title="No notes match these filters"
      clearLabel="Clear filters"
      onClear={() => clear(useAnnotationFilters)}
    />
  ) : (
    <Text m="auto" p="md" maw="60ch" ta="center">
      <strong>No notes yet.</strong> A note on a day says what a curve cannot: a relaunch, a campaign, an update of the
      search engine. Every chart marks it.{' '}
      <Anchor component="button" type="button" onClick={onAdd}>
        Add a note
      </Anchor>
    </Text>
  )

/** The row that is open; a change of the list, such as a removal, closes it. */
const useOpened = (scope: string) => {
  const [shown, open] = useState<Annotation | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row of another brand is never shown
  useEffect(() => open(null), [scope])
  return { shown, open, close: () => open(null), isShown: ({ id }: Annotation) => id === shown?.id }
}

/** Notes of people on days, and what the desk knows to have happened. */
export const AnnotationsView = () => {
  const scope = useScope()
  const brandIds = brandIdsOf(scope)
  const filters = useAnnotationFilters()
  const { search, kinds, from, to } = filters
  const isInTeam = useTeam() !== null
  const opened = useOpened(scope)
  const span = {
    brandIds,
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
  }
  const table = useTable<Annotation>({
    view: 'annotations',
    columns: isInTeam ? TEAM_ANNOTATION_COLUMNS : ANNOTATION_COLUMNS,
    query: () => pageQuery('annotations.list', { input: { ...span, kinds: NOTES }, search }),
  })
  const { picks } = table
  const add = () => writeNote({ day: today(), brandIds })
  const remove = async () => {
    const rows = await readPicked(picks, 'Nothing was removed')
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0 && (await removeNotes(ids))) picks.current?.clear()
  }
  const buttons = useAddRemove({
    place: 'Notes',
    table,
    add: { title: 'Add a note', label: 'Add note', run: add },
    remove: { title: 'Remove notes', label: 'Remove notes', run: remove },
  })
  return (
    <TableView
      table={table}
      title="Notes"
      rowNouns={ROW_NOUNS}
      top={
        <>
          {buttons.actions}
          <FiltersBar onDone={table.focus} />
        </>
      }
      opened={opened}
      side={(row, close) => <AnnotationPanel row={row} onClose={close} />}
      barStart={buttons.barStart}
      below={
        <Events
          input={{ ...span, search, kinds: kinds.length === 0 ? EVENT_KINDS : [...kinds] }}
          onOpen={opened.open}
          shown={opened.shown}
        />
      }
      empty={<Empty isFiltered={isNarrowed({ search, from, to })} onAdd={add} />}
    />
  )
}
