// Phrases of a private idiom that the vocabulary replaced do not come back in names, comments, tests and pages. Each of
// them has no plain use; only landed migrations keep theirs.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const REPLACED: readonly RegExp[] = [
  /what becomes of/i, // results
  /came to nothing/i, // failed
  /of its own accord/i, // itself
  /who stands/i, // who is
  /as it stands/i, // unchanged
  /whatever stands/i, // regardless of
  /\bteller\b|createConfirmationTeller/i, // notifier
  /\bcall(ed)? off\b/i, // cancel
  /\blets? go (of|them|it)\b|\bis let go\b/i, // release
  /\bstands? for\b/i, // means, replaces
  /\b(is|are|was|were) told\b|\btold of\b/i, // shows, is reported, is notified
  /\bbecame of\b/i, // result
  /\banew\b/i, // again
  /\btaken back\b/i, // unsent, undone, reset
  /\banother hand\b/i, // another user
  /\blaid over\b/i, // merged into
  /\bkept apart\b/i, // separate
  /createEmptiness/,
  /\bnoteRead\b/, // recordFreshness
]
/** This page and the one for the window name the phrases. */
const OWN = ['test/shared/plain-language.test.ts', 'test/renderer/banned-phrases.test.ts']
/** Landed migrations keep their text (test/main/store/landed-migrations.test.ts). */
const LANDED = /^src-main\/store\/migrations\//

test('sources, tests and pages use no phrase that the vocabulary replaced', () => {
  const folders = ['src-*', 'scripts', 'test', 'docs', '*.md']
  const listed = execFileSync('git', ['ls-files', '--', ...folders], { encoding: 'utf8' }).split('\n')
  const files = listed.filter((file) => /\.(tsx?|mjs|md)$/.test(file) && !OWN.includes(file) && !LANDED.test(file))
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
