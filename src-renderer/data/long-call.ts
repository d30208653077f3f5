// A call that takes a while: its progress comes as events, and it can be cancelled until it has replied.
import type { EventPayload } from '../../src-shared/desk/contract.ts'
import type { Reply } from '../../src-shared/desk/errors.ts'
import { bridge } from '../bridge.ts'

type ProgressEvent = 'alerts.backTestProgress' | 'outreach.freezeProgress'
type Options<Name extends ProgressEvent, Value> = {
  readonly start: (runId: string) => Promise<Reply<Value>>
  readonly progress: Name
  readonly onProgress: (progress: EventPayload<Name>) => void
  readonly cancel: (runId: string) => unknown
}
export type Run<Value> = { readonly done: Promise<Reply<Value>>; readonly cancel: () => void }

export const startRun = <Name extends ProgressEvent, Value>(options: Options<Name, Value>): Run<Value> => {
  const runId = crypto.randomUUID()
  let isOver = false
  const stop = bridge.subscribe(({ name, payload }) => {
    if (name !== options.progress || payload.runId !== runId) return
    options.onProgress(payload as EventPayload<Name>) // its name was compared
  })
  const done = options.start(runId).finally(() => {
    isOver = true
    stop()
  })
  return {
    done,
    cancel: () => {
      stop()
      if (!isOver) options.cancel(runId)
    },
  }
}
