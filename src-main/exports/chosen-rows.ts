// The rows of a list that were asked for: by their keys, by their numbers, or all.
import { z } from 'zod'
import type { ParsedInput } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { rowKey } from '../../src-shared/desk/values/export-lists.ts'
import type { Ask, ExportList, Facts, Input } from './list.ts'

export type Rows = AsyncIterable<readonly object[]>
type Asked = Pick<ParsedInput<'exports.write'>, 'keys' | 'numbers'> & { readonly input: Input; readonly facts: Facts }
type Range = readonly [first: number, last: number]

/** In the order of the keys. Reading ends with the last of them; rows that left the list are not there. */
async function* byKeys(parts: Rows, keys: readonly string[]): Rows {
  const wanted = new Set(keys)
  const found = new Map<string, object>()
  for await (const rows of parts) {
    for (const row of rows) if (wanted.has(rowKey(row))) found.set(rowKey(row), row)
    if (found.size === wanted.size) break
  }
  yield keys.flatMap((key) => found.get(key) ?? [])
}

async function* byNumbers(parts: Rows, ranges: readonly Range[]): Rows {
  const inOrder = ranges.toSorted(([one], [other]) => one - other)
  let start = 0
  let at = 0
  for await (const rows of parts) {
    const end = start + rows.length
    const chosen: object[] = []
    for (let range = inOrder[at]; range !== undefined && range[0] < end; range = inOrder[at]) {
      chosen.push(...rows.slice(Math.max(0, range[0] - start), range[1] + 1 - start))
      if (range[1] >= end) break
      at += 1
    }
    yield chosen
    start = end
    if (at === inOrder.length) break
  }
}

const FilterSchema = z.record(z.string(), z.array(z.union([z.string(), z.number(), z.boolean()]).transform(String)))

/** For a call that has no filter: `filter` of the input names columns, and the values they may have. */
async function* byColumns(parts: Rows, { heads, cells }: ExportList, { input, facts }: Asked): Rows {
  const names = heads.map(({ key }) => key)
  const filter = FilterSchema.safeParse(input.filter).data
  const wanted = Object.entries(filter ?? {}).map(([key, values]) => ({ at: names.indexOf(key), values }))
  if (filter === undefined || wanted.some(({ at }) => at < 0))
    throw new DeskError(
      'invalid',
      `The filter of this list gives columns the values wanted. Columns: ${names.join(', ')}.`,
    )
  for await (const rows of parts)
    yield rows.filter((row) => {
      const values = cells(row, facts)
      return wanted.every((column) => column.values.includes(String(values[column.at] ?? '')))
    })
}

/** Throws `conflict` where the numbers may mean other rows by now. */
export const chosenRows = async (ask: Ask, list: ExportList, asked: Asked): Promise<Rows> => {
  const { input, keys, numbers } = asked
  const parts = list.parts(ask, input)
  const all = list.isPaged || input.filter === undefined ? parts : byColumns(parts, list, asked)
  if (keys !== undefined) return byKeys(all, keys)
  if (numbers === undefined) return all
  if ((await list.total(ask, input)) !== numbers.total)
    throw new DeskError('conflict', 'The list has changed since its rows were selected. Select them again.')
  return byNumbers(all, numbers.ranges)
}
