// Which pitches the service calls replied, and when, as far as it says.

/** "not replied", "pending reply" and "no reply" are none. */
const REPLIED = /(^|[^a-z])replied([^a-z]|$)/i
const NOT_YET = /\b(not|no|never|pending|awaiting|waiting)\b/i
export const isReplied = (status: string): boolean => {
  const words = status.replaceAll(/[_-]+/g, ' ')
  return REPLIED.test(words) && !NOT_YET.test(words)
}

/** Fields that may hold the time of a reply; the interface leaves this open. */
const TIME_FIELDS = ['repliedAt', 'replyAt', 'replyReceivedAt', 'lastReplyAt']

const timeOfReply = (item: Readonly<Record<string, unknown>>): number | null => {
  const given = TIME_FIELDS.map((field) => item[field]).find((value) => typeof value === 'string')
  const ms = typeof given === 'string' ? Date.parse(given) : Number.NaN
  return Number.isNaN(ms) ? null : ms
}

type Pitch = { readonly status: string; readonly sentAtMs: number | null; readonly item: object }

/** Where the service does not say when the reply came: when the pitch was sent. Null: no reply, or no known time. */
export const replyOf = ({ status, sentAtMs, item }: Pitch): { repliedAtMs: number | null; isTimeOfReply: 0 | 1 } => {
  const given = isReplied(status) ? timeOfReply({ ...item }) : null
  return { repliedAtMs: given ?? (isReplied(status) ? sentAtMs : null), isTimeOfReply: given === null ? 0 : 1 }
}
