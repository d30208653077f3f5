import { Anchor, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { ANNOTATION_KINDS } from '../../../src-shared/desk/annotation-kinds.ts'
import type { Annotation, AnnotationKind } from '../../../src-shared/desk/annotations.ts'
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
    widthPx: 150,
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

const ROW_NOUNS = ['note', 'notes'] as const
/** Never empty: an empty list would be of all kinds. */
const EVENT_KINDS = ANNOTATION_KINDS.filter((kind) => kind !== 'note')

const NOTES: AnnotationKind[] = ['note']

const today = (): string => new Date().toISOString().slice(0, 10)

const FiltersBar = ({ onDone }: { readonly onDone: () => void }) => {
  const { from, to } = useAnnotationFilters()
  return (
    <FilterRow by="text, in any order" of="notes and events" store={useAnnotationFilters} onDone={onDone}>
      <TextField
        type="date"
        aria-label="From day"
        value={from}
        onChange={(from) => useAnnotationFilters.setState({ from })}
      />
      <TextField type="date" aria-label="To day" value={to} onChange={(to) => useAnnotationFilters.setState({ to })} />
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
      note={
        <Text c="dimmed" size="xs">
          People’s notes first, below them what the desk saw. Days in UTC.
        </Text>
      }
      top={<FiltersBar onDone={table.focus} />}
      opened={opened}
      side={(row, close) => <AnnotationPanel row={row} onClose={close} />}
      {...buttons}
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
