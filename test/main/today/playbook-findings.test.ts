// What Today says of playbooks that wait for a person: since when, and what hides a run that was dismissed.
import { expect, test } from 'vitest'
import { playbookFindings } from '../../../src-main/today/rules/playbooks.ts'
import type { RunRow } from '../../../src-shared/desk/playbooks.ts'

type Current = {
  index: number
  attempt: number
  endedAt: string | null
  gate: { no: number; at: string } | null
} | null

const run = (current: Current): RunRow =>
  ({
    ...{ id: 'r1', playbookId: 'p1', name: 'Weekly', brandId: 'acme', state: 'waiting', current },
    startedAt: '2026-11-01T00:00:00.000Z',
  }) as RunRow // what a finding reads

/** Its occurrences, and since when it stands there. */
const saidOf = (current: Current) => {
  const [finding] = playbookFindings([run(current)])
  if (finding === undefined) throw new Error('A run that waits is a finding.')
  return { occurrences: finding.occurrences, since: finding.describe(new Set(finding.occurrences)).since }
}

test('a run waits since its step ended, or else since it came to its gate, or else since it started', () => {
  const gate = { no: 4, at: '2026-11-02T00:00:00.000Z' }
  const endedAt = '2026-11-03T00:00:00.000Z'
  expect(saidOf({ index: 1, attempt: 2, endedAt, gate })).toEqual({ occurrences: ['r1 1 2 4'], since: endedAt })
  expect(saidOf({ index: 1, attempt: 2, endedAt: null, gate }).since).toBe(gate.at)
  expect(saidOf({ index: 0, attempt: 1, endedAt: null, gate: null })).toEqual({
    ...{ occurrences: ['r1 0 1 '], since: '2026-11-01T00:00:00.000Z' },
  })
  expect(saidOf(null).occurrences).toEqual(['r1   '])
})
