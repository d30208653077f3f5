// Where the service cuts a text; it counts code points.
import { LIMITS } from '../../../src-shared/service/limits.ts'

export const SUBJECT_MAX = LIMITS.subjectCharactersMax
export const BODY_MAX = LIMITS.bodyCharactersMax

export type Cut = { readonly kept: string; readonly gone: string }

/** The part of a text that the service keeps, and the part that it cuts. */
export const cutAt = (text: string, max: number): Cut => {
  if (text.length <= max) return { kept: text, gone: '' }
  const characters = [...text]
  return { kept: characters.slice(0, max).join(''), gone: characters.slice(max).join('') }
}
