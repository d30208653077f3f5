// Keyword research: questions and suggestions by brand, and the basket. Marks are saved at once and can be undone. Drafts
// and answers outlive a change of view.
import { create } from 'zustand'
import type { DeskErrorValue } from '../../src-shared/desk/errors.ts'
import type { BasketRow, Suggestion } from '../../src-shared/desk/research.ts'
import { ask } from '../data/desk.ts'
import { isolate } from '../format/isolate.ts'
import { plural } from '../format/numbers.ts'
import { readSite } from '../format/site.ts'
import { notify, notifyError } from './notices.ts'
import { notifyWithUndo } from './undo.tsx'

export const SOURCES = ['brand', 'website', 'description'] as const
export type Source = (typeof SOURCES)[number]

export type SuggestDraft = {
  readonly source: Source
  readonly website: string
  readonly description: string
  readonly audience: readonly string[]
}
export type Answer =
  | { readonly state: 'none' }
  | { readonly state: 'asking' }
  | { readonly state: 'failed'; readonly error: DeskErrorValue }
  | {
      readonly state: 'done'
      readonly suggestions: readonly Suggestion[]
      readonly note: string | null
      readonly about: string
    }

type Research = {
  /** By brand. */
  readonly drafts: ReadonlyMap<string, SuggestDraft>
  readonly answers: ReadonlyMap<string, Answer>
}

export const EMPTY_DRAFT: SuggestDraft = { source: 'brand', website: '', description: '', audience: [] }
const NO_ANSWER: Answer = { state: 'none' }

const useResearch = create<Research>()(() => ({ drafts: new Map(), answers: new Map() }))

export const useSuggestDraft = (brandId: string): SuggestDraft =>
  useResearch((state) => state.drafts.get(brandId) ?? EMPTY_DRAFT)
export const useAnswer = (brandId: string): Answer => useResearch((state) => state.answers.get(brandId) ?? NO_ANSWER)

export const setSuggestDraft = (brandId: string, change: Partial<SuggestDraft>): void =>
  useResearch.setState(({ drafts }) => ({
    drafts: new Map(drafts).set(brandId, { ...(drafts.get(brandId) ?? EMPTY_DRAFT), ...change }),
  }))

const setAnswer = (brandId: string, answer: Answer): void =>
  useResearch.setState(({ answers }) => ({ answers: new Map(answers).set(brandId, answer) }))

/** Why the draft cannot be sent, for its field; null: it can. */
export const draftProblem = ({ source, website, description }: SuggestDraft): string | null => {
  if (source === 'website') return website.trim() === '' ? 'Write the site’s address.' : readSite(website).problem
  return source === 'description' && description.trim() === '' ? 'Describe the business in a sentence or two.' : null
}

/** The input of the call, and a label for the answer. */
export const requestOf = ({ source, website, description, audience }: SuggestDraft) => {
  const { url } = source === 'website' ? readSite(website) : { url: null }
  return {
    input: {
      ...(url === null ? {} : { websiteUrl: url }),
      ...(source === 'description' ? { description: description.trim() } : {}),
      ...(audience.length === 0 ? {} : { audience: [...audience] }),
    },
    about: source === 'website' ? website.trim() : source === 'description' ? 'the description' : 'the brand itself',
  }
}

export const suggest = async (brandId: string): Promise<void> => {
  const { drafts, answers } = useResearch.getState()
  const draft = drafts.get(brandId) ?? EMPTY_DRAFT
  if (answers.get(brandId)?.state === 'asking' || draftProblem(draft) !== null) return
  const { input, about } = requestOf(draft)
  setAnswer(brandId, { state: 'asking' })
  const reply = await ask('research.suggest', { brandId, ...input })
  setAnswer(brandId, reply.ok ? { state: 'done', ...reply.value, about } : { state: 'failed', error: reply.error })
}

