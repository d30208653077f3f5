// Texts that a person may read, of a source file or a page: what the check of the vocabulary goes through.
import { parseAst } from 'vite'

type Text = { readonly text: string; readonly at: number }
export type FoundText = { readonly text: string; readonly line: number }

const isNode = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** JSX text, strings and the fixed parts of templates; a gap of a template is a comma. Imports and types are none. */
const textsIn = (node: unknown): Text[] => {
  if (Array.isArray(node)) return node.flatMap(textsIn)
  if (!isNode(node)) return []
  const at = Number(node.start ?? 0)
  if (node.type === 'ImportDeclaration' || node.type === 'TSLiteralType') return []
  if (node.type === 'TemplateElement' && isNode(node.value)) return [{ text: String(node.value.cooked), at }]
  if (node.type === 'JSXText' || (node.type === 'Literal' && typeof node.value === 'string'))
    return [{ text: String(node.value), at }]
  return Object.values(node).flatMap(textsIn)
}

/** A name of the code (`act`, `intents.act`, a class, a path) has no space and no capital; a text has one of them. */
const isProse = (text: string): boolean => /^[A-Z]\p{L}+$/u.test(text) || /\p{L}(?: +| · |: |, )\p{L}/u.test(text)

/** Statements of SQL and their parts. */
const isSql = (text: string): boolean =>
  /\b(SELECT|FROM|WHERE|INSERT|UPDATE|DELETE|SET|JOIN|VALUES|ORDER BY|AND|AS|ON CONFLICT|LIMIT|CREATE|ALTER|PRAGMA)\b/.test(
    text,
  )

const lineAt = (source: string, at: number): number => source.slice(0, at).split('\n').length

export const textsOfSource = (source: string, lang: 'ts' | 'tsx'): FoundText[] =>
  textsIn(parseAst(source, { lang }))
    .map(({ text, at }) => ({ text: text.replaceAll(/\s+/g, ' ').trim(), line: lineAt(source, at) }))
    .filter(({ text }) => isProse(text) && !isSql(text))

/** The sentences of a page, without its code. */
export const textsOfPage = (page: string): FoundText[] =>
  page
    .replaceAll(/```[\s\S]*?```/g, (code) => code.replaceAll(/[^\n]/g, ''))
    .split('\n')
    .map((text, index) => ({ text: text.replaceAll(/`[^`]*`/g, '').trim(), line: index + 1 }))
    .filter(({ text }) => text !== '')
