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
import { type PreviewUse, readNewestPitches } from '../journal/public.ts'
import { readContactAddresses } from '../prospects/public.ts'
import { colleaguesOf } from '../store/team/colleagues.ts'
import { createGates, type GatesDeps } from './gates.ts'
import type { OutboxReader } from './outbox-read.ts'
import { isRead, readOutboxState } from './outbox-state.ts'
import type { PitchSet } from './pitch-set.ts'
import { assertNoOthers, isOpen, type OtherPitch } from './queries/open-pitches.ts'
import type { OutboxTrace } from './queries/outbox-rows.ts'
import { contactIdsOf, type KnownConversation, toPayload, withPlainContact } from './rules/pitch.ts'
import { createSecondPitches, type SecondPitchOptions } from './second-pitches.ts'
import { suppressedPitches } from './suppressed-pitches.ts'
import { assertAccepted, assertNotMeanwhile, type PitchWarning, truncationWarnings } from './warnings.ts'

export type QueueDeps = GatesDeps &
  UsableDeps & {
    readonly clock: Clock
    readonly journal: Pick<Journal, 'submit' | 'prepare' | 'retry' | 'poll' | 'mutex'>
    readonly outbox: OutboxReader
    readonly frozen: Pick<Frozen, 'take'>
    readonly emit: Emit
    /** Aborted when the desk closes. */
    readonly closing: AbortSignal
  }

type QueueInput = ParsedInput<'outreach.queue'>
type Options = Pick<QueueInput, 'sendNow' | 'sendingAccountId' | 'holdSeconds' | 'accept'>
type BrandPitches = { readonly brandId: string; readonly items: readonly PitchItem[] }
/** Intents of the newest pitches, by contact. */
type Newest = ReadonlyMap<string, number>
type WithNewest = { readonly newest: Newest }
/** Conversations of the contacts in the outbox; null: it was never read. */
type KnownBefore = readonly OutboxTrace[] | null

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

/** What is known of the contacts of pitches: here, in the outbox, and of colleagues. */
const createFacts = ({ store, book, clock, outbox, closing }: QueueDeps) => {
  const colleagues = colleaguesOf(store)

  /** What this desk knows. To be read before anything is checked: what comes later is refused as the pitches are stored. */
  const newestOf = ({ brandId, items }: BrandPitches): Promise<Newest> =>
    readNewestPitches(store, { brandId, ids: contactIdsOf(items.map(withPlainContact)) })

  /** Pitches that are newer than these, and in a team open ones. */
  const othersOf = ({ brandId, items }: BrandPitches, newest: Newest): Promise<OtherPitch[]> => {
    const contacts = contactIdsOf(items).map((id) => ({ id, afterNo: newest.get(id) }))
    return store.read('outreach.otherPitchesOf', { brandId, contacts })
  }

  /** Pitches that are waiting here or being sent are not in the outbox yet. */
  const assertNoneHere = async ({ brandId, items }: BrandPitches, newest: Newest): Promise<void> => {
    const pathOf = () => 'items.0.prospectEmailId'
    assertNoOthers(await othersOf({ brandId, items }, newest), { brandId, pathOf }, clock.now())
    const asked = { brandId, ids: contactIdsOf(items), confirmedSinceMs: clock.now(), isUnseenOnly: false }
    if ((await store.read('outreach.pitchesHere', asked)).length > 0) throw alreadyWaits(brandId, 'on this desk')
  }

  const contactsOf = async ({ brandId, items }: BrandPitches): Promise<PitchSet['contacts']> => {
    const found = await readContactAddresses(store, { brandId, ids: contactIdsOf(items) })
    return new Map(found.map((contact) => [contact.id, contact]))
  }

  /** Immediate sending is for one recipient with no pitch waiting; the service is asked, since it cannot be undone. */
  const assertSendNow = async ({ brandId, items, newest }: BrandPitches & WithNewest): Promise<void> => {
    if (items.length !== 1) throw onlyOne()
    await assertNoneHere({ brandId, items }, newest)
    await outbox.read(brandId, closing)
    const rows = await store.read('outbox.ofContacts', { brandId, ids: contactIdsOf(items) })
    if (!rows.some(({ isWaiting }) => isWaiting)) return
    // By now this desk may know whose it is.
    await assertNoneHere({ brandId, items }, newest)
    throw alreadyWaits(brandId, 'in the queue')
  }

  /** Whether the outbox was read before, or can be now: only then are new conversations told from earlier ones. */
  const isOutboxKnown = async (brandId: string): Promise<boolean> => {
    if (await isRead(store, brandId, 'outbox')) return true
    const brand = book.get(brandId)
    if (colleagues.mayHaveKeys && !isKeyUsable(brand)) throw noOutbox(brand.name)
    // While a sync of the outbox runs, a read of our own is not recorded: what counts is that it ended.
    return outbox.read(brandId, closing).then(
      () => true,
      () => false,
    )
  }

  /** Conversations of these contacts in the outbox; null if it was never read. */
  const knownBefore = async ({ brandId, items }: BrandPitches): Promise<KnownBefore> => {
    if (!(await isOutboxKnown(brandId))) return null
    return store.read('outbox.ofContacts', { brandId, ids: contactIdsOf(items) })
  }

  return { newestOf, othersOf, contactsOf, assertSendNow, isOutboxKnown, knownBefore }
}
type Facts = ReturnType<typeof createFacts>

