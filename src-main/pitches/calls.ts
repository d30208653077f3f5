import type { Handlers, ParsedInput } from '../../src-shared/desk/contract.ts'
import type { PitchItem } from '../../src-shared/desk/outreach.ts'
import type { CallsOf } from '../../src-shared/desk/served-by.ts'
import { DAY_MS } from '../base/clock.ts'
import { createAssertUsable } from '../brands/assert-usable.ts'
import { alreadyDone, noItem, refused } from '../journal/already-done.ts'
import type { IntentHead, ItemToSend } from '../journal/public.ts'
import { readIntentItems } from '../journal/public.ts'
import { mayRetry } from '../journal/rules/item-updates.ts'
import { readContactAddresses, readContactsByIds } from '../prospects/public.ts'
import type { ContactHistory } from './contact-history.ts'
import { createQueue, type QueueDeps } from './queue.ts'
import { createRetryCheck } from './retry.ts'
import { pitchOf } from './rules/pitch.ts'

const assertPitches = (intent: IntentHead): void => {
  if (intent.kind !== 'queue') throw refused('This intent holds no pitches.', intent)
}

/** The pitch with the corrected fields. */
const corrected = ({ payload }: ItemToSend, { item: _, ...change }: PitchItem & { item: number }): PitchItem => {
  const { prospectEmailId, subject, body } = { ...pitchOf(payload), ...change }
  return {
    ...(prospectEmailId === undefined ? {} : { prospectEmailId }),
    ...(subject === undefined ? {} : { subject }),
    ...(body === undefined ? {} : { body }),
  }
}

