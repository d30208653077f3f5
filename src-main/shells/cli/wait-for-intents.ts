// Where no desk runs, an intent would wait in the journal for one. So the command stays until its own intents have ended,
// and says so; Ctrl-C leaves them on disk for the next desk. What only another desk of the team can send is not waited for.
import { z } from 'zod'
import type { IntentState } from '../../../src-shared/desk/intents.ts'
import { ENDED_INTENTS } from '../../../src-shared/desk/values/state-names.ts'
import { callDesk } from '../../desk.ts'
import type { CommandDesk, Terminal } from './command.ts'
import { printKeyWaits } from './key-waits.ts'

const IntentIdsSchema = z.union([
  z.object({ intentIds: z.array(z.string()) }).transform(({ intentIds }) => intentIds),
  z.object({ newIntentId: z.string() }).transform(({ newIntentId }) => [newIntentId]),
])
/** The reply of releaseNow is the intent itself, like that of calls which start nothing. */
const ReleasedSchema = z.object({ id: z.string() }).transform(({ id }) => [id])

/** Waits for the intents that a call has created; returns at once where a desk runs, which sends them itself. */
export const waitForIntents = async (desk: CommandDesk, terminal: Terminal, name: string, value: unknown) => {
  const created = (name === 'intents.releaseNow' ? ReleasedSchema : IntentIdsSchema).safeParse(value)
  if (!created.success || created.data.length === 0) return
  const brandOf = new Map<string, string>()
  const elsewhere = await printKeyWaits(desk, terminal, async () => {
    for (const id of created.data) brandOf.set(id, (await callDesk(desk, 'intents.get', { id })).brandId)
    return [...brandOf.values()]
  })
  const open = new Set(created.data.filter((id) => !elsewhere.has(brandOf.get(id) ?? '')))
  if (desk.resumeIntents === null || open.size === 0) return
  const ended = Promise.withResolvers<void>()
  const noteState = (id: string, state: IntentState) => {
    if (ENDED_INTENTS.includes(state)) open.delete(id)
    if (open.size === 0) ended.resolve()
  }
  const stop = desk.subscribe((event) => {
    if (event.name === 'intents.changed') noteState(event.payload.intentId, event.payload.state)
  })
  const onAbort = () => ended.resolve()
  terminal.signal.addEventListener('abort', onAbort, { once: true })
  try {
    await terminal.stderr.write(
      'No desk is running, so this command stays until it is done. Ctrl-C leaves the rest for the next command.\n',
    )
    await desk.resumeIntents()
    for (const id of [...open]) noteState(id, (await callDesk(desk, 'intents.get', { id })).state)
    if (!terminal.signal.aborted) await ended.promise
  } finally {
    stop()
    terminal.signal.removeEventListener('abort', onAbort)
  }
}
