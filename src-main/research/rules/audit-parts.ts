// The parts of an audit's reply. The interface defines only the totals, so tests are recognised by their form: an object
// that says whether something passed. All other numbers and texts are facts, named by their path.
import type { AuditFact, AuditTest } from '../../../src-shared/desk/research.ts'

type Fields = Readonly<Record<string, unknown>>
export type AuditParts = {
  readonly tests: readonly Omit<AuditTest, 'wasPassed'>[]
  readonly facts: readonly Omit<AuditFact, 'change'>[]
}

const NAMES = ['name', 'title', 'label', 'test', 'id', 'key'] as const
const DETAILS = ['message', 'description', 'details', 'detail', 'reason', 'recommendation', 'value'] as const
const VERDICTS = ['passed', 'pass', 'isPassed', 'success', 'ok', 'status', 'result', 'state'] as const
const PASSED = /^(pass(ed)?|ok|success|good)$/i
const FAILED = /^(fail(ed|ure)?|error|bad|missing)$/i
/** Of the reply: they are shown as totals. */
const TOTALS = new Set(['url', 'seoAudit.overallScore', 'seoAudit.totalTests', 'seoAudit.passedTests'])

const MAX_TESTS = 1000
const MAX_FACTS = 200
const MAX_DEPTH = 8
const MAX_TEXT = 500

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, MAX_TEXT) : null

/** `metaDescription` and `meta_description` are "Meta description". */
const inWords = (name: string): string => {
  const words = name.replaceAll(/[_-]+/g, ' ').replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  return words.slice(0, 1).toUpperCase() + words.slice(1).toLowerCase()
}

const verdictOf = (fields: Fields): boolean | null => {
  for (const name of VERDICTS) {
    const value = fields[name]
    if (typeof value === 'boolean') return value
    if (typeof value !== 'string') continue
    if (PASSED.test(value)) return true
    if (FAILED.test(value)) return false
  }
  return null
}

const first = (fields: Fields, names: readonly string[]): string | null => {
  for (const name of names) {
    const text = textOf(fields[name])
    if (text !== null) return text
  }
  return null
}

/** It holds no further objects: a group of tests has a verdict of its own, too. */
const isLeaf = (fields: Fields): boolean =>
  Object.values(fields).every((value) => !isFields(value) && !(Array.isArray(value) && value.some(isFields)))

/** `key`: the name that the object has in its parent; a number in a list. */
const testOf = (fields: Fields, key: string): Omit<AuditTest, 'wasPassed'> | null => {
  const isPassed = verdictOf(fields)
  const name = first(fields, NAMES) ?? (/^\d+$/.test(key) ? null : inWords(key))
  return isPassed === null || name === null ? null : { name, isPassed, detail: first(fields, DETAILS) }
}

/** `null`, or what is no object: no parts. */
export const auditPartsOf = (reply: unknown): AuditParts => {
  const tests: Omit<AuditTest, 'wasPassed'>[] = []
  const facts: Omit<AuditFact, 'change'>[] = []
  const visit = (value: unknown, path: readonly string[]): void => {
    const name = path.join('.')
    if (TOTALS.has(name) || path.length > MAX_DEPTH) return
    const key = path.at(-1) ?? ''
    if (isFields(value) || Array.isArray(value)) {
      const test = isFields(value) && path.length > 1 && isLeaf(value) ? testOf(value, key) : null
      if (test === null) for (const [own, part] of Object.entries(value)) visit(part, [...path, own])
      else if (tests.length < MAX_TESTS) tests.push(test)
      return
    }
    const fact = typeof value === 'number' || typeof value === 'boolean' ? value : textOf(value)
    if (fact !== null && facts.length < MAX_FACTS)
      facts.push({
        name: path
          .filter((part) => part !== 'seoAudit')
          .map(inWords)
          .join(' · '),
        value: fact,
      })
  }
  if (isFields(reply)) visit(reply, [])
  return { tests, facts }
}

/** With the change of each part since the audit before. Failed tests come first. */
export const compareParts = (now: AuditParts, before: AuditParts): { tests: AuditTest[]; facts: AuditFact[] } => {
  const was = new Map(before.tests.map(({ name, isPassed }) => [name, isPassed]))
  const values = new Map(before.facts.map(({ name, value }) => [name, value]))
  const changeOf = ({ name, value }: AuditParts['facts'][number]): number | null => {
    const old = values.get(name)
    return typeof value === 'number' && typeof old === 'number' ? Math.round((value - old) * 100) / 100 : null
  }
  return {
    tests: now.tests
      .map((test) => ({ ...test, wasPassed: was.get(test.name) ?? null }))
      .toSorted((a, b) => Number(a.isPassed) - Number(b.isPassed)),
    facts: now.facts.map((fact) => ({ ...fact, change: changeOf(fact) })),
  }
}
