// Phrases of a private idiom that the vocabulary replaced do not come back in names, comments, tests and pages. Each of
// them has no plain use, so there is no list of exceptions.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const REPLACED: readonly RegExp[] = [
  /what becomes of/i, // results
  /asked anew/i, // asked again
  /came to nothing/i, // failed
  /of its own accord/i, // itself
  /who stands/i, // who is
  /as it stands/i, // unchanged
  /whatever stands/i, // regardless of
  /\bteller\b|createConfirmationTeller/i, // notifier
  /\bcall(ed)? off\b/i, // cancel
  /\blets? go (of|them|it)\b|\bis let go\b/i, // release
  /\bstands? for\b/i, // means, replaces
  /createEmptiness/,
  /\bnoteRead\b/, // recordFreshness
]
/** This page and the one for the window name the phrases. */
const OWN = ['test/shared/plain-language.test.ts', 'test/renderer/banned-phrases.test.ts']

test('sources, tests and pages use no phrase that the vocabulary replaced', () => {
  const folders = ['src-*', 'scripts', 'test', 'docs', '*.md']
  const listed = execFileSync('git', ['ls-files', '--', ...folders], { encoding: 'utf8' }).split('\n')
  const files = listed.filter((file) => /\.(tsx?|mjs|md)$/.test(file) && !OWN.includes(file))
  expect(files.length).toBeGreaterThan(1000)
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line, index) => ({ line, at: `${file}:${index + 1}` }))
      .filter(({ line }) => REPLACED.some((phrase) => phrase.test(line)))
      .map(({ line, at }) => `${at}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})
