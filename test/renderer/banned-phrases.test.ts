// The window says "action", "Unsend" and "Results": phrases that the vocabulary replaced do not come back.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'

const sources = join(import.meta.dirname, '..', '..', 'src-renderer')

const BANNED: readonly RegExp[] = [
  /\bacts?\b/i,
  /\bcame to\b|how it ended|\bremark\b/i,
  /^look$|\blook (again|at)\b|\blooked at\b/i,
  /\blet (them|all|\S+) go\b|\bsends? were not\b|all sends\b/i,
  /\bcall(ed)? (it |them )?off\b/i,
  /\btake back\b|\btaken back\b|^unqueue\b/i,
  /what bec(omes|ame) of/i,
  /\bsaved here\b/i,
  /\bmend(ed|s)?\b|\bchange it\b/i,
  /\bto be accepted\b|\baccept or\b/i,
  /\bnothing is sent from here\b/i,
  /\bhow it goes\b|what goes, brand by brand|\bbrand by brand\b/i,
  /\bwritten to\b|\btheir site\b|\bwrites to\b/i,
  /waits in the queue|brackets were/i,
  /is not known\b|\bare not known\b/i,
  /does not buy|looked for at\b|discovery runs/i,
  /^well$|all well|desk running/i,
  /review window|\bagainst\b/i,
  /in what the filters ask|\bfits?\b|usual columns|positions of 28 days/i,
  /may come back|expected back|\ba month\b|requests a minute\b|is UTC’s/i,
  /\bstands? for\b|\bwhom\b|\bstands?\b|\bstood\b/i,
  /\banew\b|\bread again\b|\btold\b|\btells? of\b/i,
  /none refused|put it away|secret before|\bapplied again\b/i,
  /\bguess(ed)?\b|one a (chip|line)\b|· mine\b|^mine:/i,
  /last look\b|whatever\b|nothing is called|single letters|not whole/i,
  /\bto go on\b|\bgoes? on\b|\bby itself\b|\beverybody\b|going out\b|\bgo(es)? out\b|\bgone out\b/i,
]

type Text = { readonly text: string; readonly at: number }

const isNode = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Text that a person may read: JSX text, strings and the fixed parts of templates. Imports and types are none. */
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
const isProse = (text: string): boolean => /^[A-Z]\p{L}+$/u.test(text) || /\p{L} +\p{L}/u.test(text)

const findings = (file: string): string[] => {
  const source = readFileSync(join(sources, file), 'utf8')
  return textsIn(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
    .map(({ text, at }) => ({
      text: text.replaceAll(/\s+/g, ' ').trim(),
      line: source.slice(0, at).split('\n').length,
    }))
    .filter(({ text }) => isProse(text) && BANNED.some((phrase) => phrase.test(text)))
    .map(({ text, line }) => `${file}:${line}: ${text}`)
}

test('window uses no phrase that the vocabulary replaced', () => {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
  expect(files.flatMap(findings)).toEqual([])
})

test('text finder reads JSX, strings and templates, and leaves imports and types out', () => {
  const code = `import './a b'; type T = 'c d'; const x = <p title={\`e \${1} f\`}>g h {'i j'}</p>`
  expect(textsIn(parseAst(code, { lang: 'tsx' })).map(({ text }) => text)).toEqual(['e ', ' f', 'g h ', 'i j'])
})
