// From pitches to intents: one a brand, all written before any is sent. What was known of each contact's conversations is
// written with its pitch, so that after a crash the outbox can still tell new from old.
import type { CallOutput, ParsedInput } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { PitchItem } from '../../src-shared/desk/outreach.ts'
import type { IntentRequest, Journal } from '../journal/journal.ts'
import { type ChecksDeps, createChecks } from '../publishing/checks.ts'
import { invalidField } from '../publishing/targets.ts'
import type { Frozen, Taken } from './composing/frozen.ts'
import { createGates, type GatesDeps, type PitchSet } from './gates.ts'
import { isRead } from './is-read.ts'
import type { OutboxReader } from './outbox-read.ts'
import { type KnownConversation, toPayload } from './pitch.ts'

export type QueueDeps = GatesDeps &
  ChecksDeps & {
    readonly journal: Pick<Journal, 'submit' | 'sendAgain' | 'look'>
    readonly outbox: OutboxReader
    readonly frozen: Pick<Frozen, 'take'>
    /** Aborted when the desk closes. */
    readonly signal: AbortSignal
  }

type QueueInput = ParsedInput<'outreach.queue'>
type Options = Pick<QueueInput, 'sendNow' | 'sendingAccountId' | 'holdSeconds' | 'accept'>
type BrandPitches = { readonly brandId: string; readonly items: readonly PitchItem[] }

const contactIds = (items: readonly PitchItem[]): string[] => [
  ...new Set(items.flatMap(({ prospectEmailId }) => prospectEmailId ?? [])),
]

const assertAccepted = ({ brands }: Taken, accept: readonly string[]): void => {
  const open = brands.flatMap(({ brandId, warnings }) =>
    warnings.filter(({ code }) => !accept.includes(code)).map((warning) => ({ brandId, ...warning })),
  )
  const [first] = open
  if (first === undefined) return
  const codes = [...new Set(open.map(({ code }) => code))]
  const counted = codes.map((code) => `${code} (${open.filter((one) => one.code === code).length})`).join(', ')
  throw new DeskError('conflict', `Not accepted yet: ${counted}. ${first.message} Nothing was sent.`, {
    brandId: first.brandId,
    issues: open.slice(0, 20).map(({ code, message }) => ({ path: 'accept', message: `${code}: ${message}` })),
  })
}