/** Queueing, resending and unsending pitches; the outbox, and who was contacted before. */
export const createPitches = (deps: QueueDeps & { readonly contactHistory: ContactHistory }) => {
  const { store, clock, journal, outbox, contactHistory, closing } = deps
  const { queue, newestOf, requestOfItems, retry } = createQueue(deps)
  const assertUsable = createAssertUsable(deps)
  const checkRetry = createRetryCheck({ store, outbox })

  const resend = async ({ intentId, items: given, holdSeconds, accept }: ParsedInput<'outreach.resend'>) => {
    const indexes = [...new Set(given.map(({ item }) => item))]
    const old = await readIntentItems(store, { id: intentId, scope: { items: indexes } })
    assertPitches(old)
    const byIndex = new Map(old.items.map((item) => [item.item, item]))
    const changes = new Map(given.map((change) => [change.item, change]))
    const items = Array.from(changes, ([index, change]) => {
      const item = byIndex.get(index)
      if (item === undefined) throw noItem(index)
      if (item.state === 'unknown' || !mayRetry(item))
        throw refused(
          `"${item.label}" is ${item.state}${item.state === 'unknown' ? '' : ' or was already sent again'}: it cannot be sent again.`,
          old,
        )
      return corrected(item, change)
    })
    const newest = await newestOf({ brandId: old.brandId, items })
    const { sendNow, sendingAccountId } = old.details
    const sent = old.items.map(({ item, payload }) => ({ item, ...pitchOf(payload) }))
    const group = { brandId: old.brandId, items: sent, sendNow: false } // sending at once is checked below
    const { refused: refusals } = await checkRetry(group, closing)
    if (refusals.length > 0) throw alreadyDone(old, refusals)
    const request = await requestOfItems(
      { brandId: old.brandId, items, newest },
      {
        sendNow: sendNow === true,
        sendingAccountId: typeof sendingAccountId === 'string' ? sendingAccountId : undefined,
        holdSeconds,
        accept,
      },
    )
    const before = new Set(sent.flatMap(({ prospectEmailId }) => prospectEmailId ?? []))
    const newId = await retry({ brandId: old.brandId, items, before }, accept, () =>
      journal.retry({ id: intentId, items: [...changes.keys()], request }),
    )
    if (newId === null) throw refused('This intent has not ended yet, or its items were already sent again.', old)
    return { intentId: newId, intentIds: [newId] }
  }

  /** Pitches of an intent in the order asked for. Throws `invalid` for an item that does not exist. */
  const readPitches = async (intentId: string, indexes: readonly number[]) => {
    const intent = await readIntentItems(store, { id: intentId, scope: { items: [...new Set(indexes)] } })
    assertPitches(intent)
    const { brandId } = intent
    const items = new Map(intent.items.map(({ item, payload }) => [item, pitchOf(payload)]))
    const ids = [...items.values()].flatMap(({ prospectEmailId }) => prospectEmailId ?? [])
    const contacts = new Map(
      (await readContactsByIds(store, { brandId, ids: [...new Set(ids)] })).map((one) => [one.id, one]),
    )
    const pitches = indexes.map((item) => {
      const pitch = items.get(item)
      if (pitch === undefined) throw noItem(item)
      const { prospectEmailId = null, subject = null, body = null, knownBefore } = pitch
      const { name = null, email = null } = contacts.get(prospectEmailId ?? '') ?? {}
      return { knownBefore, shown: { item, brandId, prospectEmailId, name, email, subject, body } }
    })
    return { intent, pitches }
  }

  const showPitches = async ({ intentId, items }: ParsedInput<'outreach.pitches'>) => {
    const { pitches } = await readPitches(intentId, items)
    return { pitches: pitches.map(({ shown }) => shown) }
  }

  const showPitch = async ({ intentId, item: index }: ParsedInput<'outreach.pitch'>) => {
    const { intent, pitches } = await readPitches(intentId, [index])
    const [pitch] = pitches
    if (pitch === undefined) throw noItem(index)
    const { item: _, ...shown } = pitch.shown
    const replaced = pitch.knownBefore?.find(({ isWaiting }) => isWaiting)
    if (replaced === undefined) return { ...shown, previous: null }
    const { conversationId } = replaced
    const before = await store.read('outbox.pitchBefore', {
      brandId: intent.brandId,
      beforeNo: intent.no,
      conversationId,
    })
    const written = before === null ? null : pitchOf(before)
    const previous = { subject: replaced.subject ?? written?.subject ?? null, body: written?.body ?? null }
    return { ...shown, previous }
  }

  const unqueue = async ({ brandId, conversationIds, holdSeconds }: ParsedInput<'outreach.unqueue'>) => {
    assertUsable({ brandId, brandField: 'brandId' })
    const ids = [...new Set(conversationIds)]
    const known = new Map(
      (await store.read('outbox.conversations', { brandId, ids })).map((row) => [row.conversationId, row]),
    )
    const contacts = await readContactAddresses(store, {
      brandId,
      ids: [...new Set(Array.from(known.values(), ({ prospectEmailId }) => prospectEmailId))],
    })
    const emails = new Map(contacts.map(({ id, email }) => [id, email]))
    const items = ids.map((conversationId) => {
      const contactId = known.get(conversationId)?.prospectEmailId
      const label = emails.get(contactId ?? '') ?? contactId ?? conversationId
      return { label, refId: conversationId, payload: { conversationId, wasKnown: known.has(conversationId) } }
    })
    const intentIds = await journal.submit([{ kind: 'unqueue', brandId, details: {}, holdSeconds, items }])
    return { intentId: intentIds[0] ?? '', intentIds }
  }

  const handlers: Pick<Handlers, CallsOf<'pitches'>> = {
    'outreach.contactHistory': async ({ contacts }) => {
      const byBrand = [...Map.groupBy(contacts, ({ brandId }) => brandId)]
      const found = byBrand.map(([brandId, some]) =>
        contactHistory.of(
          brandId,
          some.map(({ contactId }) => contactId),
        ),
      )
      return { contactHistory: (await Promise.all(found)).flat() }
    },
    'outreach.queue': queue,
    'outreach.resend': resend,
    'outreach.recheck': ({ intentId }) => journal.poll(intentId),
    'outreach.pitch': showPitch,
    'outreach.pitches': showPitches,
    'outreach.outbox': (input) => store.read('outbox.page', { ...input, nowMs: clock.now() }),
    'outreach.bounced': (input) => store.read('outbox.bounced', input),
    'outreach.outcomes': async ({ brandIds, days }) => ({
      ...(await store.read('outbox.outcomes', { brandIds, fromMs: clock.now() - days * DAY_MS })),
      days,
    }),
    'outreach.unqueue': unqueue,
    'outreach.mailboxes': (input) => store.read('mailboxes.list', input),
  }
  return { handlers }
}
