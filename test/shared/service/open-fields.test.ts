import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Operation } from '../../../src-shared/service/define.ts'
import { FieldMapSchema } from '../../../src-shared/service/fields.ts'
import {
  OPERATION_NAMES,
  type OperationName,
  openFieldsOf,
  operations,
} from '../../../src-shared/service/operations.ts'

// The fields that section 2 and 4 of the interface give by name, for each body that also has open ones.
const GIVEN: { [Name in OperationName]?: { request?: string[]; response?: string[] } } = {
  'outreach.prospects': {
    response: ['items[].status', 'discoveryStatus', 'mentionCheckStatus', 'relationshipSweepStatus'],
  },
  'rankTracking.keywords': { response: ['items'] },
  'aiModels.list': { response: ['models[].isActive', 'models[].canEnable', 'models[].planId'] },
  'cms.publish': { request: ['articleSlug', 'provider', 'teamId', 'status', 'items'] },
  'connectors.catalog': { response: ['brandId', 'canManage', 'syncEnabled'] },
  'connectors.update': { response: ['brandId', 'canManage', 'syncEnabled'] },
  'connectors.setSync': { response: ['brandId', 'canManage', 'syncEnabled'] },
}
/** Bodies of which everything is open. */
const ALL_OPEN = new Set([
  'outreach.peopleSearchTerms response',
  'outreach.contacts response',
  'outreach.outbox response',
  'outreach.unqueue request',
  'outreach.unqueue response',
  'outreach.sendingAccounts response',
  'cms.unpublish request',
  'cms.unpublish response',
  'cms.schedule request',
  'cms.schedule response',
  'cms.unschedule request',
  'cms.unschedule response',
])

type JsonSchema = { type?: string; properties?: Record<string, JsonSchema>; items?: JsonSchema; anyOf?: JsonSchema[] }

/** Each path of a schema once; of a union those of its first branch that is an object. */
const pathsOf = (schema: JsonSchema, prefix = ''): string[] => {
  const branch = schema.anyOf?.find((one) => one.properties !== undefined || one.items !== undefined)
  if (branch !== undefined) return pathsOf(branch, prefix)
  if (schema.items !== undefined) return pathsOf(schema.items, `${prefix}[]`)
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`
    return [path, ...pathsOf(inner, path)]
  })
}

const schemaPaths = (name: OperationName, side: 'request' | 'response'): string[] => {
  const operation: Operation = operations[name]
  const schema = side === 'request' ? operation.request.body : operation.response
  if (schema === undefined) return []
  return pathsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema) // what zod makes
}

const bodies = OPERATION_NAMES.flatMap((name) =>
  (['request', 'response'] as const).map((side) => [`${name} ${side}`, name, side] as const),
)

test.each(bodies)('%s: a field is open unless the interface names it', (body, name, side) => {
  const open = openFieldsOf(name, side)
  const paths = schemaPaths(name, side).filter((path) => path !== 'nextCursor' || open.includes(path))
  const given = GIVEN[name]?.[side] ?? []
  const expected = ALL_OPEN.has(body)
    ? paths
    : given.length === 0
      ? open
      : paths.filter((path) => !given.includes(path))
  expect([...open].sort()).toEqual([...expected].sort())
  for (const path of open) expect(schemaPaths(name, side)).toContain(path)
})

test('every open field can be mapped', () => {
  for (const [, name, side] of bodies) {
    const map = Object.fromEntries(openFieldsOf(name, side).map((path) => [path, path]))
    expect(FieldMapSchema.safeParse(map).error).toBeUndefined()
  }
})
