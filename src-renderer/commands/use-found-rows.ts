import { useDebouncedValue } from '@mantine/hooks'
import { useDesk } from '../data/use-desk.ts'
import type { FoundContact, FoundKeyword } from './palette-items.ts'

const WAIT_MS = 150
const LETTERS_MIN = 2
const SHOWN = 5

/** Keywords, those with most clicks first, and contacts of all brands that hold the query; asked a moment after the last letter. */
export const useFoundRows = (
  query: string,
): {
  readonly keywords: readonly FoundKeyword[]
  readonly contacts: readonly FoundContact[]
  readonly isWaiting: boolean
} => {
  const wanted = query.trim().slice(0, 200)
  const [search] = useDebouncedValue(wanted, WAIT_MS)
  const isAsked = search.length >= LETTERS_MIN && search === wanted
  const input = { brandIds: 'all' as const, search, limit: SHOWN }
  const keywords = useDesk('rankings.page', isAsked ? { ...input, sort: [{ by: 'clicks', direction: 'desc' }] } : null)
  const contacts = useDesk('contacts.page', isAsked ? input : null)
  // A reply stays until the next one is there: rows of an earlier query are left out.
  const answers = (text: string) => text.toLowerCase().includes(wanted.toLowerCase())
  return {
    keywords: isAsked ? (keywords.value?.rows ?? []).filter(({ keyword }) => answers(keyword)) : [],
    contacts: isAsked
      ? (contacts.value?.rows ?? []).filter(({ name, email, role, domain }) =>
          answers([name, email, role, domain].join(' ')),
        )
      : [],
    isWaiting: wanted.length >= LETTERS_MIN && (keywords.value === undefined || contacts.value === undefined),
  }
}
