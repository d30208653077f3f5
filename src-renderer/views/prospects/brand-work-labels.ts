import type { CallOutput } from '../../../src-shared/desk/contract.ts'

type Statuses = CallOutput<'prospects.page'>['statuses']
export type Work = {
  readonly brandId: string
  readonly what: string
  /** The service's own word. */
  readonly status: string
  readonly isRunning: boolean
}

const WORKS = [
  ['Discovery', 'discoveryStatus'],
  ['Mention check', 'mentionCheckStatus'],
  ['Relationship sweep', 'relationshipSweepStatus'],
] as const

export const RUNNING = 'running'

const isIdle = (what: string, status: string): boolean =>
  what === 'Relationship sweep' && /^(idle|completed)$/.test(status)

/** The three brand-level statuses, without those that the service did not send and an idle sweep. */
export const brandWork = (statuses: Statuses): Work[] =>
  statuses.flatMap((row) =>
    WORKS.flatMap(([what, field]): Work[] => {
      const status = row[field]
      return status === null || isIdle(what, status)
        ? []
        : [{ brandId: row.brandId, what, status, isRunning: status === RUNNING }]
    }),
  )
