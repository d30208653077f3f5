import fc from 'fast-check'
import { expect, test } from 'vitest'
import { auditPartsOf, compareParts } from '../../../src-main/research/rules/audit-parts.ts'

test.each([
  ['nothing', null],
  ['a text', 'ok'],
  ['the totals alone', { url: 'x', seoAudit: { overallScore: 1, totalTests: 2, passedTests: 1 } }],
])('parts of %s are none', (_name, reply) => {
  expect(auditPartsOf(reply)).toEqual({ tests: [], facts: [] })
})

test.each([
  ['a list with passed', { tests: [{ title: 'Alt texts', passed: false, description: '3 are missing' }] }],
  ['a map by name with a status', { tests: { alt_texts: { status: 'failed', reason: '3 are missing' } } }],
  [
    'groups with verdicts',
    {
      groups: [
        { name: 'Images', status: 'failed', tests: [{ name: 'Alt texts', ok: false, message: '3 are missing' }] },
      ],
    },
  ],
])('a failed test is found in %s', (_name, seoAudit) => {
  expect(auditPartsOf({ seoAudit }).tests).toEqual([
    { name: expect.stringMatching(/^alt texts$/i), isPassed: false, detail: '3 are missing' },
  ])
})

test('any reply gives parts whose names are unique enough to compare with themselves', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (reply) => {
      const parts = auditPartsOf(reply)
      const { tests, facts } = compareParts(parts, parts)
      expect(tests.length).toBe(parts.tests.length)
      expect(facts.length).toBeLessThanOrEqual(200)
      expect(tests.every(({ wasPassed }) => wasPassed !== null)).toBe(true)
    }),
  )
})
