import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../docs/decisions')

test('every decision page has a number of its own, in its name and in its heading', () => {
  const files = readdirSync(folder).toSorted()
  const numbers = files.map((file) => Number(file.slice(0, 4)))
  expect(numbers).toEqual(files.map((_, index) => index + 1))
  const headings = files.map((file) => readFileSync(join(folder, file), 'utf8').split('\n')[0] ?? '')
  expect(headings.map((heading) => Number(/^# (\d+)\./.exec(heading)?.[1]))).toEqual(numbers)
})
