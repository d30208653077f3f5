// The person's own stars and tags on keywords. They are saved at once and can be undone.
import { ask } from '../data/desk.ts'
import { isolate } from '../format/isolate.ts'
import { plural } from '../format/numbers.ts'
import { orNotify } from './notices.ts'
import { hideUndo, notifyWithUndo } from './undo.tsx'

export type KeywordKey = { readonly brandId: string; readonly keyword: string }
export type KeywordChange = {
  readonly star?: boolean
  readonly addTags?: readonly string[]
  readonly removeTags?: readonly string[]
}
type Step = KeywordChange & { readonly keywords: readonly KeywordKey[] }
type Before = KeywordKey & { readonly star: boolean; readonly tags: readonly string[] }

const KEYWORDS_PER_CALL = 10_000
const SLOT = 'keyword-marks'

/** Steps that undo a change of these keywords, by their marks before it. */
const stepsBack = (rows: readonly Before[], { star, addTags = [], removeTags = [] }: KeywordChange): Step[] => {
  const step = (keywords: readonly Before[], change: KeywordChange): Step[] =>
    keywords.length === 0
      ? []
      : [{ ...change, keywords: keywords.map(({ brandId, keyword }) => ({ brandId, keyword })) }]
  const having = (tag: string) => rows.filter(({ tags }) => tags.includes(tag))
  const lacking = (tag: string) => rows.filter(({ tags }) => !tags.includes(tag))
  return [
    ...(star === undefined
      ? []
      : [true, false].flatMap((was) =>
          step(
            rows.filter((row) => row.star === was),
            { star: was },
          ),
        )),
    ...addTags.flatMap((tag) => step(lacking(tag), { removeTags: [tag] })),
    ...removeTags.flatMap((tag) => step(having(tag), { addTags: [tag] })),
  ]
}

/** Makes the steps. Returns the marks before; null if the desk refused one. */
const take = async (steps: readonly Step[]): Promise<readonly Before[] | null> => {
  const before: Before[] = []
  for (const { keywords, addTags = [], removeTags = [], star } of steps)
    for (let from = 0; from < keywords.length; from += KEYWORDS_PER_CALL) {
      const marking = ask('rankings.mark', {
        keywords: keywords.slice(from, from + KEYWORDS_PER_CALL).map(({ brandId, keyword }) => ({ brandId, keyword })),
        ...(star === undefined ? {} : { star }),
        addTags: [...addTags],
        removeTags: [...removeTags],
      })
      const reply = await orNotify('The keywords were not marked', marking)
      if (!reply.ok) return null
      before.push(...reply.value.before)
    }
  return before
}

const saidOf = (keywords: readonly KeywordKey[], { star, addTags = [], removeTags = [] }: KeywordChange): string => {
  const [first] = keywords
  const who = keywords.length === 1 ? isolate(first?.keyword ?? '') : plural(keywords.length, 'keyword')
  const parts = [
    ...(star === undefined ? [] : [star ? 'starred' : 'no longer starred']),
    ...addTags.map((tag) => `tagged ${isolate(tag)}`),
    ...removeTags.map((tag) => `without ${isolate(tag)}`),
  ]
  return `${who} ${parts.join(', ')}`
}

/** Makes the change and offers undo. False if nothing was to be changed, or the desk refused it. */
export const markKeywords = async (keywords: readonly KeywordKey[], change: KeywordChange): Promise<boolean> => {
  if (keywords.length === 0) return false
  const before = await take([{ ...change, keywords }])
  if (before === null) return false
  const undo = () => {
    hideUndo(SLOT)
    void take(stepsBack(before, change))
  }
  notifyWithUndo(saidOf(keywords, change), undo, SLOT)
  return true
}

const KEYWORDS_PER_READ = 500

/** The keywords with their tags of now; null where they could not be read. */
export const withTags = async (
  keywords: readonly KeywordKey[],
): Promise<readonly (KeywordKey & { readonly tags: readonly string[] })[] | null> => {
  const found: (KeywordKey & { tags: string[] })[] = []
  for (let from = 0; from < keywords.length; from += KEYWORDS_PER_READ) {
    const part = keywords.slice(from, from + KEYWORDS_PER_READ).map(({ brandId, keyword }) => ({ brandId, keyword }))
    const reply = await orNotify('The tags could not be read', ask('rankings.marks', { keywords: part }))
    if (!reply.ok) return null
    found.push(...reply.value.marks)
  }
  return found
}
