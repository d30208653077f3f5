/** Words by which a status that names a reply says that there is none yet. */
export const NO_REPLY_WORDS = ['not', 'no', 'never', 'pending', 'awaiting', 'waiting'] as const

const REPLIED = /(^|[^a-z])replied([^a-z]|$)/i
const NOT_YET = new RegExp(`\\b(${NO_REPLY_WORDS.join('|')})\\b`, 'i')

/** "not replied", "pending reply" and "no reply" are none. */
export const isReplied = (status: string): boolean => {
  const words = status.replaceAll(/[_-]+/g, ' ')
  return REPLIED.test(words) && !NOT_YET.test(words)
}
