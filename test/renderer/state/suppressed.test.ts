import { expect, test } from 'vitest'
import { suppressionOf } from '../../../src-renderer/state/suppressed.ts'
import type { Suppression } from '../../../src-shared/desk/outreach-care.ts'

const entry = (kind: Suppression['kind'], value: string): Suppression => ({
  kind,
  value,
  reason: '',
  createdAt: '2026-11-20T10:00:00.000Z',
})
const book = new Map([entry('address', 'ann@one.example'), entry('domain', 'two.example')].map((it) => [it.value, it]))

test.each([
  ['Ann@One.example', 'ann@one.example'],
  ['anyone@two.example', 'two.example'],
  ['anyone@mail.two.example', 'two.example'],
])('%s is suppressed by %s', (email, by) => {
  expect(suppressionOf(book, email)?.value).toBe(by)
})

test.each(['ben@one.example', 'ann@nottwo.example', 'ann@example', null])('%s is not', (email) => {
  expect(suppressionOf(book, email)).toBeNull()
})
