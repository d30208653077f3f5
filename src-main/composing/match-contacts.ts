// Turns a file of people into recipients, all or none: the error lists every broken row.
import type { Recipient } from '../../src-shared/desk/composing.ts'
import type { Handlers } from '../../src-shared/desk/contract.ts'
import { DeskError, type FieldIssue } from '../../src-shared/desk/errors.ts'
import { QUEUE_ITEMS_MAX } from '../../src-shared/desk/outreach.ts'
import { caseFold } from '../base/text.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { KnownContact } from '../prospects/public.ts'
import { readContactsByEmails, readContactsByIds } from '../prospects/public.ts'
import type { Store } from '../store/store.ts'
import { type Columns, columnsOf } from './rules/csv-columns.ts'
import { readCsv } from './rules/csv-table.ts'

const ISSUES_MAX = 200
const READ_AT_ONCE = 500
const VALUE_CHARACTERS_MAX = 10_000

type Row = { readonly number: number; readonly id: string; readonly email: string; readonly cells: readonly string[] }
type Found = { readonly byId: ReadonlyMap<string, KnownContact>; readonly byEmail: ReadonlyMap<string, KnownContact[]> }

const cell = (cells: readonly string[], column: { readonly at: number } | null): string =>
  column === null ? '' : (cells[column.at] ?? '').trim()

const findContacts = async (store: Store, brandId: string, rows: readonly Row[]): Promise<Found> => {
  const byId = new Map<string, KnownContact>()
  const byEmail = new Map<string, KnownContact[]>()
  for (let from = 0; from < rows.length; from += READ_AT_ONCE) {
    const part = rows.slice(from, from + READ_AT_ONCE)
    const ids = part.map(({ id }) => id).filter((id) => id !== '')
    const emails = [...new Set(part.filter(({ id }) => id === '').map(({ email }) => caseFold(email)))]
    for (const contact of await readContactsByIds(store, { brandId, ids })) byId.set(contact.id, contact)
    const known = await readContactsByEmails(store, { brandId, emails: emails.filter((email) => email !== '') })
    const found = Map.groupBy(known, ({ email }) => caseFold(email ?? ''))
    for (const [email, contacts] of found) byEmail.set(email, contacts)
  }
  return { byId, byEmail }
}

type Matched = { readonly contact: KnownContact } | { readonly field: 'id' | 'email'; readonly message: string }

const matchRow = ({ id, email }: Row, found: Found, brandName: string): Matched => {
  if (id === '' && email === '') return { field: 'email', message: 'has neither an id nor an address' }
  if (id !== '') {
    const contact = found.byId.get(id)
    if (contact === undefined) return { field: 'id', message: `"${id}" is no contact of ${brandName}` }
    if (email !== '' && contact.email !== null && caseFold(contact.email.trim()) !== caseFold(email))
      return { field: 'email', message: `"${email}" is not the address of the contact "${id}"` }
    return { contact }
  }
  const [contact, ...others] = found.byEmail.get(caseFold(email)) ?? []
  if (contact === undefined) return { field: 'email', message: `"${email}" is no contact of ${brandName}` }
  if (others.length === 0) return { contact }
  return {
    field: 'email',
    message: `"${email}" belongs to ${others.length + 1} contacts of ${brandName}: give prospectEmailId`,
  }
}

const variablesOf = (cells: readonly string[], { variables }: Columns): Record<string, string> =>
  Object.fromEntries(variables.map(({ name, at }) => [name, cells[at] ?? '']))

const longCells = (number: number, cells: readonly string[], { variables }: Columns): FieldIssue[] =>
  variables
    .filter(({ at }) => (cells[at] ?? '').length > VALUE_CHARACTERS_MAX)
    .map(({ header }) => ({
      path: `rows.${number}.${header}`,
      message: `is longer than ${VALUE_CHARACTERS_MAX} characters`,
    }))

const brokenRows = (issues: readonly FieldIssue[]): DeskError => {
  const [first] = issues
  const count = new Set(issues.map(({ path }) => path.split('.')[1])).size
  const rows = count === 1 ? 'A row of the file is' : `${count} rows of the file are`
  return new DeskError(
    'invalid',
    `${rows} broken (the first: ${first?.path}: ${first?.message}). No rows were added.`.slice(0, 1000),
    { issues: issues.slice(0, ISSUES_MAX) },
  )
}

export const createMatchContacts =
  ({
    store,
    book,
  }: {
    readonly store: Store
    readonly book: Pick<BrandBook, 'get'>
  }): Handlers['outreach.matchContacts'] =>
  async ({ brandId, csv }) => {
    const { name: brandName } = book.get(brandId)
    const { header, rows } = await readCsv(csv, { rowsMax: QUEUE_ITEMS_MAX })
    const columns = columnsOf(header)
    const issues: FieldIssue[] = []
    const whole: Row[] = []
    rows.forEach((cells, index) => {
      const number = index + 1
      if (cells.length === header.length)
        whole.push({ number, id: cell(cells, columns.id), email: cell(cells, columns.email), cells })
      else issues.push({ path: `rows.${number}`, message: `has ${cells.length} cells, the header ${header.length}` })
    })
    const found = await findContacts(store, brandId, whole)
    const rowOf = new Map<string, number>()
    const recipients: Recipient[] = []
    for (const row of whole) {
      const matched = matchRow(row, found, brandName)
      const path = (field: 'id' | 'email') => `rows.${row.number}.${columns[field]?.header ?? columns.id?.header}`
      issues.push(...longCells(row.number, row.cells, columns))
      if (!('contact' in matched)) {
        issues.push({ path: path(matched.field), message: matched.message })
        continue
      }
      const { id } = matched.contact
      const earlier = rowOf.get(id)
      if (earlier !== undefined)
        issues.push({ path: path(row.id === '' ? 'email' : 'id'), message: `is already in row ${earlier}` })
      else rowOf.set(id, row.number)
      recipients.push({ brandId, contactId: id, variables: variablesOf(row.cells, columns) })
    }
    if (issues.length > 0) throw brokenRows(issues.toSorted((one, other) => rowNumber(one) - rowNumber(other)))
    return { recipients, columns: columns.variables.map(({ name }) => name) }
  }

const rowNumber = ({ path }: FieldIssue): number => Number(path.split('.')[1])
