import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type FieldMap, FieldMapSchema, toOurFields, toWireFields } from '../../../src-shared/service/fields.ts'

describe('fields of a reply', () => {
  const cases: [string, FieldMap, unknown, unknown][] = [
    ['a field is read from its wire name', { brandId: 'team.id' }, { team: { id: 't1' } }, { brandId: 't1' }],
    [
      'a field of array elements is read from each element',
      { 'tools[].default': 'tools[].defaultState' },
      { tools: [{ name: 'a', defaultState: 'allow' }, { name: 'b' }] },
      { tools: [{ name: 'a', default: 'allow' }, { name: 'b' }] },
    ],
    [
      'an array moves whole with the first entry that names a field of it',
      { 'tools[].default': 'permissions[].defaultState' },
      { brandId: 't1', permissions: [{ name: 'a', defaultState: 'allow', beta: 1 }] },
      { brandId: 't1', tools: [{ name: 'a', default: 'allow', beta: 1 }] },
    ],
    [
      'an entry for the array alone renames it with everything in it',
      { tools: 'permissions' },
      { permissions: [{ name: 'a' }] },
      { tools: [{ name: 'a' }] },
    ],
    [
      'an entry for the elements is an entry for the array',
      { 'tools[]': 'permissions[]' },
      { permissions: [{ name: 'a' }] },
      { tools: [{ name: 'a' }] },
    ],
    [
      'entries for an object and for fields in it go together, in any order',
      { 'coverage.total': 'cover.sum', coverage: 'cover', 'coverage.unused': 'rest' },
      { cover: { sum: 9, planned: 2 }, rest: 4 },
      { coverage: { total: 9, planned: 2, unused: 4 } },
    ],
    [
      'arrays in arrays keep their elements apart',
      { 'items[].rankedPages[].page': 'rows[].pages[].url' },
      { rows: [{ pages: [{ url: 'x' }, { url: 'y' }] }, { pages: [] }] },
      { items: [{ rankedPages: [{ page: 'x' }, { page: 'y' }] }, { rankedPages: [] }] },
    ],
    [
      'a reply that is an array is read as the array of the entry',
      { 'models[].modelId': '[].id' },
      [{ id: 'm1', isActive: true }],
      { models: [{ modelId: 'm1', isActive: true }] },
    ],
    ['names can be swapped', { name: 'label', label: 'name' }, { name: 'N', label: 'L' }, { name: 'L', label: 'N' }],
    ['null is a value', { customInterval: 'custom' }, { custom: null }, { customInterval: null }],
    ['the wire field of our own name is another field', { status: 'state' }, { status: 200 }, {}],
  ]
  it.each(cases)('%s', (_, map, wire, ours) => {
    expect(toOurFields(map, wire)).toEqual(ours)
  })

  it('stay unchanged if the value does not match the paths', () => {
    const map = { 'tools[].name': 'list[].id', 'a.b': 'c.d' }
    for (const value of [null, 'text', 7, [], [{ list: 1 }], { other: [1] }])
      expect(toOurFields(map, value)).toEqual(value)
    expect(toOurFields(map, { list: 'none', c: 5 })).toEqual({ tools: 'none', c: 5 })
  })

  it('do not change the body that they are read from', () => {
    const wire = { list: [{ id: 'a', deep: { x: 1 } }] }
    const before = structuredClone(wire)
    toOurFields({ 'tools[].name': 'list[].id', 'tools[].deep.y': 'list[].deep.x' }, wire)
    expect(wire).toEqual(before)
  })
})

test('without a map a body is the same value', () => {
  const body = { items: [1] }
  expect(toOurFields(undefined, body)).toBe(body)
  expect(toWireFields(undefined, body)).toBe(body)
})

test('a request is written under the wire names', () => {
  const map = { articleSlug: 'article.slug', 'items[].articleSlug': 'entries[].slug', publishAt: 'article.at' }
  expect(toWireFields(map, { articleSlug: 'a', items: [{ articleSlug: 'a' }], status: 'draft' })).toEqual({
    article: { slug: 'a' },
    entries: [{ slug: 'a' }],
    status: 'draft',
  })
})

describe('a map of fields', () => {
  const problems = (map: unknown) => FieldMapSchema.safeParse(map).error?.issues.map(({ path }) => path.join('/')) ?? []

  it.each(['', '.', 'a.', '.a', 'a..b', 'a[', 'a]', 'a[0]', '[]a', 'a[].[]', ' a', 'a ', 'x'.repeat(201)])(
    'refuses the path %j on either side',
    (path) => {
      expect(problems({ [path]: 'ok' })).toContain(path)
      expect(problems({ ok: path })).toContain('ok')
    },
  )

  it.each(['__proto__', 'constructor', 'prototype', 'a.__proto__.b', 'a[].constructor', '__proto__[].a'])(
    'refuses %j on either side, and nothing is polluted',
    (path) => {
      const ours: unknown = JSON.parse(`{${JSON.stringify(path)}:"wire"}`)
      expect(problems(ours)).not.toEqual([])
      expect(problems({ ours: path })).not.toEqual([])
      toOurFields({ [path]: 'wire' }, { wire: { polluted: true } })
      toWireFields({ ours: path }, { ours: { polluted: true } })
      expect({}).not.toHaveProperty('polluted')
    },
  )

  it.each([
    ['two fields from one place', { a: 'x', b: 'x' }, 'b'],
    ['an unequal number of []', { 'a[].b': 'x' }, 'a[].b'],
    ['one array from two', { 'a[].b': 'x[].b', 'a[].c': 'y[].c' }, 'a[].c'],
    ['two arrays from one', { 'a[].b': 'x[].b', 'c[].d': 'x[].d' }, 'c[].d'],
    ['an array and its elements from two places', { a: 'x', 'a[].b': 'y[].b' }, 'a[].b'],
    ['two arrays from the whole body', { 'a[].b': '[].b', 'c[].d': '[].d' }, 'c[].d'],
  ])('refuses %s and names the entry', (_, map, entry) => {
    expect(problems(map)).toEqual([entry])
  })

  it('accepts an array, its elements and their fields in any order', () => {
    const entries: [string, string][] = [
      ['a', 'x'],
      ['a[]', 'x[]'],
      ['a[].b', 'x[].y'],
      ['a[].c.d', 'x[].y2.z'],
    ]
    expect(problems(Object.fromEntries(entries))).toEqual([])
    expect(problems(Object.fromEntries(entries.toReversed()))).toEqual([])
  })
})

