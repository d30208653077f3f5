// Freezing thousands of pitches takes a while: its progress, and how to cancel it. Leaving the review cancels it too.
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
  readonly cancel: () => void
}

export const useFreezing = create<{ readonly progress: Progress | null }>()(() => ({ progress: null }))

/** Renders all pitches and keeps them: exactly these are queued. */
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
    cancel: () => {
      stop()
      if (!isOver) void ask('outreach.cancelFreeze', { runId })
    },
  }
}
