// Writing out thousands of pitches takes a while: how far it is, and the way to call it off. Whoever leaves the review
// calls it off as well, so that the desk does nothing that nobody waits for.
import { create } from 'zustand'
import type { CallOutput, EventPayload } from '../../src-shared/desk/contract.ts'
import type { Reply } from '../../src-shared/desk/errors.ts'
import { bridge } from '../bridge.ts'
import { ask } from '../data/desk.ts'
import { type Addressee, recipientsOf } from './compose.ts'

type Words = { readonly subject: string; readonly body: string }
type Progress = Omit<EventPayload<'outreach.freezeProgress'>, 'runId'>
export type Freezing = {
  readonly done: Promise<Reply<CallOutput<'outreach.freeze'>>>
  readonly callOff: () => void
}

export const useFreezing = create<{ readonly progress: Progress | null }>()(() => ({ progress: null }))

/** Writes all of them out and keeps what came of it: exactly that is queued. */
export const freezePitches = ({ subject, body }: Words, people: readonly Addressee[]): Freezing => {
  const runId = crypto.randomUUID()
  useFreezing.setState({ progress: null })
  let isOver = false
  const stop = bridge.subscribe((event) => {
    if (event.name !== 'outreach.freezeProgress' || event.payload.runId !== runId) return
    const { stage, done, total } = event.payload
    useFreezing.setState({ progress: { stage, done, total } })
  })
  const done = ask('outreach.freeze', {
    template: { subject, body },
    recipients: recipientsOf(people),
    runId,
  }).finally(() => {
    isOver = true
    stop()
  })
  return {
    done,
    callOff: () => {
      stop()
      if (!isOver) void ask('outreach.cancelFreeze', { runId })
    },
  }
}
