// Skipped pitches, corrected before they are sent again as a new intent.
import { create } from 'zustand'
import type { CallOutput } from '../../src-shared/desk/contract.ts'
import type { DeskErrorValue } from '../../src-shared/desk/errors.ts'
import type { IntentItem, IntentWithItems } from '../../src-shared/desk/intents.ts'
import { PITCHES_READ_MAX } from '../../src-shared/desk/outreach.ts'
import { readPitches, resendPitches } from './outreach.ts'

export type Correction = {
  readonly item: number
  /** Why it was skipped. */
  readonly cause: string
  readonly prospectEmailId: string
  readonly person: string
  readonly subject: string
  readonly body: string
}

type Resend = {
  readonly intent: IntentWithItems | null
  readonly items: readonly Correction[]
  /** How many will be read. */
  readonly total: number
  readonly error: DeskErrorValue | null
  readonly isBusy: boolean
}

const NONE: Resend = { intent: null, items: [], total: 0, error: null, isBusy: false }
export const useResend = create<Resend>()(() => NONE)
export const closeResend = (): void => useResend.setState(NONE)

/** Pitches that can be corrected and sent again. Suppressed ones can not. */
export const skippedItems = ({ items }: IntentWithItems): readonly IntentItem[] =>
  items.filter(({ state, result }) => state === 'skipped' && result.as !== 'suppressed')

type Read = CallOutput<'outreach.pitches'>['pitches'][number]

const toCorrection = ({ item, prospectEmailId, name, email, subject, body }: Read, cause: string): Correction => ({
  item,
  cause,
  prospectEmailId: prospectEmailId ?? '',
  person: [name, email].filter((part) => part !== null).join(' · ') || (prospectEmailId ?? ''),
  subject: subject ?? '',
  body: body ?? '',
})

/** Reads the skipped pitches in parts, because there may be hundreds. */
export const openResend = async (intent: IntentWithItems): Promise<void> => {
  const skipped = skippedItems(intent)
  const causes = new Map(skipped.map(({ item, reason }) => [item, reason ?? 'The service did not say why.']))
  useResend.setState({ ...NONE, intent, total: skipped.length })
  const places = [...causes.keys()]
  for (let from = 0; from < places.length; from += PITCHES_READ_MAX) {
    const reply = await readPitches(intent.id, places.slice(from, from + PITCHES_READ_MAX))
    if (useResend.getState().intent !== intent) return
    if (!reply.ok) return useResend.setState({ error: reply.error })
    const read = reply.value.pitches.map((pitch) => toCorrection(pitch, causes.get(pitch.item) ?? ''))
    useResend.setState(({ items }) => ({ items: [...items, ...read] }))
  }
}

export const correct = (item: number, change: Partial<Omit<Correction, 'item' | 'cause'>>): void =>
  useResend.setState(({ items }) => ({
    items: items.map((each) => (each.item === item ? { ...each, ...change } : each)),
    error: null,
  }))

/** Sets a text where it is empty. */
export const fillIn = (field: 'subject' | 'body', text: string): void =>
  useResend.setState(({ items }) => ({
    items: items.map((each) => (each[field].trim() === '' ? { ...each, [field]: text } : each)),
  }))

/** What is missing in a pitch; null: it can be sent. */
export const missingIn = ({ prospectEmailId, subject, body }: Correction): 'contact' | 'subject' | 'text' | null => {
  if (prospectEmailId.trim() === '') return 'contact'
  if (subject.trim() === '') return 'subject'
  return body.trim() === '' ? 'text' : null
}

const ACCEPTABLE = [
  'wrong-brand',
  'already-queued',
  'contacted-before',
  'duplicate-address',
  'truncated-subject',
  'truncated-body',
] as const
type Acceptable = (typeof ACCEPTABLE)[number]

/** Codes of a refusal that the person may accept. */
export const acceptableCodes = ({ kind, detail }: DeskErrorValue): readonly Acceptable[] =>
  kind !== 'conflict' ? [] : ACCEPTABLE.filter((code) => detail?.issues?.some((issue) => issue.code === code))

/** The id of the new intent. Null: the desk refused, and its error is shown. */
export const resend = async (accept: readonly string[]): Promise<string | null> => {
  const { intent, items } = useResend.getState()
  if (intent === null) return null
  useResend.setState({ isBusy: true, error: null })
  const whole = items.filter((each) => missingIn(each) === null)
  const reply = await resendPitches({
    intentId: intent.id,
    items: whole.map(({ item, prospectEmailId, subject, body }) => ({ item, prospectEmailId, subject, body })),
    accept: [...accept],
  })
  if (useResend.getState().intent !== intent) return null
  if (!reply.ok) {
    useResend.setState({ isBusy: false, error: reply.error })
    return null
  }
  closeResend()
  return reply.value.intentId
}
