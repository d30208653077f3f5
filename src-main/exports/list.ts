import type { CallName, CallOutput } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { type Fields, fieldHeader, fieldValue } from '../../src-shared/desk/fields/field.ts'
import type { Dataset } from '../../src-shared/desk/sync.ts'
import { PeriodSchema } from '../../src-shared/desk/values/period.ts'

/** Reads the desk by its own calls, so that an export holds exactly what the window shows. */
export type Ask = <Name extends CallName>(name: Name, input: unknown) => Promise<CallOutput<Name>>

export type Input = Readonly<Record<string, unknown>>
export type Cell = string | number | boolean | null | undefined

/** What a file says beside the rows' own values. */
export type Facts = {
  readonly brandName: (brandId: string) => string
  /** When the brand's rows of a dataset were read, ISO; empty: never. */
  readonly syncedAt: (brandId: string, dataset: Dataset) => string
  readonly input: Input
}

export type Column<Row> = {
  /** The header for scripts: it does not change. */
  readonly key: string
  /** The header for people. */
  readonly header: string
  readonly value: (row: Row, facts: Facts) => Cell
}

export type ExportList = {
  readonly heads: readonly { readonly key: string; readonly header: string }[]
  readonly cells: (row: object, facts: Facts) => readonly Cell[]
  /** What has to be known before the first row is written. */
  readonly resolve: (ask: Ask, input: Input) => Promise<Input>
  readonly parts: (ask: Ask, input: Input) => AsyncIterable<readonly object[]>
  /** How many rows it has now; null: it comes as a whole. */
  readonly total: (ask: Ask, input: Input) => Promise<number | null>
  /** False: no row belongs to a brand. */
  readonly hasBrands: boolean
  readonly dataset: Dataset | null
  /** False: the call gives all rows at once and has no filter of its own. */
  readonly isPaged: boolean
  /** Its call asks the service: what a person has on show is given instead. */
  readonly isAnswer: boolean
}

type ListOptions<Name extends CallName, Row extends object> = {
  readonly call: Name
  readonly rowsOf: (reply: CallOutput<Name>, input: Input) => readonly Row[]
  readonly columns: readonly Column<Row>[]
  /** The call is asked again until it has no further page. */
  readonly isPaged?: boolean
  readonly pageRows?: number
  readonly isAnswer?: boolean
  readonly hasBrands?: boolean
  /** What the rows are made of: adds the column that says when it was read. */
  readonly dataset?: Dataset
  readonly resolve?: ExportList['resolve']
  /** The input of the call; by default as it was given. */
  readonly inputOf?: (input: Input) => Input
}

const PAGE_ROWS = 500

const nextOf = (reply: object): string | null => (reply as { nextCursor?: string | null }).nextCursor ?? null // of `pageOf`
const totalOf = (reply: object): number | null => (reply as { total?: number }).total ?? null // of `pageOf`

export const defineList = <Name extends CallName, Row extends object>(options: ListOptions<Name, Row>): ExportList => {
  const { call, rowsOf, isPaged = false, pageRows = PAGE_ROWS, isAnswer = false } = options
  const { hasBrands = true, dataset = null, inputOf = (input: Input) => input } = options
  const columns = [...options.columns, ...(dataset === null ? [] : [syncedAt(dataset)])]
  return {
    hasBrands,
    dataset,
    isPaged,
    isAnswer,
    resolve: options.resolve ?? (async (_, input) => input),
    heads: columns,
    cells: (row, facts) => columns.map(({ value }) => value(row as Row, facts)), // a row of `parts` below
    total: async (ask, input) => (isPaged ? totalOf(await ask(call, { ...inputOf(input), limit: 1 })) : null),
    async *parts(ask, input) {
      let page: Input | null = isPaged ? { limit: pageRows } : {}
      while (page !== null) {
        const reply: CallOutput<Name> = await ask(call, { ...inputOf(input), ...page })
        yield rowsOf(reply, input)
        const cursor: string | null = isPaged ? nextOf(reply) : null
        page = cursor === null ? null : { limit: pageRows, cursor }
      }
    },
  }
}

type PagedName = {
  [Name in CallName]: CallOutput<Name> extends { readonly rows: readonly object[] } ? Name : never
}[CallName]
type PagedRow<Name extends PagedName> = CallOutput<Name>['rows'][number]

/** A list whose call gives its rows page by page. */
export const pagedList = <Name extends PagedName>(
  call: Name,
  columns: readonly Column<PagedRow<Name>>[],
  more: Pick<ListOptions<Name, object>, 'pageRows' | 'hasBrands' | 'dataset' | 'resolve' | 'inputOf'> = {},
): ExportList => defineList<Name, PagedRow<Name>>({ call, isPaged: true, rowsOf: ({ rows }) => rows, columns, ...more })

export const column = <Row>(key: string, header: string, value: Column<Row>['value']): Column<Row> => ({
  key,
  header,
  value,
})

/** The first column of brands' rows. */
export const brandName = <Row extends { readonly brandId: string | null }>(): Column<Row> =>
  column('brand', 'Brand', ({ brandId }, facts) => (brandId === null ? '' : facts.brandName(brandId)))

/** The brand and the fields of a list that files have. */
export const fieldColumns = <Row extends { readonly brandId: string | null }>(fields: Fields<Row>): Column<Row>[] => [
  brandName(),
  ...Object.entries(fields).flatMap(([name, field]) =>
    field.isUnexported ? [] : [column<Row>(name, fieldHeader(field), (row) => fieldValue(fields, name, row))],
  ),
]

const syncedAt = (dataset: Dataset): Column<object> =>
  column('syncedAt', 'Synced at', (row, facts) =>
    'brandId' in row ? facts.syncedAt(String(row.brandId), dataset) : null,
  )

/** For a call about one brand. */
export const oneBrand: ExportList['resolve'] = async (_, input) => {
  const { brandIds, ...rest } = input
  const [brandId, another] = Array.isArray(brandIds) ? brandIds : []
  if (brandId === undefined || another !== undefined)
    throw new DeskError('invalid', 'Name the one brand that this list is about: --brands and its slug.')
  return { ...rest, brandIds, brandId }
}

/** Rows of a call that takes no brands. */
export const ofBrands = <Row extends { readonly brandId: string | null }>(
  rows: readonly Row[],
  { brandIds }: Input,
): Row[] => rows.filter(({ brandId }) => !Array.isArray(brandIds) || brandIds.includes(brandId))

/** A period as days: `2026-11-15 to 2026-11-21`. */
export const daysText = (period: unknown): string | undefined => {
  const days = PeriodSchema.safeParse(period).data
  return days === undefined ? undefined : `${days.from} to ${days.to}`
}
