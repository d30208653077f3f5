import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../docs/decisions')

const pages = () =>
  readdirSync(folder)
    .filter((file) => file !== 'README.md')
    .toSorted()
const headingOf = (file: string) => readFileSync(join(folder, file), 'utf8').split('\n')[0] ?? ''

test('every decision page has a number of its own, in its name and in its heading', () => {
  const files = pages()
  const numbers = files.map((file) => Number(file.slice(0, 4)))
  expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other))
  const headings = files.map(headingOf)
  expect(headings.map((heading) => Number(/^# (\d+)\./.exec(heading)?.[1]))).toEqual(numbers)
})

/** Numbers of pages that were merged, as the status of the page that has them now lists them: "was 48 to 50, 55 and 56". */
const mergedIn = (status: string): number[] =>
  [...status.matchAll(/(\d+)(?: to (\d+))?/g)].flatMap(([, first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => Number(first) + index),
  )

test('a number is missing only if the index says which page it was merged into', () => {
  const present = pages().map((file) => Number(file.slice(0, 4)))
  const index = readFileSync(join(folder, 'README.md'), 'utf8')
  const merged = [...index.matchAll(/; was (.+) \|$/gm)].flatMap(([, numbers = '']) => mergedIn(numbers))
  const all = new Set([...present, ...merged])
  expect([...all].toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: present.at(-1) ?? 0 }, (_, n) => n + 1),
  )
})

test('the index has a line with a status for every decision', () => {
  const index = readFileSync(join(folder, 'README.md'), 'utf8').split('\n')
  const lines = index.flatMap((line) => /^\| (\d+) \| (\[.+\]\(.+\.md\)) \| \S.* \|$/.exec(line)?.slice(1) ?? [])
  const expected = pages().flatMap((file) => {
    const [, number = '', title = ''] = /^# (\d+)\. (.+)$/.exec(headingOf(file)) ?? []
    return [number, `[${title}](${file})`]
  })
  expect(lines).toEqual(expected)
})
