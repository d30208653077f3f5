// Phrases that the vocabulary replaced do not come back: in what a user reads (window, messages, command line, README,
// guide), and, where they have no plain use at all, in names, comments and tests. docs/vocabulary.md is the page, and
// test/support/vocabulary.ts its phrases as patterns.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type FoundText, textsOfPage, textsOfSource } from '../support/user-texts.ts'
import { IDIOMS, REPLACED } from '../support/vocabulary.ts'

/** This page and its list name the phrases. */
const OWN = ['test/shared/plain-language.test.ts', 'test/support/vocabulary.ts', 'docs/vocabulary.md']
/** Reports have other languages, in which these phrases mean something else. */
const OTHER_LANGUAGES = /^src-main\/reports\/texts\/(?!en|texts)/

const listed = execFileSync('git', ['ls-files', '--', 'src-*', 'scripts', 'test', 'docs', '*.md'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(tsx?|mjs|md)$/.test(file) && !OWN.includes(file) && !OTHER_LANGUAGES.test(file))

const problemsIn = (file: string, texts: readonly FoundText[]): string[] =>
  texts.flatMap(({ text, line }) =>
    REPLACED.filter(({ pattern, exceptIn }) => pattern.test(text) && exceptIn?.test(file) !== true).map(
      ({ say }) => `${file}:${line}: "${text}" (say: ${say})`,
    ),
  )

const textsOf = (file: string, source: string): FoundText[] =>
  file.endsWith('.md') ? textsOfPage(source) : textsOfSource(source, file.endsWith('x') ? 'tsx' : 'ts')

/** The window, the messages and the command line of the desk, and the pages for its users. */
const READ_BY_USERS = /^(src-renderer|src-main|src-shared)\/.*\.tsx?$|^README\.md$|^docs\/guide\/.*\.md$/

test('texts for users have no phrase that the vocabulary replaced', () => {
  const files = listed.filter((file) => READ_BY_USERS.test(file))
  expect(files.length).toBeGreaterThan(800)
  expect(files.flatMap((file) => problemsIn(file, textsOf(file, readFileSync(file, 'utf8'))))).toEqual([])
})

/** Of one, it is wrong: `plural` knows. */
const COUNT = /formatWhole\([^{}]*\)\}(<\/b>)? (clicks|impressions|keywords|rows)\b/

test('the window counts with a singular', () => {
  const files = listed.filter((file) => file.startsWith('src-renderer/'))
  expect(files.filter((file) => COUNT.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('sources, tests and pages use no idiom that the vocabulary replaced', () => {
  const found = listed.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line, index) => ({ line, at: `${file}:${index + 1}` }))
      .filter(({ line }) => IDIOMS.some((idiom) => idiom.test(line)))
      .map(({ line, at }) => `${at}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})

test.each(REPLACED.flatMap(({ not }) => not))('check finds "%s" in a label, a message and a page', (phrase) => {
  const sentence = `Now shown: ${phrase} here`
  const label = phrase.replace(/^./, (first) => first.toUpperCase())
  // Some words are replaced as a whole label only, such as the button "Look".
  const isLabel = !REPLACED.some(({ pattern }) => pattern.test(sentence))
  const found = [
    problemsIn(
      'src-renderer/view.tsx',
      textsOfSource(`export const View = () => <b>${isLabel ? label : sentence}</b>`, 'tsx'),
    ),
    problemsIn(
      'src-main/room.ts',
      textsOfSource(`notify(\`\${brand} ${isLabel ? `\${x}${label}` : sentence}\`)`, 'ts'),
    ),
    problemsIn('README.md', textsOfPage(`# Title\n\n${isLabel ? label : sentence}`)),
  ]
  expect(found.map((problems) => problems.length > 0)).toEqual([true, true, true])
})

/** Rows of the page that no pattern finds: names of places that the window still has, and words with a plain use too. */
const NOT_FOUND_BY_PATTERN = [
  'look (button)',
  'cannibalisation',
  'assistants (the place), connectors',
  'annotations, marks on a day',
  'batches (of reports), packs',
  'held on this machine',
  'whole days … are over',
  'stage, staged (permissions)',
  'search visibility (of a cluster)',
]

test('each row of the vocabulary page is checked, or listed here', () => {
  const [, part = ''] = readFileSync('docs/vocabulary.md', 'utf8').split('## What the user reads')
  const rows = [...(part.split('\n## ')[0] ?? '').matchAll(/^\| (.+?) \| (.+?) \|$/gm)]
  const phrases = rows
    .map(([, not = '', say = '']) => ({ not, say }))
    .filter(({ not, say }) => not !== 'not' && !say.startsWith('stay'))
  expect(phrases.length).toBeGreaterThan(50)
  const isFound = (not: string) =>
    REPLACED.some(({ pattern }) => [not, ...not.split(/[,;] /)].some((one) => pattern.test(one)))
  expect(phrases.map(({ not }) => not).filter((not) => !isFound(not))).toEqual(NOT_FOUND_BY_PATTERN)
})

test('text finder reads JSX, strings and templates, and leaves imports, types and SQL out', () => {
  const code = `import './a b'; type T = 'c d'; const x = <p title={\`e f \${1} g h\`}>i j {'k l'} {'SELECT m n'}</p>`
  expect(textsOfSource(code, 'tsx').map(({ text }) => text)).toEqual(['e f', 'g h', 'i j', 'k l'])
  expect(textsOfPage('a b\n```\nc d\n```\n`e` f').map(({ text, line }) => [text, line])).toEqual([
    ['a b', 1],
    ['f', 5],
  ])
})
