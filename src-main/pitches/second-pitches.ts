// Pitches without a preview get the warnings of one: the contact, or another one with its address, has a waiting pitch or was
// contacted recently, or the address is in the request twice. A second e-mail is only sent if the person or their script accepted it.

import type { Clock } from '../base/clock.ts'
import { DAY_MS } from '../base/clock.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import { agoLabel, waitingWarning } from '../composing/findings.ts'
import { readContactAddresses, readContactsOfSameAddress } from '../prospects/public.ts'
import type { Store } from '../store/store.ts'
import { colleaguesOf } from '../store/team/colleagues.ts'
import { readOutboxState } from './outbox-state.ts'
import type { PitchSet } from './pitch-set.ts'
import { isOpen } from './queries/open-pitches.ts'
import { contactIdsOf, missingOf } from './rules/pitch.ts'
import type { PitchWarning } from './warnings.ts'

/** After this time another e-mail to the same person needs no warning. */
const RECENT_MS = 30 * DAY_MS

type SecondPitchesDeps = {
  readonly store: Pick<Store, 'read' | 'team'>
  readonly book: Pick<BrandBook, 'get'>
  readonly clock: Clock
}

type Pitches = Pick<PitchSet, 'brandId' | 'items'>

export type SecondPitchOptions = {
  /** Contacts of which only waiting pitches that are not in the outbox yet are warned of. */
  readonly hereOnly?: ReadonlySet<string>
  /** Of the contacts of these pitches, where it is read already. */
  readonly state?: ReturnType<typeof readOutboxState>
}

