import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const FOLDERS = ['src-main', 'src-renderer', 'src-sandbox', 'src-shared', 'docs', 'README.md', 'ARCHITECTURE.md']
/** Pages that are not in the repository: a design page, or a numbered part of the interface. */
const LOST = /\bDESIGN\b|interface[^.]{0,40}\bsection \d|\(section \d+\)|\brule \d+\)/

test('sources and docs refer only to pages in the repository', () => {
  const files = execFileSync('git', ['ls-files', ...FOLDERS], { encoding: 'utf8' }).split('\n')
  const texts = files.filter((file) => /\.(ts|tsx|md|css|mjs)$/.test(file))
  expect(texts.length).toBeGreaterThan(100)
  expect(texts.filter((file) => LOST.test(readFileSync(file, 'utf8')))).toEqual([])
})