// Bodies of a known shape with renamed names at every level, and fields beside them that no entry names.
const NAMES = ['brandId', 'tools', 'name', 'label', 'pages', 'page', 'cover', 'total', 'toString', 'valueOf', 'length']
const name = fc.constantFrom(...NAMES)
const extra = fc.dictionary(fc.constantFrom('extra1', 'extra2', 'hasOwnProperty'), fc.jsonValue({ maxDepth: 2 }), {
  maxKeys: 3,
})
const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))

type Shape = { readonly [field: string]: 'leaf' | { readonly object?: Shape; readonly array?: Shape } }
const { shape } = fc.letrec<{ shape: Shape; field: Shape[string] }>((tie) => ({
  shape: fc.dictionary(name, tie('field'), { minKeys: 1, maxKeys: 4 }),
  field: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constant('leaf' as const),
    tie('shape').map((object) => ({ object })),
    tie('shape').map((array) => ({ array })),
  ),
}))

const bodyOf = (of: Shape): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .tuple(
      extra,
      fc.record(
        Object.fromEntries(
          Object.entries(of).map(([field, inner]) => {
            if (inner === 'leaf') return [field, leaf]
            if (inner.array !== undefined) return [field, fc.array(bodyOf(inner.array), { maxLength: 3 })]
            return [field, bodyOf(inner.object ?? {}).filter((body) => Object.keys(body).length > 0)]
          }),
        ),
        { requiredKeys: [] },
      ),
    )
    .map(([more, body]) => ({ ...more, ...body }))

/** Every field of the shape under a new name, by its path. */
const renamed = (of: Shape, prefix: readonly [ours: string, wire: string], counter: { next: number }): FieldMap =>
  Object.fromEntries(
    Object.entries(of).flatMap(([field, inner]) => {
      const [ours, wire] = [`${prefix[0]}${field}`, `${prefix[1]}w${counter.next++}`]
      if (inner === 'leaf') return [[ours, wire]]
      const mark = inner.array === undefined ? '.' : '[].'
      const fields = renamed(inner.array ?? inner.object ?? {}, [`${ours}${mark}`, `${wire}${mark}`], counter)
      return [[ours, wire], ...Object.entries(fields)]
    }),
  )

/** What a body with our names looks like on the wire. */
const rename = (of: Shape, body: unknown, map: FieldMap, prefix = ''): unknown => {
  if (typeof body !== 'object' || body === null) return body
  return Object.fromEntries(
    Object.entries(body).map(([field, value]: [string, unknown]) => {
      const inner = Object.hasOwn(of, field) ? of[field] : undefined
      if (inner === undefined) return [field, value]
      const wireName = map[`${prefix}${field}`]?.split('.').at(-1) ?? ''
      if (inner === 'leaf') return [wireName, value]
      if (inner.array === undefined) return [wireName, rename(inner.object ?? {}, value, map, `${prefix}${field}.`)]
      const elements = value as unknown[] // the shape says so
      return [wireName, elements.map((one) => rename(inner.array ?? {}, one, map, `${prefix}${field}[].`))]
    }),
  )
}

const bodies = shape.chain((of) => fc.tuple(fc.constant(of), bodyOf(of), fc.boolean()))

test('a body of any shape under any names is written and read back; fields beside it stay as they are', () => {
  fc.assert(
    fc.property(bodies, ([of, body, isReversed]) => {
      const entries = Object.entries(renamed(of, ['', ''], { next: 0 }))
      const map = Object.fromEntries(isReversed ? entries.toReversed() : entries)
      expect(FieldMapSchema.safeParse(map).error).toBeUndefined()
      const wire = rename(of, body, map)
      expect(toWireFields(map, body)).toEqual(wire)
      expect(toOurFields(map, wire)).toEqual(body)
    }),
  )
})

test('any text as a path is refused or safe', () => {
  const path = fc.oneof(
    fc.string(),
    fc
      .array(fc.constantFrom('__proto__', 'constructor', 'a', '[]', '.', 'toString'), { maxLength: 6 })
      .map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(path, path, fc.jsonValue(), (ours, wire, body) => {
      const map: FieldMap = Object.fromEntries([[ours, wire]])
      const json: unknown = JSON.parse(`{"__proto__":{"polluted":1},"constructor":{"polluted":2},"a":[{"a":1}]}`)
      for (const value of [body, json])
        for (const moved of [toOurFields(map, value), toWireFields(map, value)])
          expect(JSON.stringify(moved)).toBeTypeOf('string')
      expect(Object.prototype).not.toHaveProperty('polluted')
      expect(Object).not.toHaveProperty('polluted')
    }),
  )
})
