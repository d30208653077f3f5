// Where the service cuts a text, counted as it counts: by code points.
import { LIMITS } from '../../../src-shared/service/limits.ts'

export const SUBJECT_MAX = LIMITS.subjectCharactersMax
export const BODY_MAX = LIMITS.bodyCharactersMax

export type Cut = { readonly kept: string; readonly gone: string }

/** What the service keeps of a text, and what it would cut off. */
export const cutAt = (text: string, max: number): Cut => {
  if (text.length <= max) return { kept: text, gone: '' }
  const characters = [...text]
  return { kept: characters.slice(0, max).join(''), gone: characters.slice(max).join('') }
}
