// A pitch as the journal stores it: what is sent, and the contact's conversations in the outbox at that time.
import { LIMITS, truncateCharacters } from '../../../src-shared/service/limits.ts'
import type { BatchItem } from '../../journal/kind.ts'
import type { OutboxTrace } from '../queries/outbox-rows.ts'

type Payload = BatchItem['payload']
export type KnownConversation = Pick<OutboxTrace, 'conversationId' | 'subject' | 'isWaiting'>

export type Pitch = {
  readonly prospectEmailId: string | undefined
  readonly subject: string | undefined
  readonly body: string | undefined
  /** The contact's site, for the suppression check if the contact is no longer listed. Not sent. */
  readonly site?: string | undefined
  /** Conversations of the contact before it was sent; null if the outbox had never been read. */
  readonly knownBefore: readonly KnownConversation[] | null
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const knownOf = (value: unknown): readonly KnownConversation[] | null => {
  if (!Array.isArray(value)) return null
  return value.flatMap((entry: unknown): KnownConversation[] => {
    const { conversationId, subject, isWaiting } = (entry ?? {}) as Record<string, unknown> // as toPayload wrote it
    if (typeof conversationId !== 'string') return []
    return [{ conversationId, subject: textOf(subject) ?? null, isWaiting: isWaiting === true }]
  })
}

export const pitchOf = (payload: Payload): Pitch => ({
  prospectEmailId: textOf(payload.prospectEmailId),
  subject: textOf(payload.subject),
  body: textOf(payload.body),
  site: textOf(payload.site),
  knownBefore: knownOf(payload.knownBefore),
})

export const toPayload = (item: Partial<Omit<Pitch, 'knownBefore'>>, knownBefore: Pitch['knownBefore']): Payload => ({
  ...(item.prospectEmailId === undefined ? {} : { prospectEmailId: item.prospectEmailId }),
  ...(item.subject === undefined ? {} : { subject: item.subject }),
  ...(item.body === undefined ? {} : { body: item.body }),
  ...(item.site === undefined ? {} : { site: item.site }),
  knownBefore:
    knownBefore === null
      ? null
      : knownBefore.map(({ conversationId, subject, isWaiting }) => ({ conversationId, subject, isWaiting })),
})

/** With the contact's id trimmed, as the outbox names it. */
export const withPlainContact = <Item extends Partial<Pick<Pitch, 'prospectEmailId'>>>(item: Item): Item =>
  item.prospectEmailId === undefined ? item : { ...item, prospectEmailId: item.prospectEmailId.trim() }

/** Why the service would skip this item; null if it is complete. */
export const missingOf = ({ prospectEmailId, subject, body }: Partial<Omit<Pitch, 'knownBefore'>>): string | null => {
  if ((prospectEmailId ?? '').trim() === '') return 'The pitch has no contact.'
  if ((subject ?? '').trim() === '') return 'It has no subject.'
  return (body ?? '').trim() === '' ? 'It has no body.' : null
}

/** A subject without differences in white space or a character that was cut in two. */
const plain = (subject: string): string =>
  subject
    .replace(/[\ud800-\udbff\ufffd]$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** A subject as the service may store it: cut by code points or by UTF-16 units. */
const keptForms = (subject: string): string[] => {
  if (subject.length <= LIMITS.subjectCharactersMax) return [plain(subject)]
  return [subject, subject.trim(), plain(subject)].flatMap((text) => [
    plain(truncateCharacters(text, LIMITS.subjectCharactersMax)),
    plain(text.slice(0, LIMITS.subjectCharactersMax)),
  ])
}

/** null if the outbox does not give the subject. */
export const hasSubject = (
  row: Pick<OutboxTrace, 'subject'>,
  { subject = '' }: Pick<Pitch, 'subject'>,
): boolean | null => (row.subject === null ? null : keptForms(subject).includes(plain(row.subject)))

/** Rows of an outbox by contact, in order. */
export const byContact = (rows: readonly OutboxTrace[]): ReadonlyMap<string, readonly OutboxTrace[]> =>
  Map.groupBy(rows, ({ prospectEmailId }) => prospectEmailId)

/** The contacts of pitches, each once. */
export const contactIdsOf = (
  pitches: readonly { readonly prospectEmailId?: string | null | undefined }[],
): string[] => {
  const ids = new Set<string>()
  for (const { prospectEmailId } of pitches) if (prospectEmailId != null) ids.add(prospectEmailId)
  return [...ids]
}
