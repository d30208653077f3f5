// The progress of a sync: on a terminal a bar that is redrawn, elsewhere one line at the end.
import type { DeskEvent } from '../../src-shared/desk/contract.ts'
import type { SyncRun } from '../../src-shared/desk/sync.ts'

type Terminal = { readonly isTTY?: boolean; readonly columns?: number; readonly write: (text: string) => unknown }

const BAR_WIDTH = 24

type Bar = { readonly done: number; readonly total: number; readonly more?: string; readonly columns: number }

/** `[########----------------] 24/72  33%` and `more`, at most `columns` wide. */
export const barOf = ({ done, total, more = '', columns }: Bar): string => {
  const share = total === 0 ? 1 : done / total
  const filled = Math.round(share * BAR_WIDTH)
  const bar = `[${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}]`
  return `${bar} ${done}/${total}  ${Math.floor(share * 100)}%${more}`.slice(0, Math.max(columns - 1, 20))
}

/** `[########----------------] 24/72  33%  1 failed`. */
export const progressLine = (run: SyncRun, columns: number): string => {
  const done = run.done + run.failed + run.cancelled
  return barOf({ done, total: run.total, more: run.failed === 0 ? '' : `  ${run.failed} failed`, columns })
}

/** `Synced 72 of 72 in 4.2 s`, with what failed and what was cancelled. */
export const runSummary = (run: SyncRun): string => {
  const seconds = run.endedAt === null ? null : (Date.parse(run.endedAt) - Date.parse(run.startedAt)) / 1000
  const parts = [
    `Synced ${run.done} of ${run.total}${seconds === null ? '' : ` in ${seconds.toFixed(1)} s`}`,
    ...(run.failed === 0 ? [] : [`${run.failed} failed`]),
    ...(run.cancelled === 0 ? [] : [`${run.cancelled} cancelled`]),
  ]
  return parts.join(', ')
}

/** Shows every run but the desk's own checks. */
export const createProgress = (terminal: Terminal) => {
  let isDrawn = false
  const clear = () => {
    if (isDrawn) terminal.write('\r\u001B[K')
    isDrawn = false
  }
  return {
    onEvent: (event: DeskEvent) => {
      if (event.name !== 'sync.progress' || event.payload.run.origin === 'watch') return
      const { run } = event.payload
      if (run.endedAt !== null) {
        clear()
        terminal.write(`${runSummary(run)}\n`)
      } else if (terminal.isTTY === true) {
        terminal.write(`\r\u001B[K${progressLine(run, terminal.columns || 80)}`)
        isDrawn = true
      }
    },
    clear,
  }
}
