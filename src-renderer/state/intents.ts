// Irreversible acts that are not at rest: what is held, on its way, or waits for a person's decision. Read whole, again
// after each change, for the hold bar must never tell of something that was sent already.
import { create } from 'zustand'
import type { CallInput, CallOutput, DeskEvent } from '../../src-shared/desk/contract.ts'
import type { Reply } from '../../src-shared/desk/errors.ts'
import type { Intent } from '../../src-shared/desk/intents.ts'
import { ask } from '../data/desk.ts'
import { isCallStale } from '../data/stale.ts'
import { actWords } from '../format/intent-words.ts'
import { brandName } from './brands.ts'
import { notify, notifyError } from './notices.ts'

type Acts = {
  /** Held, ready and in flight; the next to be sent first. */
  readonly live: readonly Intent[]
  /** How many have an unknown outcome. */
  readonly unknown: number
}

export const useActs = create<Acts>()(() => ({ live: [], unknown: 0 }))

const LIVE: Intent['state'][] = ['held', 'ready', 'in_flight']
const releaseMs = ({ releaseAt }: Intent) => (releaseAt === null ? Number.POSITIVE_INFINITY : Date.parse(releaseAt))

let request = 0
export const loadActs = async (): Promise<void> => {
  request += 1
  const own = request
  const [live, unknown] = await Promise.all([
    ask('intents.list', { filter: { state: LIVE }, limit: 500 }),
    ask('intents.list', { filter: { state: ['unknown'] }, limit: 1 }),
  ])
  if (own !== request || !live.ok || !unknown.ok) return
  useActs.setState({
    live: live.value.rows.toSorted((a, b) => releaseMs(a) - releaseMs(b)),
    unknown: unknown.value.total,
  })
}

const GAP_MS = 120
const planned: { timer: ReturnType<typeof setTimeout> | undefined } = { timer: undefined }

export const followAct = (event: DeskEvent): void => {
  if (!isCallStale('intents.list', 'all', event)) return
  planned.timer ??= setTimeout(() => {
    planned.timer = undefined
    void loadActs()
  }, GAP_MS)
}

const about = (intent: Intent) => `${actWords(intent)} for ${brandName(intent.brandId)}`

export const cancelAct = async (intent: Intent): Promise<boolean> => {
  const reply = await ask('intents.cancel', { id: intent.id })
  if (reply.ok) notify({ title: `Cancelled: ${about(intent)}`, message: 'Nothing was sent.' })
  else notifyError(`Could not cancel: ${about(intent)}`, reply.error)
  return reply.ok
}

export const sendNow = async (intent: Intent): Promise<void> => {
  const reply = await ask('intents.releaseNow', { id: intent.id })
  if (!reply.ok) notifyError(`Could not send now: ${about(intent)}`, reply.error)
}

export const pauseAct = async (intent: Intent, paused: boolean): Promise<void> => {
  const reply = await ask('intents.pause', { id: intent.id, paused })
  if (!reply.ok) notifyError(`Could not ${paused ? 'pause' : 'resume'} the hold: ${about(intent)}`, reply.error)
}

export const resolveAct = async (
  input: CallInput<'intents.resolve'>,
): Promise<Reply<CallOutput<'intents.resolve'>>> => {
  const reply = await ask('intents.resolve', input)
  if (!reply.ok) notifyError('The decision was not saved', reply.error)
  return reply
}

export const isHeld = ({ state }: Pick<Intent, 'state'>): boolean => state === 'held' || state === 'ready'

export const heldActs = (): readonly Intent[] => useActs.getState().live.filter((act) => act.state === 'held')
/** Pauses every hold, or lets all of them go on where none counts down. */
export const pauseAll = (): void => {
  const held = heldActs()
  const isCounting = held.some((act) => !act.isPaused)
  for (const act of held) if (act.isPaused !== isCounting) void pauseAct(act, isCounting)
}
export const cancelAll = async (): Promise<void> => {
  for (const act of useActs.getState().live.filter(isHeld)) await cancelAct(act)
}
