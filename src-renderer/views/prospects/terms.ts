import { LIMITS } from '../../../src-shared/service/limits.ts'

const { findPeopleTermsMin: MIN, findPeopleTermsMax: MAX } = LIMITS

const caseFold = (term: string): string => term.trim().toLowerCase()

/** Trimmed, without empty terms and without terms that differ only by case; the first spelling stays. */
export const distinctTerms = (terms: readonly string[]): string[] => {
  const seen = new Set<string>()
  return terms.flatMap((term) => {
    const text = term.trim()
    if (text === '' || seen.has(caseFold(text))) return []
    seen.add(caseFold(text))
    return [text]
  })
}

/** Splits typed or pasted text into titles. */
export const splitTerms = (terms: readonly string[]): string[] =>
  distinctTerms(terms.flatMap((term) => term.split(/[,;\n]/)))

/** Why these job titles cannot be searched for; null: they can. */
export const termProblem = (terms: readonly string[]): string | null => {
  const { length } = distinctTerms(terms)
  if (length < MIN) return `${MIN - length} more: enter at least ${MIN} titles, or none to use the default roles.`
  return length > MAX ? `${length - MAX} too many: enter at most ${MAX} titles.` : null
}