export type Mark = BasketRow['state']
/** A keyword and its mark; null: it is not in the basket. */
export type Marked = {
  readonly brandId: string
  readonly keyword: string
  readonly state: Mark | null
  readonly note?: string
}

const perBrand = (rows: readonly Marked[]) => [...Map.groupBy(rows, ({ brandId }) => brandId)]

/** The most that one call takes. */
const ENTRIES_PER_CALL = 1000

/** Saves the mark of each row; false if the desk refused. */
const put = async (rows: readonly Marked[]): Promise<boolean> => {
  for (const [brandId, own] of perBrand(rows)) {
    const entries = own.flatMap(({ keyword, state, note }) =>
      state === null ? [] : [{ keyword, state, ...(note === undefined ? {} : { note }) }],
    )
    const keywords = own.filter(({ state }) => state === null).map(({ keyword }) => keyword)
    const replies = []
    for (let from = 0; from < entries.length; from += ENTRIES_PER_CALL)
      replies.push(await ask('research.saveBasket', { brandId, entries: entries.slice(from, from + ENTRIES_PER_CALL) }))
    for (let from = 0; from < keywords.length; from += ENTRIES_PER_CALL)
      replies.push(
        await ask('research.removeFromBasket', { brandId, keywords: keywords.slice(from, from + ENTRIES_PER_CALL) }),
      )
    const failed = replies.find((reply) => !reply.ok)
    if (failed === undefined || failed.ok) continue
    notifyError('The basket was not changed', failed.error)
    return false
  }
  return true
}

const steps: (() => void)[] = []
const STEPS_MAX = 50

export const undoLastMark = (): boolean => {
  const step = steps.pop()
  step?.()
  return step !== undefined
}

const SAID = { keep: 'kept', drop: 'dropped' } as const

/** Marks rows; null removes them from the basket. */
export const markKeywords = async (rows: readonly Marked[], state: Mark | null): Promise<void> => {
  const changed = rows.filter((row) => row.state !== state)
  const [first] = changed
  if (first === undefined || !(await put(changed.map(({ brandId, keyword }) => ({ brandId, keyword, state }))))) return
  const back = () => void put(changed)
  steps.push(back)
  if (steps.length > STEPS_MAX) steps.shift()
  const what = changed.length === 1 ? isolate(first.keyword) : plural(changed.length, 'keyword')
  const undo = () => {
    const at = steps.indexOf(back)
    if (at >= 0) steps.splice(at, 1)
    back()
  }
  notifyWithUndo(`${what} ${state === null ? 'taken out of the basket' : SAID[state]}`, undo, 'research.mark')
}

const basketKey = ({ brandId, keyword }: Pick<Marked, 'brandId' | 'keyword'>): string =>
  `${brandId} ${keyword.toLocaleLowerCase()}`

/** Keeps keywords of any list; those that are in the basket keep their notes. */
export const addToBasket = async (keywords: readonly Pick<Marked, 'brandId' | 'keyword'>[]): Promise<void> => {
  const reply = await ask('research.basket', { brandIds: [...new Set(keywords.map(({ brandId }) => brandId))] })
  if (!reply.ok) return notifyError('The basket was not changed', reply.error)
  const known = new Map(reply.value.rows.map((row) => [basketKey(row), row]))
  const rows = keywords.map(
    ({ brandId, keyword }): Marked => known.get(basketKey({ brandId, keyword })) ?? { brandId, keyword, state: null },
  )
  if (rows.every(({ state }) => state === 'keep')) notify({ title: 'All of them are in the basket' })
  await markKeywords(rows, 'keep')
}

/** Whether it was saved. The field shows the result. */
export const saveKeywordNote = async (
  { brandId, keyword, state }: Pick<BasketRow, 'brandId' | 'keyword' | 'state'>,
  note: string,
): Promise<boolean> => (await ask('research.saveBasket', { brandId, entries: [{ keyword, state, note }] })).ok
