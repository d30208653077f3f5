import { DeskError } from '../../src-shared/desk/errors.ts'

type Page<Item> = { readonly items: readonly Item[]; readonly nextCursor?: string | null | undefined }

const PAGES_MAX = 2_000

/** All items of a listing, page by page. Rejects where it cannot be read to its end. */
export const readPages = async <Item>(
  brandId: string,
  fetchPage: (query: { cursor?: string }) => Promise<Page<Item>>,
): Promise<readonly Item[]> => {
  const items: Item[] = []
  let cursor: string | undefined
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const reply = await fetchPage(cursor === undefined ? {} : { cursor })
    items.push(...reply.items)
    if (!reply.nextCursor) return items
    if (reply.nextCursor === cursor) break
    cursor = reply.nextCursor
  }
  throw new DeskError('bad-response', 'The listing has no last page: the service sent the same cursor twice.', {
    brandId,
  })
}