export const createQueue = (deps: QueueDeps) => {
  const { store, book, journal, outbox, frozen, signal } = deps
  const gates = createGates(deps)
  const { assertUsable } = createChecks(deps)

  const contactsOf = async ({ brandId, items }: BrandPitches): Promise<PitchSet['contacts']> => {
    const found = await store.read('contacts.addresses', { brandId, ids: contactIds(items) })
    return new Map(found.map((contact) => [contact.id, contact]))
  }

  /** Immediate sending is for one recipient with no pitch waiting; the service is asked, since it cannot be undone. */
  const assertSendNow = async ({ brandId, items }: BrandPitches): Promise<void> => {
    if (items.length !== 1)
      throw invalidField(
        'sendNow',
        'takes exactly one recipient',
        'Only one pitch can be sent at once. Nothing was sent.',
      )
    await outbox.read(brandId, signal)
    const rows = await store.read('outbox.ofContacts', { brandId, ids: contactIds(items) })
    if (!rows.some(({ isWaiting }) => isWaiting)) return
    throw new DeskError('conflict', 'This contact has a pitch waiting in the queue already. Nothing was sent.', {
      brandId,
      issues: [{ path: 'items.0.prospectEmailId', message: 'is in the queue already' }],
    })
  }

  /** What the outbox held of these contacts; null where it cannot be told. */
  const knownBefore = async ({ brandId, items }: BrandPitches) => {
    // Without a first look nothing could be told from what was there before.
    if (!(await isRead(store, brandId, 'outbox'))) await outbox.read(brandId, signal).catch(() => undefined)
    if (!(await isRead(store, brandId, 'outbox'))) return null
    const rows = await store.read('outbox.ofContacts', { brandId, ids: contactIds(items) })
    return Map.groupBy(rows, ({ prospectEmailId }) => prospectEmailId)
  }

  const toRequest = async (
    { brandId, items }: BrandPitches,
    { contacts, options }: { contacts: PitchSet['contacts']; options: Omit<Options, 'accept'> },
  ): Promise<IntentRequest> => {
    const known = await knownBefore({ brandId, items })
    const ofContact = (id: string): readonly KnownConversation[] | null =>
      known === null ? null : (known.get(id) ?? [])
    const { sendNow, sendingAccountId, holdSeconds } = options
    return {
      kind: 'queue',
      brandId,
      details: { ...(sendNow ? { sendNow } : {}), ...(sendingAccountId === undefined ? {} : { sendingAccountId }) },
      holdSeconds,
      items: items.map((item) => {
        const id = item.prospectEmailId ?? ''
        const subject = contacts.get(id)?.email ?? (id === '' ? 'no contact' : id)
        return { subject, payload: toPayload(item, ofContact(id)) }
      }),
    }
  }

  /** The gates that hold for every set of pitches. */
  const assertFit = async (
    set: PitchSet,
    { sendNow, sendingAccountId }: Pick<Options, 'sendNow' | 'sendingAccountId'>,
  ) => {
    const { brandId, items } = set
    assertUsable({ brandId, slugs: [], brandField: 'brandId', slugField: () => 'brandId' })
    await gates.assertMailboxes(brandId, items.length, sendingAccountId)
    await gates.assertNotSuppressed(set)
    if (sendNow) await assertSendNow(set)
  }

  const requestOfItems = async (pitches: BrandPitches, options: Options): Promise<IntentRequest> => {
    book.get(pitches.brandId)
    const contacts = await contactsOf(pitches)
    const set = { ...pitches, contacts }
    await assertFit(set, options)
    await gates.assertNoOtherBrand(set, options.accept)
    return toRequest(pitches, { contacts, options })
  }

  /** Exactly what is ready in the preview, byte for byte. */
  const queueFrozen = (previewId: string, options: Options): Promise<string[]> =>
    frozen.take(previewId, async (taken, preview) => {
      const requests: IntentRequest[] = []
      const count = taken.brands.reduce((sum, { items }) => sum + items.length, 0)
      if (count === 0)
        throw invalidField('previewId', 'holds nothing that is ready', 'No pitch of it is ready. Nothing was sent.')
      if (options.sendNow && count !== 1)
        throw invalidField(
          'sendNow',
          'takes exactly one recipient',
          'Only one pitch can be sent at once. Nothing was sent.',
        )
      assertAccepted(taken, options.accept)
      for (const pitches of taken.brands) {
        if (pitches.items.length === 0) continue
        const contacts = await contactsOf(pitches)
        await assertFit({ ...pitches, contacts }, options)
        requests.push(await toRequest(pitches, { contacts, options }))
      }
      return journal.submit(requests, preview)
    })

  const queue = async (input: QueueInput): Promise<CallOutput<'outreach.queue'>> => {
    const { brandId, items, previewId } = input
    if (previewId !== undefined) {
      if (items !== undefined || brandId !== undefined)
        throw invalidField(
          'previewId',
          'give either previewId or items',
          'Give a preview, or a brand and its items, not both.',
        )
      const intentIds = await queueFrozen(previewId, input)
      return { intentId: intentIds[0] ?? '', intentIds }
    }
    if (brandId === undefined) throw invalidField('brandId', 'is required', 'Say whose pitches these are.')
    if (items === undefined) throw invalidField('items', 'is required', 'Give items, or a previewId.')
    const intentIds = await journal.submit([await requestOfItems({ brandId, items }, input)])
    return { intentId: intentIds[0] ?? '', intentIds }
  }

  return { queue, requestOfItems }
}
export type Queue = ReturnType<typeof createQueue>
