import { expect, test } from 'vitest'
import { issuesByLine, parseEntries } from '../../../../src-renderer/views/suppressions/parse-entries.ts'

const text =
  'email,reason\r\nann@one.example, asked us, twice\n\n two.example \tbounced\nANN@one.example\n"three.example"'

test('entries are one per line with their own or the common reason; headings and repeats are left out', () => {
  expect(parseEntries(text, ' a competitor ')).toEqual([
    { line: 2, value: 'ann@one.example', reason: 'asked us, twice' },
    { line: 4, value: 'two.example', reason: 'bounced' },
    { line: 6, value: 'three.example', reason: 'a competitor' },
  ])
})

test('issues of the desk are shown by line', () => {
  const issues = [
    { path: 'entries.1.value', message: 'is no address or domain' },
    { path: 'entries.9.value', message: 'is nowhere' },
  ]
  expect(issuesByLine(parseEntries(text, ''), issues)).toEqual([
    { line: 4, value: 'two.example', message: 'is no address or domain' },
  ])
})
