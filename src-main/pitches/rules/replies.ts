// Which pitches the service calls replied, and when, as far as it says.
import { isReplied } from '../../../src-shared/desk/values/reply-status.ts'

/** Fields that may hold the time of a reply; the interface leaves this open. */
const TIME_FIELDS = ['repliedAt', 'replyAt', 'replyReceivedAt', 'lastReplyAt']

const timeOfReply = (item: Readonly<Record<string, unknown>>): number | null => {
  const given = TIME_FIELDS.map((field) => item[field]).find((value) => typeof value === 'string')
  const ms = typeof given === 'string' ? Date.parse(given) : Number.NaN
  return Number.isNaN(ms) ? null : ms
}

/** A pitch as the listing before had it. */
export type PitchBefore = {
  readonly status: string
  readonly sentAtMs: number | null
  readonly repliedAtMs: number | null
}
type Pitch = {
  readonly status: string
  readonly item: object
  readonly fetchedAtMs: number
  readonly before: PitchBefore | undefined
}

/** When the desk first read that it was replied to; null: it was so when the desk first read of it. */
const seenAt = ({ fetchedAtMs, before }: Pitch): number | null => {
  if (before === undefined) return null
  if (!isReplied(before.status)) return fetchedAtMs
  // An earlier version kept the time of sending here.
  return before.repliedAtMs === before.sentAtMs ? null : before.repliedAtMs
}

/** When the reply came; where the service does not say that, when the desk saw it. Null: no reply, or no known time. */
export const replyOf = (pitch: Pitch): { repliedAtMs: number | null; isTimeOfReply: 0 | 1 } => {
  if (!isReplied(pitch.status)) return { repliedAtMs: null, isTimeOfReply: 0 }
  const given = timeOfReply({ ...pitch.item })
  return given === null ? { repliedAtMs: seenAt(pitch), isTimeOfReply: 0 } : { repliedAtMs: given, isTimeOfReply: 1 }
}
