// Queries of tables whose rows come page by page: adds window, search and order to a call. First pages are kept for a return
// to their list.
import type { CallInput, CallName, CallOutput } from '../../src-shared/desk/contract.ts'
import type { Reply } from '../../src-shared/desk/errors.ts'
import { exportListOf } from '../../src-shared/desk/values/export-lists.ts'
import { type BlockAsk, type BlockQuery, type BlockReply, windowOf } from './block-query.ts'
import { keptReplies } from './kept-replies.ts'

type PagedCall = { [Name in CallName]: CallOutput<Name> extends BlockReply<unknown> ? Name : never }[CallName]
type PageReply<Name extends PagedCall> = Reply<CallOutput<Name> & BlockReply<CallOutput<Name>['rows'][number]>>

type PageOptions<Name extends PagedCall> = {
  readonly input: Omit<CallInput<Name>, 'limit' | 'cursor' | 'offset' | 'search' | 'sort'>
  readonly search?: string
  readonly sort?: readonly { readonly by: string; readonly direction: 'asc' | 'desc' }[]
  /** Receives what comes with every page beside the rows. */
  readonly onReply?: (value: CallOutput<Name>) => void
}

/** The rows of one call. The scope of the rows is the input's `brandIds`; a call without them reads all brands. */
export const pageQuery = <Name extends PagedCall>(
  name: Name,
  { input, search = '', sort = [], onReply }: PageOptions<Name>,
): BlockQuery<CallOutput<Name>['rows'][number]> => {
  const asked = {
    ...input,
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(sort.length === 0 ? {} : { sort }),
  }
  const list = exportListOf(name)
  return {
    key: JSON.stringify(asked),
    scope: 'brandIds' in input ? String(input.brandIds) : 'all',
    calls: [name],
    hasDetails: false,
    ...(list && { source: { list, input: asked } }),
    fetch: async (wanted: BlockAsk) => {
      // Search and order are the columns' and filters' own lists; TypeScript cannot follow them through `Name`.
      const page = { ...asked, ...windowOf(wanted) } as unknown as CallInput<Name>
      const reply = (await keptReplies.ask(name, page, wanted)) as PageReply<Name> // a paged call, by its name's type
      if (reply.ok) onReply?.(reply.value)
      return reply
    },
  }
}

/** Nothing can be asked yet. */
export const NO_ROWS: BlockQuery<never> = {
  key: '',
  scope: '',
  calls: [],
  hasDetails: false,
  fetch: async () => ({ ok: true, value: { rows: [], total: 0, nextCursor: null, freshAsOf: null } }),
}
