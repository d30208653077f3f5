// A frozen preview is sent byte for byte: nothing is rendered after the person saw it.
import { randomBytes } from 'node:crypto'
import type { PreviewRow } from '../../src-shared/desk/composing.ts'
import type { CallOutput, EventPayload, ParsedInput } from '../../src-shared/desk/contract.ts'
import { type Clock, DAY_MS } from '../base/clock.ts'
import type { PreviewUse } from '../journal/public.ts'
import { readNewestPitches } from '../journal/public.ts'
import type { DeleteOld } from '../settings/clock-guard.ts'
import type { Store } from '../store/store.ts'
import type { FrozenRow } from './queries/previews.ts'
import type { ComposeRows, Composition } from './rows.ts'
import { contactIdsOf, inParts, keyOf } from './set-facts.ts'

const KEPT_DAYS = 7
const SENT_KEPT_DAYS = 90
const WRITTEN_AT_ONCE = 250

type FrozenDeps = { readonly store: Store; readonly clock: Clock }

export type TakenPitch = { readonly prospectEmailId: string; readonly subject: string; readonly body: string }
export type TakenBrand = {
  readonly brandId: string
  readonly items: readonly TakenPitch[]
  /** The place of each item among all recipients, from 0. */
  readonly indexes: readonly number[]
  /** Of the rows to send, with repeats. */
  readonly warnings: readonly { readonly code: PreviewRow['warnings'][number]['code']; readonly message: string }[]
  /** The intents of the newest pitches that the preview knew, by contact. */
  readonly afterNos: ReadonlyMap<string, number>
}
export type Taken = {
  readonly brands: readonly TakenBrand[]
  /** Of all recipients, also those that are not taken. */
  readonly total: number
}
type Wanted = (row: Pick<PreviewRow, 'warnings'>) => boolean

export const createFrozen = ({ store, clock, deleteOld }: FrozenDeps & { readonly deleteOld: DeleteOld }) => {
  /** Previews frozen at this instant or before have expired, even if their rows still exist. */
  const afterMs = () => clock.now() - KEPT_DAYS * DAY_MS

  /**
   * Gives `use` the ready rows of a preview that are wanted, by brand, and the preview's mark to store with the intents.
   * Throws not-found if there is no such preview (any more), `conflict` if it was sent.
   */
  const take = async <Result>(
    previewId: string,
    use: (taken: Taken, preview: PreviewUse) => Promise<Result>,
    isWanted: Wanted = () => true,
  ): Promise<Result> => {
    const preview = { id: previewId, afterMs: afterMs() }
    const { rows, total } = await store.read('previews.ready', preview)
    const brands = Array.from(
      Map.groupBy(rows.filter(isWanted), ({ brandId }) => brandId),
      ([brandId, of]): TakenBrand => ({
        brandId,
        items: of.map(({ contactId, subject, body }) => ({ prospectEmailId: contactId, subject, body })),
        indexes: of.map(({ index }) => index),
        warnings: of.flatMap(({ warnings }) => warnings),
        afterNos: new Map(of.flatMap(({ contactId, afterNo }) => (afterNo === null ? [] : [[contactId, afterNo]]))),
      }),
    )
    return use({ brands, total }, preview)
  }

  /** Deletes expired previews, one at a time, and drafts that were queued long ago. */
  const prune = async (): Promise<void> => {
    const untilMs = afterMs()
    const sentUntilMs = clock.now() - SENT_KEPT_DAYS * DAY_MS
    await deleteOld({
      isDue: () => store.read('previews.hasOld', { untilMs, sentUntilMs }),
      run: async () => {
        while ((await store.write('previews.prune', { untilMs })) > 0);
        await store.write('templates.pruneSent', { untilMs: sentUntilMs })
      },
    })
  }

  const page = ({ previewId, ...input }: ParsedInput<'outreach.frozen'>): Promise<CallOutput<'outreach.frozen'>> =>
    store.read('previews.page', { id: previewId, afterMs: afterMs(), ...input })

  return { take, prune, page }
}
export type Frozen = ReturnType<typeof createFrozen>

type Frozenness = CallOutput<'outreach.freeze'>

