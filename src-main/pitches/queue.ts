// Turns pitches into intents: one per brand, all stored before any is sent. The known conversations of each contact are stored
// with its pitch, so that after a crash new conversations can be told from old ones.

import type { PreviewRow } from '../../src-shared/desk/composing.ts'
import type { CallOutput, ParsedInput } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { PitchItem } from '../../src-shared/desk/outreach.ts'
import type { Clock } from '../base/clock.ts'
import { invalidField } from '../base/invalid-field.ts'
import { createAssertUsable, isKeyUsable, type UsableDeps } from '../brands/assert-usable.ts'
import type { Frozen, Taken, TakenBrand } from '../composing/frozen.ts'
import type { Emit } from '../desk.ts'
import type { Journal } from '../journal/journal.ts'
import type { IntentRequest } from '../journal/new-intent.ts'
import type { PreviewUse } from '../journal/public.ts'
import { createGates, type GatesDeps } from './gates.ts'
import { isRead } from './is-read.ts'
import type { OutboxReader } from './outbox-read.ts'
import type { PitchSet } from './pitch-set.ts'
import { assertNoneOpen, MOMENT_MS } from './queries/open-pitches.ts'
import { type KnownConversation, toPayload, withPlainContact } from './rules/pitch.ts'
import { createSecondPitches, type SecondPitchOptions } from './second-pitches.ts'
import { suppressedPitches } from './suppressed-pitches.ts'
import { truncationWarnings } from './truncation.ts'
import { assertAccepted, assertNotMeanwhile, type PitchWarning } from './warnings.ts'

export type QueueDeps = GatesDeps &
  UsableDeps & {
    readonly clock: Clock
    readonly journal: Pick<Journal, 'submit' | 'retry' | 'poll' | 'mutex'>
    readonly outbox: OutboxReader
    readonly frozen: Pick<Frozen, 'take'>
    readonly emit: Emit
    /** Aborted when the desk closes. */
    readonly signal: AbortSignal
  }

type QueueInput = ParsedInput<'outreach.queue'>
type Options = Pick<QueueInput, 'sendNow' | 'sendingAccountId' | 'holdSeconds' | 'accept'>
type BrandPitches = { readonly brandId: string; readonly items: readonly PitchItem[] }

const contactIds = (items: readonly PitchItem[]): string[] => [
  ...new Set(items.flatMap(({ prospectEmailId }) => prospectEmailId ?? [])),
]

const alreadyWaits = (brandId: string, where: string) =>
  new DeskError('conflict', `This contact already has a pitch waiting ${where}. Nothing was sent.`, {
    brandId,
    issues: [{ path: 'items.0.prospectEmailId', message: `already waits ${where}` }],
  })

const onlyOne = () =>
  invalidField('sendNow', 'takes exactly one recipient', 'Send now takes exactly one pitch. Nothing was sent.')

const noOutbox = (name: string) =>
  invalidField(
    'brandId',
    'its outbox is not on this desk',
    `${name}: this desk has no working key and no copy of the outbox, so it cannot tell who was pitched before. Sync the brand first. Nothing was sent.`,
  )

