import { ServiceError } from '../service-error.ts'

const CURSOR_PATTERN = /^row-(\d{1,9})$/

/** One page of a listing. `cursor` is the `nextCursor` of the page before; the last page has none. */
export const pageOf = <Item>(
  items: Item[],
  cursor: string | undefined,
  pageSize: number,
): { items: Item[]; nextCursor?: string } => {
  const from = cursor === undefined ? 0 : Number(CURSOR_PATTERN.exec(cursor)?.[1])
  if (!Number.isFinite(from)) throw new ServiceError(400, 'cursor: is not one that this listing gave')
  if (pageSize === Number.POSITIVE_INFINITY) return { items: from === 0 ? items : items.slice(from) }
  const end = from + pageSize
  return { items: items.slice(from, end), ...(end < items.length ? { nextCursor: `row-${end}` } : {}) }
}
