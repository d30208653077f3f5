// Each claim about security names a test that proves it: the file exists, and has a test of that name.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const page = readFileSync(join(root, 'docs/security.md'), 'utf8')

/** `file`: one name; another name */
const CLAIM = /`([\w./-]+\.test\.ts)`: ([^|`]+)/g

/** Words alone: names in the tests have quotes of several kinds, and end in what they insert. */
const plain = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, ' ')

const proofs = [...page.matchAll(CLAIM)].flatMap(([, file = '', names = '']) =>
  names
    .split(';')
    .map((name) => name.replace(/\(.*\)/, '').trim())
    .filter((name) => name !== '')
    .map((name) => ({ file, name })),
)

const isProved = ({ file, name }: { readonly file: string; readonly name: string }): boolean => {
  const path = join(root, 'test', file)
  return existsSync(path) && plain(readFileSync(path, 'utf8')).includes(plain(name))
}

test('each claim about security names a test that is there', () => {
  expect(proofs.length).toBeGreaterThan(35)
  expect(proofs.filter((proof) => !isProved(proof))).toEqual([])
  const rows = page.split('\n').filter((line) => /^\| [a-z]/.test(line) && !/^\| (claim|---)/.test(line))
  expect(rows.filter((row) => !/`[\w./-]+\.test\.ts`: /.test(row))).toEqual([])
})

test('a claim with a name that no test has is found', () => {
  expect(isProved({ file: 'shared/named-paths.test.ts', name: 'each claim about nothing' })).toBe(false)
  expect(isProved({ file: 'shared/gone.test.ts', name: 'each claim' })).toBe(false)
})
