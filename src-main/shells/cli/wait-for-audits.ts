// Audits of many brands run in the desk that was called. Where it was opened for this command alone, the command stays
// until they have ended; Ctrl-C cancels those that are not sent yet.
import type { AuditRun } from '../../../src-shared/desk/research.ts'
import { callDesk } from '../../desk.ts'
import type { CommandDesk, Terminal } from './command.ts'

/** Waits for the run that a call has started; returns at once where a desk runs, which continues by itself. */
export const waitForAudits = async (desk: CommandDesk, terminal: Terminal, name: string): Promise<void> => {
  if (desk.resumeIntents === null || name !== 'research.auditMany') return
  const ended = Promise.withResolvers<void>()
  const stop = desk.subscribe((event) => {
    if (event.name === 'research.auditProgress' && event.payload.endedAt !== null) ended.resolve()
  })
  const shown = async (): Promise<AuditRun | null> => (await callDesk(desk, 'research.audits', { limit: 1 })).run
  const cancel = async (): Promise<void> => {
    const run = await shown()
    if (run !== null) await callDesk(desk, 'research.cancelAudits', { runId: run.runId })
  }
  const onInterrupt = () => void cancel().catch(() => ended.resolve())
  terminal.signal.addEventListener('abort', onInterrupt, { once: true })
  try {
    await terminal.stderr.write('No desk is running, so this command stays until the audits have ended.\n')
    if (terminal.signal.aborted) onInterrupt()
    const run = await shown()
    if (run !== null && run.endedAt === null) await ended.promise
    const last = await shown()
    if (last !== null) await terminal.stderr.write(`${last.done} done, ${last.failed} failed, of ${last.total}.\n`)
  } finally {
    stop()
    terminal.signal.removeEventListener('abort', onInterrupt)
  }
}