/** The checks of every set of pitches, and the intents of sets that pass. */
const createRequests = (deps: QueueDeps, { contactsOf, assertSendNow, knownBefore }: Facts) => {
  const { book } = deps
  const gates = createGates(deps)
  const assertUsable = createAssertUsable(deps)

  const toRequest = (
    { brandId, items, contacts, newest }: PitchSet & WithNewest,
    conversations: KnownBefore,
    options: Options,
    previewId?: string,
  ): IntentRequest => {
    const known = conversations === null ? null : Map.groupBy(conversations, ({ prospectEmailId }) => prospectEmailId)
    const ofContact = (id: string): readonly KnownConversation[] | null =>
      known === null ? null : (known.get(id) ?? [])
    const { sendNow, sendingAccountId, holdSeconds, accept: warnings } = options
    return {
      kind: 'queue',
      brandId,
      details: { ...(sendNow ? { sendNow } : {}), ...(sendingAccountId === undefined ? {} : { sendingAccountId }) },
      accepted: previewId === undefined && warnings.length === 0 ? undefined : { previewId, warnings },
      holdSeconds,
      items: items.map((item) => {
        const id = item.prospectEmailId ?? ''
        const { email = '', name = '', domain } = contacts.get(id) ?? {}
        // A person without a known address is shown by name.
        const label = email || name || id || 'no contact'
        return {
          label,
          refId: item.prospectEmailId,
          afterNo: newest.get(id),
          payload: toPayload({ ...item, site: domain ?? undefined }, ofContact(id)),
        }
      }),
    }
  }

  /** Checks for every set of pitches. */
  const assertFit = async (
    set: PitchSet & WithNewest,
    { sendNow, sendingAccountId }: Pick<Options, 'sendNow' | 'sendingAccountId'>,
  ) => {
    const { brandId, items } = set
    assertUsable({ brandId, brandField: 'brandId' })
    await gates.assertMailboxes(brandId, items.length, sendingAccountId)
    if (sendNow) await assertSendNow(set)
  }

  /** The pitches with their contacts, after all checks but that of their texts. The newest are asked for before. */
  const setOf = async (
    { brandId, items: given }: BrandPitches,
    asked: Promise<Newest>,
    options: Options,
  ): Promise<PitchSet & WithNewest> => {
    book.get(brandId)
    const pitches = { brandId, items: given.map(withPlainContact) }
    gates.assertOncePerContact(pitches)
    const [newest, contacts] = await Promise.all([asked, contactsOf(pitches), gates.assertAnyOwn(pitches)])
    const set = { ...pitches, newest, contacts }
    await gates.assertNotSuppressed(set)
    await assertFit(set, options)
    return set
  }

  const requestOfItems = async (given: BrandPitches & WithNewest, options: Options): Promise<IntentRequest> => {
    const set = await setOf(given, Promise.resolve(given.newest), options)
    gates.assertNoOtherBrand(set, await gates.findOtherBrands(set, options.accept))
    return toRequest(set, await knownBefore(set), options)
  }

  const { findOtherBrands, assertNoOtherBrand } = gates
  return { assertFit, setOf, findOtherBrands, assertNoOtherBrand, toRequest, requestOfItems }
}
type Requests = Pick<ReturnType<typeof createRequests>, 'assertFit' | 'toRequest'>

