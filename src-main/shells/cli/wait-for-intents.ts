// An act asked for where no desk runs would wait in the journal until one does. So the command that asked stays until
// its own acts have ended, and says so; Ctrl-C leaves them on disk for the next desk.
import { z } from 'zod'
import type { IntentState } from '../../../src-shared/desk/intents.ts'
import { callDesk } from '../../desk.ts'
import type { CommandDesk, Terminal } from './command.ts'

const ENDED: readonly IntentState[] = ['confirmed', 'partly_done', 'failed', 'unknown', 'cancelled']

const ActsSchema = z.union([
  z.object({ intentIds: z.array(z.string()) }).transform(({ intentIds }) => intentIds),
  z.object({ newIntentId: z.string() }).transform(({ newIntentId }) => [newIntentId]),
])
/** Its reply is the intent itself, like that of calls which begin nothing. */
const ReleasedSchema = z.object({ id: z.string() }).transform(({ id }) => [id])

/** Waits for what a call has begun; nothing to do where a desk runs, for it goes on by itself. */
export const waitForIntents = async (desk: CommandDesk, terminal: Terminal, name: string, value: unknown) => {
  const acts = (name === 'intents.releaseNow' ? ReleasedSchema : ActsSchema).safeParse(value)
  if (desk.resumeIntents === null || !acts.success || acts.data.length === 0) return
  const open = new Set(acts.data)
  let wake = (): void => undefined
  const ended = new Promise<void>((resolve) => {
    wake = resolve
  })
  const settle = (id: string, state: IntentState) => {
    if (ENDED.includes(state)) open.delete(id)
    if (open.size === 0) wake()
  }
  const stop = desk.subscribe((event) => {
    if (event.name === 'intents.changed') settle(event.payload.intentId, event.payload.state)
  })
  terminal.signal.addEventListener('abort', wake, { once: true })
  try {
    await terminal.stderr.write(
      'No desk is running, so this command stays until it is done. Ctrl-C leaves the rest for the next command.\n',
    )
    await desk.resumeIntents()
    for (const id of [...open]) settle(id, (await callDesk(desk, 'intents.get', { id })).state)
    if (!terminal.signal.aborted) await ended
  } finally {
    stop()
    terminal.signal.removeEventListener('abort', wake)
  }
}
