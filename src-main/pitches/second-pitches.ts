// Pitches that no preview stood before are held against what a preview would have told: that their contact has one waiting
// already, or was written to a short while ago. A second e-mail goes out only where a person, or their script, said so.

import type { Clock } from '../base/clock.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import { agoLabel, waitingWarning } from '../composing/findings.ts'
import type { Store } from '../store/store.ts'
import { createOutboxState } from './outbox-state.ts'
import type { PitchSet } from './pitch-set.ts'
import { missingOf } from './rules/pitch.ts'
import type { PitchWarning } from './warnings.ts'

/** After so long another e-mail to the same person is a new one, not the same one twice. */
const RECENT_MS = 30 * 86_400_000

type SecondPitchesDeps = {
  readonly store: Pick<Store, 'read'>
  readonly book: Pick<BrandBook, 'get'>
  readonly clock: Clock
}

type Pitches = Pick<PitchSet, 'brandId' | 'items'>

/** `isHereOnly`: of what waits only what no outbox shows yet, and nothing of what was sent. */
export type SecondPitchOptions = { readonly isHereOnly?: boolean }

export const createSecondPitches = ({ store, book, clock }: SecondPitchesDeps) => {
  const state = createOutboxState({ store, clock })

  /** When each of these contacts was last written to, if that is not long ago; null: the service does not say when. */
  const writtenTo = async (brandId: string, ids: readonly string[]): Promise<ReadonlyMap<string, number | null>> => {
    const rows = await store.read('outbox.ofContacts', { brandId, ids })
    const sinceMs = clock.now() - RECENT_MS
    const sent = rows.filter(({ isWaiting, sentAtMs }) => !isWaiting && (sentAtMs ?? sinceMs) >= sinceMs)
    return new Map(sent.map(({ prospectEmailId, sentAtMs }) => [prospectEmailId, sentAtMs]))
  }

  const sentMessage = (brandName: string, atMs: number | null): string =>
    `${brandName} pitched this person ${atMs === null ? 'before' : agoLabel(clock.now() - atMs)}; this is another e-mail.`

  type Found = { readonly index: number; readonly id: string; readonly code: string; readonly message: string }

  /** Named by address: only those that are doubtful are looked up, for thousands may be fine. */
  const named = async (brandId: string, found: readonly Found[]): Promise<PitchWarning[]> => {
    if (found.length === 0) return []
    const known = await store.read('contacts.addresses', { brandId, ids: found.map(({ id }) => id) })
    const emails = new Map(known.map(({ id, email }) => [id, email]))
    return found.map(({ index, id, code, message }) => ({
      brandId,
      code,
      path: `items.${index}.prospectEmailId`,
      message: `${emails.get(id) ?? id}: ${message}`,
    }))
  }

  /** What speaks against them, each with its place. */
  return async (
    { brandId, items }: Pitches,
    { isHereOnly = false }: SecondPitchOptions = {},
  ): Promise<PitchWarning[]> => {
    const ids = [...new Set(items.flatMap(({ prospectEmailId }) => prospectEmailId ?? []))]
    const { name } = book.get(brandId)
    const [waiting, written] = await Promise.all([
      state.waitingContacts(brandId, ids),
      isHereOnly ? new Map<string, number | null>() : writtenTo(brandId, ids),
    ])
    const found = items.flatMap((item, index): Found[] => {
      const { prospectEmailId: id = '' } = item
      if (missingOf(item) !== null) return [] // the service leaves it out
      const waits = waiting.get(id)
      if (waits !== undefined && (waits.here !== undefined || !isHereOnly))
        return [{ index, id, ...waitingWarning(waits, name, clock.now()) }]
      const atMs = written.get(id)
      return atMs === undefined ? [] : [{ index, id, code: 'contacted-before', message: sentMessage(name, atMs) }]
    })
    return named(brandId, found)
  }
}