/** Queues the pitches of a preview. */
const createFrozenQueue = (deps: QueueDeps, facts: Facts, { assertFit, toRequest }: Requests) => {
  const { store, book, clock, journal, frozen } = deps
  const colleagues = colleaguesOf(store)
  const { newestOf, othersOf, contactsOf, knownBefore } = facts
  const { mutex } = journal

  const isMine = ({ madeBy }: OtherPitch): boolean => colleagues.isMine(madeBy)

  /** In a team: contacts with an open pitch, or one of a colleague since the preview; refused, or left out if that was accepted. */
  const takenByOthers = async (pitches: TakenBrand, accept: Options['accept']): Promise<Set<string>> => {
    if (!colleagues.sharePitches) return new Set()
    const { brandId, afterNos } = pitches
    const taken = (await othersOf(pitches, afterNos)).filter((pitch) => isOpen(pitch) || !isMine(pitch))
    if (!accept.includes('open-pitch')) assertNoOthers(taken, { brandId, pathOf: () => 'accept' }, clock.now())
    return new Set(taken.map(({ contactId }) => contactId))
  }

  /** Contacts that got a pitch of this person since the preview, or will. */
  const pitchedMeanwhile = async (pitches: BrandPitches & Pick<TakenBrand, 'afterNos'>): Promise<string[]> =>
    (await othersOf(pitches, pitches.afterNos))
      .filter((pitch) => isMine(pitch) && (isOpen(pitch) || pitch.state === 'confirmed'))
      .map(({ contactId }) => contactId)

  /** The warnings of a preview's pitches, and the pitches to send: without suppressed people and those whom a colleague pitched. */
  const sift = async ({ brands }: Taken, accept: Options['accept']) => {
    const allWarnings: PitchWarning[] = []
    const going: (PitchSet & WithNewest & Pick<TakenBrand, 'afterNos' | 'indexes'>)[] = []
    for (const pitches of brands) {
      const { brandId, warnings, afterNos } = pitches
      const newest = await newestOf(pitches)
      const contacts = await contactsOf(pitches)
      const suppressed = await suppressedPitches(store, { ...pitches, contacts })
      allWarnings.push(...warnings.map((warning) => ({ brandId, ...warning })))
      allWarnings.push(...suppressed.map(({ message }) => ({ brandId, code: 'suppressed' as const, message })))
      const taken = await takenByOthers(pitches, accept)
      const skipped = new Set(suppressed.map(({ index }) => index))
      const goes = (index: number) => !skipped.has(index) && !taken.has(pitches.items[index]?.prospectEmailId ?? '')
      const items = pitches.items.filter((_, index) => goes(index))
      const indexes = pitches.indexes.filter((_, index) => goes(index))
      if (items.length > 0) going.push({ brandId, items, indexes, contacts, afterNos, newest })
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
      const { allWarnings, going } = await sift(taken, options.accept)
      assertAccepted(allWarnings, options.accept)
      const count = going.reduce((sum, { items }) => sum + items.length, 0)
      if (count === 0)
        throw invalidField(
          'previewId',
          'no recipients are left',
          'All recipients are on the suppression list, or were pitched by a colleague.',
        )
      if (options.sendNow && count !== 1) throw onlyOne()
      const fit: { readonly set: (typeof going)[number]; readonly request: IntentRequest }[] = []
      for (const set of going) {
        await assertFit(set, options)
        fit.push({ set, request: toRequest(set, await knownBefore(set), options, previewId) })
      }
      const intentIds = await mutex.runExclusive(async () => {
        for (const { set } of fit) {
          const fresh = await pitchedMeanwhile(set)
          assertNotMeanwhile(set, { fresh, brandName: book.get(set.brandId).name, accept: options.accept })
        }
        const requests = fit.map(({ request }) => request)
        return journal.submit(requests, { ...preview, draftId: options.draftId })
      })
      const queued = new Set(going.flatMap(({ indexes }) => indexes))
      return { intentIds, left: Array.from({ length: taken.total }, (_, at) => at).filter((at) => !queued.has(at)) }
    }
    return frozen.take(previewId, queueTaken, isWanted)
  }

  return queueFrozen
}

export const createQueue = (deps: QueueDeps) => {
  const { store, clock, journal, emit } = deps
  const { mutex } = journal
  const facts = createFacts(deps)
  const { newestOf, isOutboxKnown } = facts
  const requests = createRequests(deps, facts)
  const { setOf, findOtherBrands, assertNoOtherBrand, toRequest, requestOfItems } = requests
  const queueFrozen = createFrozenQueue(deps, facts, requests)
  const secondPitches = createSecondPitches(deps)

  /** Throws `conflict` for warnings that a preview would have shown, unless accepted. */
  const assertWarningsAccepted = async (
    pitches: BrandPitches,
    accept: readonly string[],
    options?: SecondPitchOptions,
  ): Promise<void> =>
    assertAccepted([...truncationWarnings(pitches), ...(await secondPitches(pitches, options))], accept)

  /**
   * Stores a retry, unless its contact has a waiting pitch here by now. `before`: the contacts of what is sent again, whose
   * outbox was compared; others get all warnings.
   */
  const retry = <Value>(
    pitches: BrandPitches & { readonly before: ReadonlySet<string> },
    accept: readonly string[],
    write: () => Promise<Value>,
  ): Promise<Value> =>
    mutex.runExclusive(async () => {
      const set = { ...pitches, items: pitches.items.map(withPlainContact) }
      await assertWarningsAccepted(set, accept, { hereOnly: pitches.before })
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
    const pitches = { brandId, items }
    const newest = newestOf(pitches)
    newest.catch(() => undefined) // other refusals are said first
    // It may ask the service. Brands may get other names meanwhile, so texts are searched afterwards.
    const isKnown = await isOutboxKnown(brandId)
    // The texts of thousands are searched while the store reads.
    const searching = findOtherBrands(pitches, input.accept)
    searching.catch(() => undefined)
    const set = await setOf(pitches, newest, input)
    const intentIds = await mutex.runExclusive(async () => {
      const state = readOutboxState({ store, clock }, brandId, contactIdsOf(set.items))
      const warned = assertWarningsAccepted(set, input.accept, { state })
      warned.catch(() => undefined) // what the texts are refused for is said first
      assertNoOtherBrand(set, await searching)
      const save = journal.prepare([toRequest(set, isKnown ? (await state).conversations : null, input)])
      await warned
      return save()
    })
    return { intentId: intentIds[0] ?? '', intentIds, left: [] }
  }

  return { queue, newestOf, requestOfItems, retry }
}
