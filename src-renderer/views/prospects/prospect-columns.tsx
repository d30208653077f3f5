import { Group, Text } from '@mantine/core'
import type { ContactRow, ProspectRow } from '../../../src-shared/desk/prospects.ts'
import type { ContactLine } from '../../data/contact-query.ts'
import { formatDecimal, formatWhole } from '../../format/numbers.ts'
import { StateWord } from '../../parts/state-word.tsx'
import { brandName } from '../../state/brands.ts'
import { brandColumn, centred, numberColumn, OpenText, SoftText } from '../../table/cells.tsx'
import type { DataColumn } from '../../table/column.ts'
import { ContactHistoryCell } from './contact-history.tsx'
import { columnName, fieldName, moreText } from './more-fields.ts'
import { StatusBadge } from './status-badge.tsx'
import { TagList, TriageBadge } from './triage-badge.tsx'

/** An address, and whether it is suppressed. */
const EmailCell = ({ email, suppression: found }: Pick<ContactRow, 'email' | 'suppression'>) => {
  if (email === null) return <SoftText>none yet</SoftText>
  if (found === null) return email
  const why = found.reason === '' ? '' : `: ${found.reason}`
  return (
    <Group
      component="span"
      display="inline-flex"
      wrap="nowrap"
      maw="100%"
      title={`${found.kind === 'domain' ? `Everyone at ${found.value} is suppressed` : 'Suppressed'}${why}`}
    >
      <Text span inherit truncate c="dimmed" td="line-through">
        {email}
      </Text>
      <StateWord word="suppressed" tone="bad" />
    </Group>
  )
}

const soft = (text: string | null) => (text === null ? null : <SoftText>{text}</SoftText>)

const prospectColumns: readonly DataColumn<ProspectRow>[] = [
  {
    id: 'domain',
    header: 'Site',
    widthPx: 170,
    sortField: 'domain',
    text: (row) => row.domain ?? '',
    cell: (row) => <OpenText>{row.domain ?? row.url ?? row.id}</OpenText>,
  },
  {
    id: 'triage',
    header: 'Mark',
    about: 'Your mark: 1 keep, 2 later, 3 drop, 0 none',
    widthPx: 84,
    text: (row) => row.triage ?? '',
    cell: (row) => centred(row.triage && <TriageBadge triage={row.triage} />),
  },
  {
    id: 'title',
    header: 'Title',
    widthPx: 180,
    grows: true,
    isLesser: true,
    sortField: 'title',
    text: (row) => row.title ?? '',
  },
  {
    id: 'status',
    header: 'Status',
    widthPx: 126,
    sortField: 'status',
    text: (row) => row.status,
    cell: (row) => centred(<StatusBadge word={row.status} />),
  },
  numberColumn('contacts', {
    header: 'Contacts',
    about: 'People found at this site',
    widthPx: 86,
    text: (row) => formatWhole(row.contacts),
  }),
  {
    id: 'tags',
    header: 'Tags',
    widthPx: 112,
    text: (row) => row.tags.join(', '),
    cell: (row) => centred(<TagList tags={row.tags} />),
  },
  {
    id: 'note',
    header: 'Note',
    isLesser: true,
    widthPx: 160,
    text: (row) => row.note,
    cell: (row) => soft(row.note),
  },
  {
    id: 'url',
    header: 'Address',
    widthPx: 240,
    isHiddenAtFirst: true,
    text: (row) => row.url ?? '',
    cell: (row) => soft(row.url),
  },
  {
    id: 'more',
    header: 'More',
    about: 'Other fields of the record, as received',
    widthPx: 220,
    isHiddenAtFirst: true,
    text: (row) => moreText(row.more),
    cell: (row) => soft(moreText(row.more)),
  },
]

/** A number that the service gives with a prospect, beside the number of contacts. */
const moreNumberColumn = (key: string): DataColumn<ProspectRow> => {
  const numberOf = ({ more }: ProspectRow): number | null => (typeof more[key] === 'number' ? more[key] : null)
  return numberColumn(`more.${key}`, {
    header: columnName(key),
    about: `${fieldName(key)}, as the service gives it`,
    widthPx: 92,
    text: (row) => {
      const value = numberOf(row)
      return Number.isInteger(value) ? formatWhole(value) : formatDecimal(value)
    },
  })
}

const withNumbers = (columns: readonly DataColumn<ProspectRow>[], fields: readonly string[]) =>
  columns.flatMap((column) => (column.id === 'contacts' ? [...fields.map(moreNumberColumn), column] : [column]))

const allBrandsColumns = [
  brandColumn<ProspectRow>(),
  ...prospectColumns.map((column) => (column.id === 'note' ? { ...column, isHiddenAtFirst: true } : column)),
]

/** With a column for each number that the service gives: authority and the like. */
export const prospectColumnsOf = (numberFields: readonly string[]) => ({
  one: withNumbers(prospectColumns, numberFields),
  all: withNumbers(allBrandsColumns, numberFields),
})
export const PROSPECT_SORTING = [{ id: 'domain', desc: false }] as const

const contactColumns: readonly DataColumn<ContactLine>[] = [
  {
    id: 'name',
    header: 'Name',
    widthPx: 150,
    sortField: 'name',
    text: (row) => row.name ?? '',
    cell: (row) => <OpenText>{row.name ?? 'no name'}</OpenText>,
  },
  { id: 'role', header: 'Role', widthPx: 160, isLesser: true, sortField: 'role', text: (row) => row.role ?? '' },
  {
    id: 'email',
    header: 'E-mail',
    widthPx: 240,
    grows: true,
    sortField: 'email',
    text: (row) => row.email ?? '',
    cell: (row) => <EmailCell email={row.email} suppression={row.suppression} />,
  },
  {
    id: 'contactHistory',
    header: 'Last contacted',
    about: 'When a brand of this desk last contacted this person or someone at this site',
    widthPx: 220,
    text: (row) =>
      (row.contactHistory ?? []).map((each) => `${brandName(each.byBrandId)} ${each.at ?? ''}`.trim()).join(', '),
    cell: (row) => centred(<ContactHistoryCell brandId={row.brandId} contactHistory={row.contactHistory} />),
  },
  { id: 'domain', header: 'Site', widthPx: 180, sortField: 'domain', text: (row) => row.domain ?? '' },
]

export const CONTACT_COLUMNS = {
  one: contactColumns,
  all: [
    brandColumn<ContactLine>(),
    // Nearly every address contains the site.
    ...contactColumns.map((column) => (column.id === 'domain' ? { ...column, isHiddenAtFirst: true } : column)),
  ],
}
export const CONTACT_SORTING = [{ id: 'name', desc: false }] as const