export const createQueue = (deps: QueueDeps) => {
  const { store, book, clock, journal, outbox, frozen, emit, signal } = deps
  const { mutex } = journal
  const gates = createGates(deps)
  const assertUsable = createAssertUsable(deps)
  const secondPitches = createSecondPitches(deps)

  /** Contacts of the brand's open intents, and of those stored since then. */
  const contactsHere = async ({ brandId, items }: BrandPitches, confirmedSinceMs: number): Promise<string[]> => {
    const asked = { brandId, ids: contactIds(items), confirmedSinceMs, isUnseenOnly: false }
    return (await store.read('outreach.pitchesHere', asked)).map(({ contactId }) => contactId)
  }

  /** In a team: contacts whose pitches of a moment ago the warnings tell of. To be read before them. */
  const warnedContacts = async (set: BrandPitches): Promise<string[] | undefined> =>
    store.team === null ? undefined : contactsHere(set, clock.now() - MOMENT_MS)

  /** Pitches that are waiting here or being sent are not in the outbox yet. */
  const assertNoneHere = async (pitches: BrandPitches, sinceMs: number): Promise<void> => {
    if ((await contactsHere(pitches, sinceMs)).length > 0) throw alreadyWaits(pitches.brandId, 'on this desk')
  }

  const contactsOf = async ({ brandId, items }: BrandPitches): Promise<PitchSet['contacts']> => {
    const found = await store.read('contacts.addresses', { brandId, ids: contactIds(items) })
    return new Map(found.map((contact) => [contact.id, contact]))
  }

  /** Immediate sending is for one recipient with no pitch waiting; the service is asked, since it cannot be undone. */
  const assertSendNow = async ({ brandId, items }: BrandPitches): Promise<void> => {
    if (items.length !== 1) throw onlyOne()
    await assertNoneHere({ brandId, items }, clock.now())
    await outbox.read(brandId, signal)
    const rows = await store.read('outbox.ofContacts', { brandId, ids: contactIds(items) })
    if (rows.some(({ isWaiting }) => isWaiting)) throw alreadyWaits(brandId, 'in the queue')
  }

  /** Conversations of these contacts in the outbox; null if it was never read. */
  const knownBefore = async ({ brandId, items }: BrandPitches) => {
    // New conversations can only be recognised if the outbox was read before.
    if (!(await isRead(store, brandId, 'outbox'))) {
      const brand = book.get(brandId)
      if (store.team !== null && !isKeyUsable(brand)) throw noOutbox(brand.name)
      await outbox.read(brandId, signal).catch(() => undefined)
    }
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
        const { email = '', name = '', domain } = contacts.get(id) ?? {}
        // A person without a known address is shown by name.
        const label = email || name || id || 'no contact'
        return {
          label,
          refId: item.prospectEmailId,
          payload: toPayload({ ...item, site: domain ?? undefined }, ofContact(id)),
        }
      }),
    }
  }

  /** Checks for every set of pitches. */
  const assertFit = async (
    set: PitchSet,
    { sendNow, sendingAccountId }: Pick<Options, 'sendNow' | 'sendingAccountId'>,
  ) => {
    const { brandId, items } = set
    assertUsable({ brandId, brandField: 'brandId' })
    await gates.assertMailboxes(brandId, items.length, sendingAccountId)
    if (sendNow) await assertSendNow(set)
  }

  const requestOfItems = async (given: BrandPitches, options: Options): Promise<IntentRequest> => {
    book.get(given.brandId)
    const pitches = { ...given, items: given.items.map(withPlainContact) }
    gates.assertOncePerContact(pitches)
    const contacts = await contactsOf(pitches)
    const set = { ...pitches, contacts }
    await gates.assertNotSuppressed(set)
    await assertFit(set, options)
    await gates.assertNoOtherBrand(set, options.accept)
    return toRequest(pitches, { contacts, options })
  }

  /** Contacts with an open pitch of a colleague: refused, or left out if that was accepted. */
  const withOpenPitch = async ({ brandId, items }: BrandPitches, accept: Options['accept']): Promise<Set<string>> => {
    const open = await store.read('outreach.openPitches', { brandId, ids: contactIds(items) })
    if (!accept.includes('open-pitch')) assertNoneOpen(open, { brandId, pathOf: () => 'accept' }, clock.now())
    return new Set(open.map(({ contactId }) => contactId))
  }

  /** The warnings of a preview's pitches, and the pitches to send: without suppressed people and open pitches. */
  const sift = async ({ brands }: Taken, accept: Options['accept']) => {
    const allWarnings: PitchWarning[] = []
    const going: (PitchSet & Pick<TakenBrand, 'knownWaiting' | 'indexes'>)[] = []
    for (const pitches of brands) {
      const { brandId, warnings, knownWaiting } = pitches
      const contacts = await contactsOf(pitches)
      const suppressed = await suppressedPitches(store, { ...pitches, contacts })
      allWarnings.push(...warnings.map((warning) => ({ brandId, ...warning })))
      allWarnings.push(...suppressed.map(({ message }) => ({ brandId, code: 'suppressed' as const, message })))
      const open = await withOpenPitch(pitches, accept)
      const skipped = new Set(suppressed.map(({ index }) => index))
      const goes = (index: number) => !skipped.has(index) && !open.has(pitches.items[index]?.prospectEmailId ?? '')
      const items = pitches.items.filter((_, index) => goes(index))
      const indexes = pitches.indexes.filter((_, index) => goes(index))
      if (items.length > 0) going.push({ brandId, items, indexes, contacts, knownWaiting })
    }
    return { allWarnings, going }
  }

  /** Queues the ready rows of the preview, byte for byte; without those whose warnings are to be left. */
  const queueFrozen = (
    previewId: string,
    options: Options & Pick<QueueInput, 'draftId' | 'leavesUnaccepted'>,
  ): Promise<{ intentIds: string[]; left: number[] }> => {
    const { accept, leavesUnaccepted } = options
    const isWanted = ({ warnings }: Pick<PreviewRow, 'warnings'>) =>
      !leavesUnaccepted || warnings.every(({ code }) => accept.includes(code))
    const queueTaken = async (taken: Taken, preview: PreviewUse) => {
      if (taken.brands.length === 0)
        throw invalidField(
          'previewId',
          'has no pitch that is ready',
          'This preview has no pitch that is ready. Nothing was sent.',
        )
      const startedMs = clock.now()
      const { allWarnings, going } = await sift(taken, options.accept)
      assertAccepted(allWarnings, options.accept)
      const count = going.reduce((sum, { items }) => sum + items.length, 0)
      if (count === 0)
        throw invalidField(
          'previewId',
          'no recipients are left',
          'All recipients are on the suppression list, or have an open pitch of a colleague.',
        )
      if (options.sendNow && count !== 1) throw onlyOne()
      const fit: { readonly set: (typeof going)[number]; readonly request: IntentRequest }[] = []
      for (const set of going) {
        await assertFit(set, options)
        fit.push({ set, request: await toRequest(set, { contacts: set.contacts, options }) })
      }
      const intentIds = await mutex.runExclusive(async () => {
        const requests: IntentRequest[] = []
        for (const { set, request } of fit) {
          requests.push({ ...request, warnedContacts: await warnedContacts(set) })
          if (options.sendNow) await assertNoneHere(set, startedMs)
          const here = await contactsHere(set, taken.frozenAtMs)
          assertNotMeanwhile(set, { here, brandName: book.get(set.brandId).name, accept: options.accept })
        }
        return journal.submit(requests, { ...preview, draftId: options.draftId })
      })
      const queued = new Set(going.flatMap(({ indexes }) => indexes))
      return { intentIds, left: Array.from({ length: taken.total }, (_, at) => at).filter((at) => !queued.has(at)) }
    }
    return frozen.take(previewId, queueTaken, isWanted)
  }

  /** Throws `conflict` for warnings that a preview would have shown, unless accepted. */
  const assertWarningsAccepted = async (
    pitches: BrandPitches,
    accept: readonly string[],
    options?: SecondPitchOptions,
  ): Promise<void> =>
    assertAccepted([...truncationWarnings(pitches), ...(await secondPitches(pitches, options))], accept)

  /** Stores a retry, unless its contact has a waiting pitch here by now. */
  const retry = <Value>(
    pitches: BrandPitches,
    accept: readonly string[],
    write: () => Promise<Value>,
  ): Promise<Value> =>
    mutex.runExclusive(async () => {
      const set = { ...pitches, items: pitches.items.map(withPlainContact) }
      await assertWarningsAccepted(set, accept, { isHereOnly: true })
      return write()
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
      const { intentIds, left } = await queueFrozen(previewId, input)
      if (input.draftId !== undefined) emit('changed', { brandIds: 'all', datasets: ['templates'] })
      return { intentId: intentIds[0] ?? '', intentIds, left }
    }
    if (brandId === undefined) throw invalidField('brandId', 'is required', 'Give the brand of these pitches.')
    if (items === undefined) throw invalidField('items', 'is required', 'Give items or a previewId.')
    const startedMs = clock.now()
    const request = await requestOfItems({ brandId, items }, input)
    const intentIds = await mutex.runExclusive(async () => {
      const pitches = { brandId, items: items.map(withPlainContact) }
      if (input.sendNow) await assertNoneHere(pitches, startedMs)
      const warned = await warnedContacts(pitches)
      await assertWarningsAccepted(pitches, input.accept)
      return journal.submit([{ ...request, warnedContacts: warned }])
    })
    return { intentId: intentIds[0] ?? '', intentIds, left: [] }
  }

  return { queue, requestOfItems, retry }
}
