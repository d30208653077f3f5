// How far a sync is, on a terminal as a counted bar that is drawn over itself, elsewhere as a line at its end.
import type { DeskEvent } from '../../src-shared/desk/contract.ts'
import type { SyncRun } from '../../src-shared/desk/sync.ts'

type Terminal = { readonly isTTY?: boolean; readonly columns?: number; readonly write: (text: string) => unknown }

const BAR_WIDTH = 24

/** `[########----------------] 24/72  33%  1 failed`, at most `columns` wide. */
export const progressLine = (run: SyncRun, columns: number): string => {
  const settled = run.done + run.failed + run.cancelled
  const share = run.total === 0 ? 1 : settled / run.total
  const filled = Math.round(share * BAR_WIDTH)
  const bar = `[${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}]`
  const failed = run.failed === 0 ? '' : `  ${run.failed} failed`
  return `${bar} ${settled}/${run.total}  ${Math.floor(share * 100)}%${failed}`.slice(0, Math.max(columns - 1, 20))
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

/** Shows every run it hears of. */
export const createProgress = (terminal: Terminal) => {
  let isDrawn = false
  const clear = () => {
    if (isDrawn) terminal.write('\r\u001B[K')
    isDrawn = false
  }
  return {
    onEvent: (event: DeskEvent) => {
      if (event.name !== 'sync.progress') return
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
