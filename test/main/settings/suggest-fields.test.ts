import { describe, expect, test } from 'vitest'
import { findingsOf, schemaNode } from '../../../src-main/settings/doctor/findings.ts'
import { shapeOf } from '../../../src-main/settings/doctor/json-shape.ts'
import { nameSimilarity } from '../../../src-main/settings/doctor/similar-names.ts'
import { suggestFields } from '../../../src-main/settings/doctor/suggest-fields.ts'
import { wirePathOf } from '../../../src-main/settings/doctor/wire-path.ts'
import type { FieldMap } from '../../../src-shared/service/fields.ts'
import { type OperationName, operations } from '../../../src-shared/service/operations.ts'

const TOOL = {
  name: 'list_teams',
  label: 'List',
  description: 'Lists',
  group: 'read',
  default: 'allow',
  effective: 'deny',
}
const OTHER = { ...TOOL, name: 'reply', group: 'write', default: 'deny' }
const CATALOG = { brandId: 't1', canManage: true, syncEnabled: false, tools: [TOOL, OTHER] }
const CATALOG_OPEN = ['tools', ...Object.keys(TOOL).map((name) => `tools[].${name}`)]

const suggest = (
  operation: OperationName,
  { body, open, map = {} }: { body: unknown; open: readonly string[]; map?: FieldMap },
) => {
  const found = suggestFields({ schema: operations[operation].response, body, open, map })
  return Object.fromEntries(found.map(({ ourPath, wirePath }) => [ourPath, wirePath]))
}
const suggestCatalog = (body: unknown, map: FieldMap = {}) =>
  suggest('connectors.catalog', { body, open: CATALOG_OPEN, map })

const renamed = (tool: Readonly<Record<string, unknown>>, names: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(tool).map(([name, value]) => [names[name] ?? name, value]))
const withTools = (names: Readonly<Record<string, string>>, array = 'tools') => {
  const { tools, ...rest } = CATALOG
  return { ...rest, [array]: tools.map((tool) => renamed(tool, names)) }
}

describe('suggestFields', () => {
  test('suggests nothing for a reply that fits', () => {
    expect(suggestCatalog(CATALOG)).toEqual({})
  })

  test('finds fields of the same type with a similar name', () => {
    expect(suggestCatalog(withTools({ default: 'defaultState', effective: 'effective_state' }))).toEqual({
      'tools[].default': 'tools[].defaultState',
      'tools[].effective': 'tools[].effective_state',
    })
  })

  test('finds a renamed array, then the fields in it', () => {
    expect(suggestCatalog(withTools({ default: 'defaultState' }, 'permissions'))).toEqual({
      'tools[]': 'permissions[]',
      'tools[].default': 'permissions[].defaultState',
    })
  })

  test('suggests the only candidate of the type, and none of two equal ones', () => {
    expect(suggestCatalog(withTools({ effective: 'zz1' }))).toEqual({ 'tools[].effective': 'tools[].zz1' })
    expect(suggestCatalog(withTools({ default: 'zz1', effective: 'zz2' }))).toEqual({})
  })

  test('gives the reason', () => {
    const body = withTools({ effective: 'zz1', default: 'defaultState' })
    const found = suggestFields({
      schema: operations['connectors.catalog'].response,
      body,
      open: CATALOG_OPEN,
      map: {},
    })
    expect(found.map(({ reason }) => reason)).toEqual(['similar name', 'the only allow or deny left'])
  })

  test('gives a field to the name that it is most like, and to none of two that it is as like', () => {
    const tools = (name: string) => ({
      ...CATALOG,
      tools: CATALOG.tools.map(({ default: state, effective: _, ...tool }) => ({ ...tool, [name]: state })),
    })
    expect(suggestCatalog(tools('default_value'))).toEqual({ 'tools[].default': 'tools[].default_value' })
    expect(suggestCatalog(tools('default_effective'))).toEqual({})
  })

  test('finds a field inside another object of the same element', () => {
    const tools = CATALOG.tools.map(({ default: state, ...tool }) => ({ ...tool, permission: { default: state } }))
    expect(suggestCatalog({ ...CATALOG, tools })).toEqual({ 'tools[].default': 'tools[].permission.default' })
  })

  test('does not suggest a field of another type, regardless of its name', () => {
    const tools = CATALOG.tools.map(({ default: _, ...tool }) => ({ ...tool, defaultState: 1 }))
    expect(suggestCatalog({ ...CATALOG, tools })).toEqual({})
  })

  test('does not suggest a field that another one is read from', () => {
    const tools = CATALOG.tools.map(({ label: _, ...tool }) => tool)
    expect(suggestCatalog({ ...CATALOG, tools })).toEqual({})
  })

  test('maps no field that the interface names', () => {
    const { canManage, ...rest } = CATALOG
    expect(suggestCatalog({ ...rest, can_manage: canManage })).toEqual({})
  })

  test('replaces an entry of the profile without a field', () => {
    const body = withTools({ default: 'defaultState' })
    expect(suggestCatalog(body, { 'tools[].default': 'tools[].gone' })).toEqual({
      'tools[].default': 'tools[].defaultState',
    })
  })

  test('finds a list that is the whole body', () => {
    const open = ['items', 'items[].id', 'items[].prospectId']
    const body = [{ id: 'c1', prospect_id: 'p1' }]
    expect(suggest('outreach.contacts', { body, open })).toEqual({
      'items[]': '[]',
      'items[].prospectId': '[].prospect_id',
    })
  })

  test('finds optional fields by name only', () => {
    const open = ['items', 'items[].domain', 'items[].title']
    const body = { items: [{ id: 'p1', status: 'new', hostname: 'a.example', zz1: 'A title' }] }
    expect(suggest('outreach.prospects', { body, open })).toEqual({ 'items[].domain': 'items[].hostname' })
  })
})

