// Runs of playbooks that wait for a person or stopped: one item a playbook, however many brands come to its gate together.
import type { RunRow } from '../../../src-shared/desk/playbooks.ts'
import { count, type Finding } from './finding.ts'

const occurrenceOf = ({ id, current }: RunRow): string =>
  `${id} ${current?.index ?? ''} ${current?.attempt ?? ''} ${current?.gate?.no ?? ''}`

const sinceOf = ({ current, startedAt }: RunRow): string => current?.endedAt ?? current?.gate?.at ?? startedAt

const finding = (runs: readonly RunRow[], isFailed: boolean): Finding => {
  const [first] = runs
  const brandIds = new Set(runs.map(({ brandId }) => brandId))
  return {
    id: `playbook:${isFailed ? 'failed' : 'waiting'}:${first?.playbookId ?? ''}`,
    brandId: brandIds.size === 1 ? (first?.brandId ?? null) : null,
    occurrences: runs.map(occurrenceOf),
    describe: (kept) => {
      const shown = runs.filter((run) => kept.has(occurrenceOf(run)))
      const [one] = shown
      const many = count(shown.length, 'playbook run')
      const single = isFailed ? 'Playbook stopped' : 'Playbook waits for you'
      const { current = null, name = '' } = one ?? {}
      const what = isFailed ? current?.result : current?.state === 'unknown' ? 'Result unknown' : current?.gate?.action
      return {
        kind: 'playbook',
        section: 'control',
        urgency: 'today',
        title: shown.length === 1 ? single : `${many} ${isFailed ? 'stopped' : 'wait for you'}`,
        detail: shown.length === 1 ? `${name}: ${what ?? ''}` : name,
        since: shown.map(sinceOf).toSorted()[0] ?? null,
        about: { count: shown.length, ...(shown.length === 1 && one !== undefined ? { runId: one.id } : {}) },
        weight: 0,
      }
    },
  }
}

export const playbookFindings = (runs: readonly RunRow[]): Finding[] =>
  [...Map.groupBy(runs, ({ playbookId, state }) => `${state} ${playbookId}`).values()].map((group) =>
    finding(group, group[0]?.state === 'failed'),
  )
