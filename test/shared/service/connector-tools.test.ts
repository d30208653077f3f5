// Reads default to allow, writes to deny: group and default follow from each other, where the service sends only one.
import { expect, test } from 'vitest'
import { operations } from '../../../src-shared/service/operations.ts'

const parse = (tool: object) =>
  operations['connectors.catalog'].response.safeParse({
    brandId: 'team_1',
    canManage: true,
    syncEnabled: false,
    tools: [{ name: 'a_tool', effective: 'allow', ...tool }],
  })

test.each([
  [{ group: 'read' }, 'read', 'allow'],
  [{ group: 'write' }, 'write', 'deny'],
  [{ default: 'allow' }, 'read', 'allow'],
  [{ default: 'deny' }, 'write', 'deny'],
  // What the service says of a tool comes before what usually follows.
  [{ group: 'read', default: 'deny' }, 'read', 'deny'],
  [{ group: 'write', default: 'allow' }, 'write', 'allow'],
])('a tool with %j is a %s tool with the default %s', (tool, group, standard) => {
  expect(parse(tool).data?.tools).toEqual([
    { name: 'a_tool', label: 'a_tool', description: '', effective: 'allow', group, default: standard },
  ])
})

test('a tool without group and default is refused by its place', () => {
  expect(parse({}).error?.issues).toMatchObject([{ path: ['tools', 0, 'group'], message: 'is missing' }])
})