export const createSecondPitches = ({ store, book, clock }: SecondPitchesDeps) => {
  /** What waits for each contact, and when it was last contacted, if recently; null: the service does not say when. */
  const pitchesTo = async (reading: ReturnType<typeof readOutboxState>) => {
    const { conversations, waiting } = await reading
    const sinceMs = clock.now() - RECENT_MS
    const sent = conversations.filter(({ isWaiting, sentAtMs }) => !isWaiting && (sentAtMs ?? sinceMs) >= sinceMs)
    sent.sort((one, other) => (one.sentAtMs ?? 0) - (other.sentAtMs ?? 0)) // the listing has an order of its own
    return { waiting, written: new Map(sent.map(({ prospectEmailId, sentAtMs }) => [prospectEmailId, sentAtMs])) }
  }

  const sentMessage = (brandName: string, atMs: number | null): string =>
    `${brandName} pitched this person ${atMs === null ? 'before' : agoLabel(clock.now() - atMs)}; this is another e-mail.`

  /** In a team, who pitched each contact last. */
  const lastBy = async (brandId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    if (!colleaguesOf(store).sharePitches || ids.length === 0) return new Map()
    const pitches = await store.read('outreach.otherPitchesOf', { brandId, contacts: ids.map((id) => ({ id })) })
    const arrived = pitches.filter((pitch) => isOpen(pitch) || pitch.state === 'confirmed')
    return new Map(arrived.flatMap(({ contactId, who }) => (who === null ? [] : [[contactId, who]])))
  }

  type Found = {
    readonly index: number
    readonly id: string
    readonly code: string
    readonly message: string
    readonly isNamed?: boolean
  }

  /** With the contact's address: read only for pitches with a warning, as thousands may have none. */
  const named = async (brandId: string, found: readonly Found[]): Promise<PitchWarning[]> => {
    if (found.length === 0) return []
    const known = await readContactAddresses(store, { brandId, ids: found.map(({ id }) => id) })
    const emails = new Map(known.map(({ id, email }) => [id, email]))
    const unnamed = found.filter(({ isNamed }) => isNamed !== true)
    const people = await lastBy(
      brandId,
      unnamed.map(({ id }) => id),
    )
    return found.map(({ index, id, code, message, isNamed }) => {
      const who = isNamed === true ? undefined : people.get(id)
      const by = who === undefined ? '' : ` The last one was queued by ${who}.`
      const path = `items.${index}.prospectEmailId`
      return { brandId, code, path, message: `${emails.get(id) ?? id}: ${message}${by}` }
    })
  }

  /** Of other contacts with the same address; the service does not replace their pitches. */
  const foundByAddress = async (
    { brandId, items }: Pitches,
    reading: ReturnType<typeof readContactsOfSameAddress>,
    skipped: (index: number) => boolean,
  ): Promise<Found[]> => {
    const wanted = items.flatMap(({ prospectEmailId: id }, index) => {
      return id === undefined || skipped(index) ? [] : [{ index, id }]
    })
    const asked = new Set(wanted.map(({ id }) => id))
    const pairs = (await reading).filter(({ id }) => asked.has(id))
    if (pairs.length === 0) return []
    const others = Map.groupBy(pairs, ({ id }) => id)
    const otherIds = [...new Set(pairs.map(({ otherId }) => otherId))]
    const { waiting, written } = await pitchesTo(readOutboxState({ store, clock }, brandId, otherIds))
    const people = await lastBy(brandId, otherIds)
    const { name } = book.get(brandId)
    const indexOf = new Map<string, number>()
    for (const [index, item] of items.entries())
      if (item.prospectEmailId !== undefined && missingOf(item) === null) indexOf.set(item.prospectEmailId, index)
    return wanted.flatMap(({ index, id }): Found[] => {
      const ids = (others.get(id) ?? []).map(({ otherId }) => otherId)
      const earlier = ids.map((other) => indexOf.get(other) ?? index).find((at) => at < index)
      if (earlier !== undefined)
        return [
          { index, id, code: 'duplicate-address', message: `is also the address of item ${earlier}.`, isNamed: true },
        ]
      const other = ids.find((one) => waiting.has(one)) ?? ids.find((one) => written.has(one))
      if (other === undefined) return []
      const said = waiting.has(other)
        ? `${name} has a pitch queued for this address under another contact; this is another e-mail.`
        : `Under another contact, ${sentMessage(name, written.get(other) ?? null)}`
      const who = waiting.get(other)?.here?.by ?? people.get(other)
      const message = who === undefined ? said : `${said} The last one was queued by ${who}.`
      return [{ index, id, code: 'contacted-before', message, isNamed: true }]
    })
  }

  /** The warnings, each with its field. */
  return async (
    { brandId, items }: Pitches,
    {
      hereOnly = new Set(),
      state = readOutboxState({ store, clock }, brandId, contactIdsOf(items)),
    }: SecondPitchOptions = {},
  ): Promise<PitchWarning[]> => {
    const { name } = book.get(brandId)
    // The store reads them while this thread goes on.
    const ofSameAddress = readContactsOfSameAddress(store, { brandId, ids: contactIdsOf(items) })
    ofSameAddress.catch(() => undefined) // handled where it is awaited
    const { waiting, written } = await pitchesTo(state)
    const found = items.flatMap((item, index): Found[] => {
      const { prospectEmailId: id = '' } = item
      if (missingOf(item) !== null) return [] // the service skips it
      const waits = waiting.get(id)
      if (waits !== undefined && (waits.here !== undefined || !hereOnly.has(id)))
        return [{ index, id, isNamed: waits.here !== undefined, ...waitingWarning(waits, name, clock.now()) }]
      const atMs = hereOnly.has(id) ? undefined : written.get(id)
      return atMs === undefined ? [] : [{ index, id, code: 'contacted-before', message: sentMessage(name, atMs) }]
    })
    const known = new Set(found.map(({ index }) => index))
    const byAddress = await foundByAddress({ brandId, items }, ofSameAddress, (index) => {
      const item = items[index]
      return (
        item === undefined || known.has(index) || missingOf(item) !== null || hereOnly.has(item.prospectEmailId ?? '')
      )
    })
    return named(brandId, [...found, ...byAddress])
  }
}