/** Counts of a set by brand and by code. `ready` has no blocker; `warned` are those of them with a warning. */
const createTally = () => {
  const brands = new Map<string, Frozenness['brands'][number]>()
  const codes = new Map<string, number>()
  const warned = new Map<string, Frozenness['warned'][number]>()
  const addWarned = ({ brandId, warnings }: PreviewRow): void => {
    const own = [...new Set(warnings.map(({ code }) => code))].toSorted()
    const key = [brandId, ...own].join(' ')
    if (own.length > 0) warned.set(key, { brandId, codes: own, count: (warned.get(key)?.count ?? 0) + 1 })
  }
  return {
    add: (row: PreviewRow): void => {
      const { brandId, blockers, warnings } = row
      const brand = brands.get(brandId) ?? { brandId, ready: 0, blocked: 0, warned: 0 }
      const isBlocked = blockers.length > 0
      brands.set(brandId, {
        brandId,
        ready: brand.ready + (isBlocked ? 0 : 1),
        blocked: brand.blocked + (isBlocked ? 1 : 0),
        warned: brand.warned + (!isBlocked && warnings.length > 0 ? 1 : 0),
      })
      if (!isBlocked) addWarned(row)
      // Warnings of a row that is not sent need not be accepted.
      const findings = isBlocked ? blockers : warnings
      for (const code of new Set(findings.map((finding) => finding.code))) codes.set(code, (codes.get(code) ?? 0) + 1)
    },
    counts: (): Omit<Frozenness, 'previewId'> => ({
      brands: [...brands.values()],
      codes: Array.from(codes, ([code, count]) => ({ code, count })).toSorted((one, other) => other.count - one.count),
      warned: [...warned.values()],
    }),
  }
}

type Freezing = Omit<Composition, 'onRead'> & {
  readonly signal: AbortSignal
  readonly onProgress: (progress: Pick<EventPayload<'outreach.freezeProgress'>, 'stage' | 'done'>) => void
}

/** Renders a set and stores it; visible once its last row is stored. Rejects with the signal's reason. */
export const createFreeze = ({ store, clock, compose }: FrozenDeps & { readonly compose: ComposeRows }) => {
  /** By brand and contact. */
  const newestPitches = async (recipients: Composition['recipients']): Promise<ReadonlyMap<string, number>> => {
    const newest = new Map<string, number>()
    for (const [brandId, contactIds] of contactIdsOf(recipients))
      for (const ids of inParts(contactIds))
        for (const [contactId, no] of await readNewestPitches(store, { brandId, ids }))
          newest.set(keyOf({ brandId, contactId }), no)
    return newest
  }

  const write = async (id: string, { signal, onProgress, ...composition }: Freezing): Promise<Frozenness> => {
    const tally = createTally()
    // Before any warning is read: what comes in between is not known.
    const newest = await newestPitches(composition.recipients)
    let rows: FrozenRow[] = []
    let done = 0
    // The next rows are made while these are written.
    let writing: Promise<unknown> = Promise.resolve()
    const flush = async () => {
      await writing
      writing = store.write('previews.add', { id, rows })
      writing.catch(() => undefined) // handled where it is awaited
      rows = []
      onProgress({ stage: 'writing', done })
    }
    const onRead = (read: number) => {
      signal.throwIfAborted()
      if (read % WRITTEN_AT_ONCE === 0) onProgress({ stage: 'reading', done: read })
    }
    for await (const row of compose({ ...composition, onRead })) {
      signal.throwIfAborted()
      tally.add(row)
      done += 1
      if (rows.push({ ...row, afterNo: newest.get(keyOf(row)) ?? null }) >= WRITTEN_AT_ONCE) await flush()
    }
    if (rows.length > 0) await flush()
    await writing
    signal.throwIfAborted()
    await store.write('previews.complete', { id, atMs: clock.now() })
    return { previewId: id, ...tally.counts() }
  }

  return async (freezing: Freezing): Promise<Frozenness> => {
    const id = `preview_${randomBytes(9).toString('base64url')}`
    await store.write('previews.begin', { id, atMs: clock.now() })
    try {
      return await write(id, freezing)
    } catch (error) {
      // If this fails as well, it is pruned later.
      await store.write('previews.remove', { id }).catch(() => undefined)
      throw error
    }
  }
}
