import { expect, it } from 'vitest'
import { relationOf } from '../../../src-main/connectors/reach.ts'
import type { CatalogTool } from '../../../src-main/connectors/rules/permissions.ts'
import { matrixTools, sendsEmail } from '../../../src-main/connectors/tools.ts'

const tool = (name: string, more: Partial<CatalogTool> = {}): CatalogTool => ({
  name,
  label: name,
  description: '',
  group: 'write',
  default: 'deny',
  effective: 'deny',
  ...more,
})

it.each([
  [tool('outreach_queue_emails'), true],
  [tool('outreach_reply'), true],
  [tool('newsletter', { description: 'Sends Real Email to subscribers.' }), true],
  [tool('outreach_queued', { group: 'read', description: 'Lists real email that waits.' }), false],
  [tool('cms_publish', { description: 'Publishes articles.' }), false],
])('marks whether $name sends email that cannot be recalled', (one, expected) => {
  expect(sendsEmail(one)).toBe(expected)
})

it('lists each tool once, from the first catalog that has it, reads before writes', () => {
  const first = { tools: [tool('w'), tool('r', { group: 'read', label: 'First' })] }
  const second = { tools: [tool('r', { group: 'read', label: 'Second' }), tool('x', { description: 'costs credits' })] }
  const tools = matrixTools([first, second])
  expect(tools.map(({ name, label, spends }) => [name, label, spends])).toEqual([
    ['r', 'First', false],
    ['w', 'w', false],
    ['x', 'x', true],
  ])
})

it.each([
  ['org', true, 'org', false, 'same'],
  ['org', true, 'other', false, 'apart'],
  [null, true, null, false, 'apart'],
  [null, true, null, true, 'unknown'],
  ['org', true, null, true, 'unknown'],
  ['org', true, 'org', true, 'same'],
  ['org', false, 'other', false, 'apart'],
  ['apart:1', false, 'org', false, 'apart'],
  ['apart:1', false, 'apart:2', false, 'unknown'],
] as const)('takes %s (%s) and %s (%s) to be %s', (left, leftOn, right, rightOn, expected) => {
  const one = { organization: left, syncEnabled: leftOn }
  expect(relationOf(one, { organization: right, syncEnabled: rightOn })).toBe(expected)
})
