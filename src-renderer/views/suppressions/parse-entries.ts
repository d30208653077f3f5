// A pasted list of addresses and domains: one per line, with an optional reason after a tab, a comma or a semicolon.
import type { FieldIssue } from '../../../src-shared/desk/errors.ts'
import { issueText } from '../../format/errors.ts'
import type { Entry } from '../../state/suppressed.ts'

export type PastedEntry = Entry & {
  /** Line in the pasted text, from 1. */
  readonly line: number
}

const unquote = (text: string): string =>
  text
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .replaceAll('""', '"')
    .trim()

const HEADING = /^(e-?mail|address|domain|value|site)$/i

/** The entries in order, without empty lines, a heading and repeated values. */
export const parseEntries = (text: string, reason: string): readonly PastedEntry[] => {
  const seen = new Set<string>()
  return text.split(/\r\n|\r|\n/).flatMap((raw, index) => {
    const cut = raw.search(/[\t,;]/)
    const value = unquote(cut === -1 ? raw : raw.slice(0, cut))
    const own = cut === -1 ? '' : unquote(raw.slice(cut + 1))
    const key = value.toLowerCase()
    if (value === '' || seen.has(key) || (index === 0 && HEADING.test(value))) return []
    seen.add(key)
    return [{ line: index + 1, value, reason: own === '' ? reason.trim() : own }]
  })
}

export type BadLine = { readonly line: number; readonly value: string; readonly message: string }

/** The desk's issues (`entries.3.value`) by line of the list. */
export const issuesByLine = (entries: readonly PastedEntry[], issues: readonly FieldIssue[]): readonly BadLine[] =>
  issues.flatMap((issue) => {
    const match = /^entries\.(\d+)(?:\.|$)/.exec(issue.path)
    const entry = match === null ? undefined : entries[Number(match[1])]
    return entry === undefined ? [] : [{ line: entry.line, value: entry.value, message: issueText(issue) }]
  })

/** The text with these lines alone, and their new numbers. */
export const keepLines = (text: string, lines: readonly BadLine[]): { text: string; lines: readonly BadLine[] } => {
  const all = text.split(/\r\n|\r|\n/)
  return {
    text: lines.map(({ line }) => all[line - 1] ?? '').join('\n'),
    lines: lines.map((bad, index) => ({ ...bad, line: index + 1 })),
  }
}
