import { invalidCsv } from './csv-table.ts'
import { RESERVED_NAMES } from './scope.ts'

export type Column = { readonly at: number; readonly header: string }
export type Columns = {
  readonly id: Column | null
  readonly email: Column | null
  /** `name`: of the template variable. */
  readonly variables: readonly (Column & { readonly name: string })[]
}

const ID_HEADERS = ['prospectemailid', 'contactid', 'id']
const EMAIL_HEADERS = ['email', 'emailaddress', 'mail']
const WORDS_OF_LIQUID = ['true', 'false', 'nil', 'null', 'empty', 'blank', 'and', 'or', 'not', 'contains', 'forloop']
const NAME_CHARACTERS_MAX = 100

const plain = (header: string): string => header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** A header as a Liquid name: "First name (given)" becomes First_name_given. */
export const toVariableName = (header: string, at: number): string => {
  const name = header
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}_]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, NAME_CHARACTERS_MAX - 1)
  if (name === '') return `column_${at + 1}`
  if (/^\p{N}/u.test(name)) return `_${name}`
  return [...RESERVED_NAMES, ...WORDS_OF_LIQUID].includes(name) ? `${name}_` : name
}

const firstOf = (columns: readonly Column[], wanted: readonly string[]): Column | null =>
  wanted.flatMap((name) => columns.find(({ header }) => plain(header) === name) ?? [])[0] ?? null

/** Throws `invalid` if no column names the contact, or two columns would be one variable. */
export const columnsOf = (headers: readonly string[]): Columns => {
  const columns = headers.map((header, at) => ({ header, at }))
  const id = firstOf(columns, ID_HEADERS)
  const email = firstOf(columns, EMAIL_HEADERS)
  if (id === null && email === null)
    throw invalidCsv(
      'header',
      'has no column prospectEmailId or email',
      'The file has no column for the contact. Name one column prospectEmailId or email.',
    )
  const variables = columns
    .filter(({ at }) => at !== id?.at && at !== email?.at)
    .map((column) => ({ ...column, name: toVariableName(column.header, column.at) }))
  for (const [index, { name, header }] of variables.entries()) {
    const other = variables.slice(0, index).find((earlier) => earlier.name === name)
    if (other !== undefined)
      throw invalidCsv(
        'header',
        `"${other.header}" and "${header}" are both {{ ${name} }}`,
        `The columns "${other.header}" and "${header}" would both be {{ ${name} }}. Rename one of them.`,
      )
  }
  return { id, email, variables }
}
