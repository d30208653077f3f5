// Where the variables are in a text, and what completes the one that is being typed.
import { tagOf, VARIABLES, type Variable } from './variables.ts'

export type Mark = { readonly text: string; readonly kind: 'text' | 'variable' | 'unknown' }

const TAG = /\{\{-?[^{}]*\}\}/g
const NAME = /^\{\{-?\s*([A-Za-z_][\w.-]*)/
const UNKNOWN = /\{\{ (.+?) \}\}, which no recipient has/

/** The names that the desk found unknown, out of its messages. */
export const unknownNames = (messages: readonly string[]): ReadonlySet<string> =>
  new Set(messages.flatMap((message) => UNKNOWN.exec(message)?.[1] ?? []))

/** The text in pieces, each variable by itself. */
export const marksOf = (text: string, unknown: ReadonlySet<string>): readonly Mark[] => {
  const marks: Mark[] = []
  let from = 0
  for (const found of text.matchAll(TAG)) {
    const [tag] = found
    if (found.index > from) marks.push({ text: text.slice(from, found.index), kind: 'text' })
    marks.push({ text: tag, kind: unknown.has(NAME.exec(tag)?.[1] ?? '') ? 'unknown' : 'variable' })
    from = found.index + tag.length
  }
  if (from < text.length) marks.push({ text: text.slice(from), kind: 'text' })
  return marks
}

const OPEN_TAG = /\{\{-?[ \t]*([\w.]*)$/
const CLOSING = /^[ \t]*\}\}/

/** The variable that is being typed: from where, up to where, and its beginning; null: none is. */
export const typedVariable = (text: string, caret: number) => {
  const found = OPEN_TAG.exec(text.slice(0, caret))
  if (found === null) return null
  const closing = CLOSING.exec(text.slice(caret))?.[0].length ?? 0
  return { start: found.index, end: caret + closing, typed: (found[1] ?? '').toLowerCase() }
}

/** Variables whose name or label has what was typed; those that begin with it come first. */
export const completions = (typed: string, own: readonly string[]): readonly Variable[] => {
  const all = [...VARIABLES, ...own.map((name) => ({ label: name, code: name }))]
  const fitting = all.filter(({ code, label }) => `${code} ${label}`.toLowerCase().includes(typed))
  const isFirst = ({ code }: Variable) => code.toLowerCase().startsWith(typed)
  return [...fitting.filter(isFirst), ...fitting.filter((one) => !isFirst(one))]
}

/** The text with the typed variable completed; `caret` is the place after it. */
export const completed = (
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  { code }: Variable,
): { text: string; caret: number } => {
  const tag = tagOf(code)
  return { text: `${text.slice(0, start)}${tag}${text.slice(end)}`, caret: start + tag.length }
}
