import { LIMITS } from '../../../src-shared/service/limits.ts'

const { findPeopleTermsMin: MIN, findPeopleTermsMax: MAX } = LIMITS

const fold = (term: string): string => term.trim().toLowerCase()

/** Trimmed, without empty ones and without those that differ by case alone; the first spelling stays. */
export const distinctTerms = (terms: readonly string[]): string[] => {
  const seen = new Set<string>()
  return terms.flatMap((term) => {
    const text = term.trim()
    if (text === '' || seen.has(fold(text))) return []
    seen.add(fold(text))
    return [text]
  })
}

/** What was typed or pasted in one go, title by title. */
export const splitTerms = (terms: readonly string[]): string[] =>
  distinctTerms(terms.flatMap((term) => term.split(/[,;\n]/)))

/** Why these job titles cannot be searched for; null where they can. */
export const termProblem = (terms: readonly string[]): string | null => {
  const { length } = distinctTerms(terms)
  if (length < MIN) return `${MIN - length} more: enter at least ${MIN} titles, or none to use the default roles.`
  return length > MAX ? `${length - MAX} too many: enter at most ${MAX} titles.` : null
}
