// Irreversible actions that are not finished: held, being sent, or waiting for a person's decision. Read again after
// each change, because the hold bar must never show something that was sent already.
import type { CallInput } from '../../src-shared/desk/contract.ts'
import type { Intent } from '../../src-shared/desk/intents.ts'
import { ask } from '../data/desk.ts'
import { deskQuery } from '../data/queries.ts'
import { intentLabel } from '../format/intent-labels.ts'
import { brandName } from './brands.ts'
import { holdReply } from './held-reply.ts'
import { notify, orNotify } from './notices.ts'

const NONE: readonly Intent[] = []
const LIVE: Intent['state'][] = ['held', 'ready', 'in_flight']
const releaseMs = ({ releaseAt }: Intent) => (releaseAt === null ? Number.POSITIVE_INFINITY : Date.parse(releaseAt))

const live = holdReply(deskQuery('intents.list', { filter: { state: LIVE }, limit: 500 }), (value) =>
  value === undefined ? NONE : value.rows.toSorted((a, b) => releaseMs(a) - releaseMs(b)),
)
const unknown = holdReply(
  deskQuery('intents.list', { filter: { state: ['unknown'] }, limit: 1 }),
  (value) => value?.total ?? 0,
)
/** Held, ready and in flight; the next to be sent first. */
export const useLiveIntents = live.use
/** How many have an unknown outcome. */
export const useUnknownCount = unknown.use

export const loadIntents = () => Promise.all([live.load(), unknown.load()])

const about = (intent: Intent) => `${intentLabel(intent)} for ${brandName(intent.brandId)}`

export const cancelIntent = async (intent: Intent): Promise<boolean> => {
  const reply = await orNotify(`Could not cancel: ${about(intent)}`, ask('intents.cancel', { id: intent.id }))
  if (reply.ok) notify({ title: `Cancelled: ${about(intent)}`, message: 'Nothing was sent.' })
  return reply.ok
}

export const sendNow = (intent: Intent) =>
  orNotify(`Could not send now: ${about(intent)}`, ask('intents.releaseNow', { id: intent.id }))

export const pauseIntent = (intent: Intent, paused: boolean) =>
  orNotify(
    `Could not ${paused ? 'pause' : 'resume'} the hold: ${about(intent)}`,
    ask('intents.pause', { id: intent.id, paused }),
  )

export const resolveIntent = (input: CallInput<'intents.resolve'>) =>
  orNotify('The decision was not saved', ask('intents.resolve', input))

export const isHeld = ({ state }: Pick<Intent, 'state'>): boolean => state === 'held' || state === 'ready'

export const heldIntents = (): readonly Intent[] =>
  useLiveIntents.getState().filter((intent) => intent.state === 'held')
/** Pauses every hold, or resumes all of them when all are paused. */
export const pauseAll = (): void => {
  const held = heldIntents()
  const isCounting = held.some((intent) => !intent.isPaused)
  for (const intent of held) if (intent.isPaused !== isCounting) void pauseIntent(intent, isCounting)
}
export const cancelAll = async (): Promise<void> => {
  for (const intent of useLiveIntents.getState().filter(isHeld)) await cancelIntent(intent)
}
