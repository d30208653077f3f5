// The quick check of a reply may refuse what the schema takes, never the other way round.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { guardOf } from '../../../src-shared/service/guard.ts'
import { OPERATION_NAMES, operations } from '../../../src-shared/service/operations.ts'
import { TopKeywordsReplySchema } from '../../../src-shared/service/rank-tracking.ts'

const NAMES = [
  'items',
  'nextCursor',
  'keyword',
  'clicks',
  'impressions',
  'ctr',
  'position',
  'rankedPages',
  'page',
  'id',
]
const anyJson = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(null, true, 0, 1.5, 'text', Number.POSITIVE_INFINITY),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 6 }),
  ),
})).value

const measures = { clicks: 1, impressions: 2, ctr: 0.5 }
const reply = {
  items: [
    {
      keyword: 'a',
      ...measures,
      position: null,
      languageId: 'en',
      rankedPages: [{ page: '/', ...measures, extra: [] }],
    },
    { keyword: 'b', ...measures, position: 2.5, isStarred: true, pages: 0, own: { field: 1 } },
  ],
  nextCursor: null,
}
/** Every path of a value with one thing at its end replaced or taken out. */
const changed = (value: unknown): unknown[] => {
  if (typeof value !== 'object' || value === null) return []
  const parts = Object.entries(value)
  return parts.flatMap(([name, part]) => {
    const other = [null, true, 'text', 1, Number.NaN, [], {}, undefined, ...changed(part)]
    return other.map((next) => {
      if (Array.isArray(value)) return value.map((own, index) => (String(index) === name ? next : own))
      return { ...value, [name]: next }
    })
  })
}

test('the quick check agrees with the schema, when any part of a reply is replaced', () => {
  const guard = guardOf(TopKeywordsReplySchema)
  expect(guard?.(reply)).toBe(true)
  const replies = changed(reply)
  expect(replies.length).toBeGreaterThan(200)
  for (const one of replies) expect([one, guard?.(one)]).toEqual([one, TopKeywordsReplySchema.safeParse(one).success])
})

test.each(OPERATION_NAMES)('what the quick check of %s takes, its schema returns as it is', (name) => {
  const schema: z.ZodType = operations[name].response
  const guard = guardOf(schema)
  if (guard === null) return expect(() => schema.safeParse({})).not.toThrow()
  fc.assert(
    fc.property(anyJson, (json) => {
      if (guard(json)) expect(schema.parse(json)).toEqual(json)
    }),
    { numRuns: 300 },
  )
})

test.each([
  ['converts', z.looseObject({ a: z.string().transform(Number) })],
  ['has a default', z.looseObject({ a: z.string().default('x') })],
  ['refines', z.looseObject({ a: z.string().min(1) })],
  ['coerces', z.looseObject({ a: z.coerce.number() })],
  ['drops fields', z.object({ a: z.string() })],
  ['refuses fields', z.strictObject({ a: z.string() })],
  ['has a choice', z.union([z.string(), z.number()])],
  ['refines a whole', z.looseObject({}).refine(() => false)],
  ['refines a list', z.array(z.string()).min(1)],
])('a schema that %s has no quick check', (_what, schema) => {
  expect(guardOf(schema)).toBeNull()
})