describe('findingsOf', () => {
  const unfit = (operation: OperationName, body: unknown) =>
    findingsOf(schemaNode(operations[operation].response), body)
      .filter(({ isFit }) => !isFit)
      .map(({ path, expected, found }) => `${path}: ${expected}, ${found}`)

  test('returns paths and types of mismatches, never values', () => {
    const tools = [{ ...TOOL, default: 'sk_secret' }, renamed(TOOL, { name: 'x' })]
    expect(unfit('connectors.catalog', { ...CATALOG, brandId: 7, tools })).toEqual([
      'brandId: string, number',
      'tools[].name: string, string; nothing in 1 of 2',
      'tools[].default: allow or deny, string',
    ])
  })

  test('accepts either of two forms of a reply', () => {
    expect(unfit('rankTracking.keywords', { keywords: ['a', { keyword: 'b' }] })).toEqual([])
    expect(unfit('rankTracking.keywords', { rows: ['a'] })).toEqual(['items: array, nothing'])
  })

  test('reports a body that is not an object', () => {
    expect(unfit('topicClusters.list', 'hello')).toEqual([': object, string'])
  })
})

describe('shapeOf', () => {
  test('has names and no values, and no name that is itself data', () => {
    const body = { items: [{ id: 'sk_1' }], byMail: { 'ann@a.example': 1 }, sk_live_key: 2, id20261121: 3 }
    expect(shapeOf(body).map(({ path }) => path)).toEqual(['items', 'items[]', 'items[].id', 'byMail', 'byMail.*', '*'])
  })

  test('is bounded for a wide, deep and long body', () => {
    const wide = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`f${n}`, { a: n }]))
    const deep = Array.from({ length: 50 }).reduce<object>((inner) => ({ a: inner }), {})
    const many = Array.from({ length: 1000 }, (_, n) => Object.fromEntries([[`k${n % 700}`, n]]))
    expect(shapeOf({ wide, deep, many }).length).toBeLessThanOrEqual(300)
    expect(shapeOf({ deep }).at(-1)?.path.split('.')).toEqual(['deep', ...Array<string>(7).fill('a')])
  })
})

test('wirePathOf follows the entries of the arrays that a path goes through', () => {
  const map = { 'tools[].default': 'data.permissions[].state', summary: 'totals', list: 'rows' }
  expect(wirePathOf(map, 'tools[].default')).toBe('data.permissions[].state')
  expect(wirePathOf(map, 'tools[].name')).toBe('data.permissions[].name')
  expect(wirePathOf(map, 'tools')).toBe('data.permissions')
  expect(wirePathOf(map, 'summary.total')).toBe('totals.total')
  expect(wirePathOf(map, 'list[].a[].b')).toBe('rows[].a[].b')
  expect(wirePathOf(map, 'other')).toBe('other')
})

test.each([
  ['brandId', 'brand_id', 1],
  ['default', 'defaultState', 0.9],
  ['domain', 'hostname', 0.8],
  ['name', 'zz1', 0],
])('nameSimilarity of %s and %s is %d', (ours, theirs, score) => {
  expect(nameSimilarity(ours, theirs)).toBe(score)
})
