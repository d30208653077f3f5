import type { CallInput, DeskEvent } from '../../../src-shared/desk/contract.ts'
import type { SyncRun } from '../../../src-shared/desk/sync.ts'
import { callHeaders, type DeskProcess } from '../../support/desk-process.ts'

/** The desk's events, as a window receives them. */
export const eventsOf = async function* (desk: DeskProcess, signal: AbortSignal): AsyncGenerator<DeskEvent> {
  const response = await fetch(`${desk.origin}/api/events`, { headers: callHeaders(desk.origin, desk.session), signal })
  let left = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const parts = `${left}${chunk}`.split('\n\n')
    left = parts.pop() ?? ''
    for (const part of parts) if (part.startsWith('data: ')) yield JSON.parse(part.slice(6)) as DeskEvent // the desk's own
  }
}

const isEnd = (event: DeskEvent): event is DeskEvent & { payload: { run: SyncRun } } =>
  event.name === 'sync.progress' && event.payload.pair === undefined && event.payload.run.endedAt !== null

/** One run of the desk's own sync, as a window would start it and see its end; milliseconds. Throws if a pair failed. */
export const runSync = async (desk: DeskProcess, input: CallInput<'sync.run'>): Promise<number> => {
  const controller = new AbortController()
  const events = eventsOf(desk, controller.signal)
  const ended = (async () => {
    for await (const event of events) if (isEnd(event)) return event.payload.run
    throw new Error('The events ended before the sync did.')
  })()
  const startedAt = performance.now()
  await desk.value('sync.run', input)
  const run = await ended
  const ms = performance.now() - startedAt
  controller.abort()
  if (run.done !== run.total) throw new Error(`${run.total - run.done} of ${run.total} syncs did not end well.`)
  return ms
}
