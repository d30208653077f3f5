// Irreversible actions that are not finished: held, being sent, or waiting for a person's decision. Read again after
// each change, because the hold bar must never show something that was sent already.
import type { CallInput } from '../../src-shared/desk/contract.ts'
import type { Intent } from '../../src-shared/desk/intents.ts'
import { ask } from '../data/desk.ts'
import { deskQuery } from '../data/queries.ts'
import { intentLabel } from '../format/intent-labels.ts'
import { brandName } from './brands.ts'
import { notify, orNotify } from './notices.ts'
import { holdReply } from './scoped-store.ts'
import { setSettings, useSettings } from './settings.ts'

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

/** One pitch of a held action; the others keep their hold. */
export const cancelItem = (intent: Intent, item: number) =>
  orNotify(`Could not cancel it: ${about(intent)}`, ask('intents.cancel', { id: intent.id, items: [item] }))

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

// The switch that pauses all sending: while it is on, the desk sends no pitch of any brand.
export const isSendingHeld = (): boolean => useSettings.getState().settings?.isSendingHeld === true
export const useIsSendingHeld = (): boolean => useSettings((state) => state.settings?.isSendingHeld === true)

const switchTo = (isSendingHeld: boolean) =>
  orNotify(isSendingHeld ? 'Could not pause sending' : 'Could not resume sending', setSettings({ isSendingHeld }))

/** Pauses at once, without a question: nothing is lost by it. */
export const pauseAllSending = (): void => void switchTo(true)
export const resumeAllSending = () => switchTo(false)

/** Whether the switch stops this intent. */
export const isHeldBack = ({ kind, state }: Pick<Intent, 'kind' | 'state'>, isHeld: boolean): boolean =>
  isHeld && kind === 'queue' && (state === 'held' || state === 'ready')

const heldBack = (live: readonly Intent[]): readonly Intent[] => live.filter((intent) => isHeldBack(intent, true))
export const useHeldBack = (): readonly Intent[] => heldBack(useLiveIntents())

export const pitchesIn = (actions: readonly Intent[]): number =>
  actions.reduce((sum, { counts }) => sum + counts.total, 0)
