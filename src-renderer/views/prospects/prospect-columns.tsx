import { Group, Text } from '@mantine/core'
import { CONTACT_FIELDS, PROSPECT_FIELDS } from '../../../src-shared/desk/fields/outreach.ts'
import type { ContactRow, ProspectRow } from '../../../src-shared/desk/prospects.ts'
import type { ContactLine } from '../../data/contact-query.ts'
import { joinParts } from '../../format/join-parts.ts'
import { formatDecimal, formatWhole, NO_VALUE } from '../../format/numbers.ts'
import { StateWord } from '../../parts/state-word.tsx'
import { brandName } from '../../state/brands.ts'
import { centred, numberColumn, OpenText, SoftText } from '../../table/cells.tsx'
import type { DataColumn } from '../../table/column.ts'
import { columnOf, withBrand } from '../../table/field-columns.tsx'
import { ContactHistoryCell } from './contact-history.tsx'
import { columnName, fieldName, moreText } from './more-fields.ts'
import { StatusBadge } from './status-badge.tsx'
import { TagList, TriageBadge } from './triage-badge.tsx'

/** An address, and whether it is suppressed. */
const EmailCell = ({ email, domain, suppression: found }: Pick<ContactRow, 'email' | 'domain' | 'suppression'>) => {
  // The address would say where they work.
  if (email === null) return <SoftText>{joinParts(['none yet', domain ?? ''])}</SoftText>
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

const prospect = columnOf(PROSPECT_FIELDS)

const prospectColumns: readonly DataColumn<ProspectRow>[] = [
  prospect('domain', { widthPx: 186, cell: (row) => <OpenText>{row.domain ?? row.url ?? row.id}</OpenText> }),
  prospect('title', { widthPx: 180, grows: true }),
  prospect('status', { widthPx: 126, cell: (row) => centred(<StatusBadge word={row.status} />) }),
  prospect('contacts', { widthPx: 86 }),
  prospect('tags', { widthPx: 112, isLesser: true, cell: (row) => centred(<TagList tags={row.tags} />) }),
  prospect('mark', {
    widthPx: 84,
    isLesser: true,
    cell: ({ triage }) =>
      triage === null ? <SoftText>{NO_VALUE}</SoftText> : centred(<TriageBadge triage={triage} />),
  }),
  prospect('note', { widthPx: 160, isLesser: true, isHiddenAtFirst: true, look: 'soft' }),
  prospect('url', { widthPx: 240, isHiddenAtFirst: true, look: 'soft' }),
  {
    id: 'more',
    header: 'More',
    about: 'Other fields of the record, as received',
    widthPx: 220,
    isHiddenAtFirst: true,
    text: (row) => moreText(row.more),
    cell: (row) => <SoftText>{moreText(row.more)}</SoftText>,
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

const sets = withBrand(prospectColumns)

/** What people of this desk added to a site. Before the first one there is nothing to see in its column. */
export type Marked = { readonly tags: boolean; readonly mark: boolean }

const withMarks = (columns: readonly DataColumn<ProspectRow>[], { tags, mark }: Marked) => {
  const empty = new Set([...(tags ? [] : ['tags']), ...(mark ? [] : ['mark'])])
  return columns.map((column) => (empty.has(column.id) ? { ...column, isHiddenAtFirst: true } : column))
}

/** With a column for each number that the service gives: authority and the like. */
export const prospectColumnsOf = (numberFields: readonly string[], marked: Marked) => ({
  one: withMarks(withNumbers(sets.one, numberFields), marked),
  all: withMarks(withNumbers(sets.all, numberFields), marked),
})

const AUTHORITY = /authority|rating/i
/** The strongest sites first, as far as the service rates them. */
export const prospectSortingOf = (numberFields: readonly string[]) => {
  const rated = numberFields.find((field) => AUTHORITY.test(field))
  return rated === undefined ? [{ id: 'domain', desc: false }] : [{ id: `more.${rated}`, desc: true }]
}

const contact = columnOf<ContactLine, keyof typeof CONTACT_FIELDS>(CONTACT_FIELDS)

const contactColumns: readonly DataColumn<ContactLine>[] = [
  contact('name', { widthPx: 132, cell: (row) => <OpenText>{row.name ?? 'no name'}</OpenText> }),
  contact('role', { widthPx: 142, isLesser: true }),
  contact('email', {
    widthPx: 206,
    fitPx: 250,
    isKept: true,
    cell: (row) => <EmailCell {...row} />,
  }),
  {
    id: 'contactHistory',
    header: 'Last contacted',
    about: 'When a brand of this desk last contacted this person, or someone at this site: (site)',
    widthPx: 132,
    isKept: true,
    grows: true,
    text: (row) =>
      (row.contactHistory ?? []).map((each) => `${brandName(each.byBrandId)} ${each.at ?? ''}`.trim()).join(', '),
    cell: (row) => centred(<ContactHistoryCell brandId={row.brandId} contactHistory={row.contactHistory} />),
  },
  contact('domain', { widthPx: 180 }),
]

/** Nearly every address contains the site. */
export const CONTACT_COLUMNS = withBrand(contactColumns, { isHiddenAtFirst: ['domain'] })
export const CONTACT_SORTING = [{ id: 'name', desc: false }] as const
