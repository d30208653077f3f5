import type { SyncRun } from '../../../src-shared/desk/sync.ts'
import { formatWhole, plural } from '../../format/numbers.ts'
import { formatAgo, formatClock } from '../../format/time.ts'

/** ` · 2 failed · 1 cancelled`, as far as there is any. */
export const partsOf = ({ failed, cancelled }: SyncRun): string =>
  [failed > 0 ? `${formatWhole(failed)} failed` : '', cancelled > 0 ? `${formatWhole(cancelled)} cancelled` : '']
    .filter((part) => part !== '')
    .map((part) => ` · ${part}`)
    .join('')

const endOf = (endedAt: string, nowMs: number): string => `${formatClock(endedAt, nowMs)}, ${formatAgo(endedAt, nowMs)}`

/** The result of the last run in one line; empty while one runs. */
export const lastRunLabel = (run: SyncRun | null, nowMs: number): string => {
  if (run === null || run.endedAt === null) return ''
  const by = run.origin === 'interval' ? ' scheduled' : ''
  const counts = `${formatWhole(run.done)} of ${plural(run.total, 'dataset')} synced${partsOf(run)}`
  return `Last${by} sync ${endOf(run.endedAt, nowMs)}: ${counts}`
}

/** What the desk looks at by itself, in a line; nothing where it has not looked yet. */
export const watchLabel = (watch: SyncRun | null, nowMs: number): string => {
  if (watch === null) return ''
  return watch.endedAt === null
    ? `Checking outreach: ${formatWhole(watch.done)} of ${plural(watch.total, 'dataset')} read${partsOf(watch)}`
    : `Outreach last checked ${endOf(watch.endedAt, nowMs)}${partsOf(watch)}`
}
