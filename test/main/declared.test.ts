// What is declared as data and read by others: the service's operations, the fields of lists, tables that desks share, tools of
// assistants and built-in playbooks. One changes together with declared.txt (`npx vitest run test/main/declared.test.ts -u`).
import { expect, test } from 'vitest'
import { MCP_TOOLS } from '../../src-main/mcp/tools.ts'
import { BUILT_IN_PLAYBOOKS } from '../../src-main/playbooks/built-in.ts'
import { tables } from '../../src-main/tables.ts'
import * as outreach from '../../src-shared/desk/fields/outreach.ts'
import * as publishing from '../../src-shared/desk/fields/publishing.ts'
import * as search from '../../src-shared/desk/fields/search.ts'
import type { Operation } from '../../src-shared/service/define.ts'
import { operations } from '../../src-shared/service/operations.ts'
import { limitsOf } from '../support/schema-limits.ts'

/** A rule of a column says of these whether they fit. */
const TRIED = [
  ...[null, 0, 1, 2, -1, 1.5, true, '', 'text', '2026-06-15', [], {}, [1], ['text'], ['a', 'b'], ['a', 'b', 0]],
  ...[['a', 'b', 1], ['a', 'b', 2], ['a', 1, 1], [1, 'b', 1], [['a', 'b', 1]], [['a', 'b', 2]], [['a', 'b']]],
  ...[[['a', 1]], [['a', 'b']], [{ kind: 'text' }], { kind: 'text' }, { a: 'text' }, { a: 1 }, { a: { b: 1 } }],
]

type Given = (value: unknown) => unknown

/** A function as what it says of the values above; a schema and another function by its kind. */
const written = (value: unknown): string =>
  JSON.stringify(value, (key, one: unknown) => {
    if (one instanceof RegExp) return String(one)
    if (typeof one !== 'function') return one
    if (key !== 'isFit') return 'a function'
    return TRIED.filter((tried) => (one as Given)(tried)).map((tried) => JSON.stringify(tried)) // of one value
  })

const operationLines = Object.entries(operations).flatMap(([name, operation]) => {
  const { request, response, ...rest }: Operation = operation
  const parts = Object.entries({ ...request, response })
  return [
    `${name} ${written(rest)}`,
    ...parts.flatMap(([part, schema]) => (schema === undefined ? [] : limitsOf(schema, `  ${part}`))),
  ]
})

const fieldLines = Object.entries({ ...search, ...outreach, ...publishing }).flatMap(([list, fields]) => [
  list,
  ...Object.entries(fields).map(([name, field]) => `  ${name} ${written(field)}`),
])

const toolLines = MCP_TOOLS.flatMap(({ name, title, description, input }) => [
  `${name}: ${title}. ${description}`,
  ...limitsOf(input, '  '),
])

test('operations, fields, shared tables, tools and playbooks are those that are written down', async () => {
  const shared = tables.team.tables.map(({ name, ...table }) => `${name} ${written(table)}`)
  const playbooks = BUILT_IN_PLAYBOOKS.flatMap(({ steps, ...playbook }) => [written(playbook), ...steps.map(written)])
  const parts = { operations: operationLines, fields: fieldLines, tables: shared, tools: toolLines, playbooks }
  const lines = Object.entries(parts).flatMap(([part, own]) => [`## ${part}`, ...own])
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('declared.txt')
})
