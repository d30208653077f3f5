// Unscheduling articles. The service ends every schedule of an article: where a person means one of them, the others are
// set again by the same action (decision 72).
import type { ParsedInput } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { providerName } from '../../src-shared/service/providers.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { Journal } from '../journal/journal.ts'
import type { RoomParts } from '../room.ts'
import { readPositionNow } from '../store/read-position.ts'
import type { Schedule } from './queries/schedules.ts'
import { dueText, entryIdOf, keptOf, unscheduleRequests, whyNotKept } from './rules/unscheduling.ts'
import { type Target, targetsOf } from './targets.ts'

export type UnscheduleDeps = Pick<RoomParts, 'store' | 'clock'> & {
  readonly book: BrandBook
  readonly journal: Pick<Journal, 'submit' | 'mutex'>
  readonly assertUsable: (target: Target) => void
}
type Input = ParsedInput<'publishing.unschedule'>
type Choice = Pick<Input, 'provider' | 'others'> & { readonly holdSeconds: number }

const HOLD_DEFAULT_SECONDS = 30

const providersOf = (schedules: readonly Schedule[]): string =>
  schedules.map((one) => dueText(keptOf(one))).join(' and ')

export const createUnschedule = ({ store, clock, book, journal, assertUsable }: UnscheduleDeps) => {
  const schedulesOf = ({ brandId, slugs }: Target): Promise<Schedule[]> =>
    store.read('articles.schedules', { brandId, slugs, nowMs: clock.now() })

  const refused = ({ brandId }: Target, slug: string, why: string): DeskError =>
    new DeskError('conflict', `${book.get(brandId).name}: "${slug}" was not unscheduled: ${why}`, { brandId })

  /** What is set again of an article. Throws `conflict` where nobody said what is meant, or it cannot be done in time. */
  const othersOf = (target: Target, { slug, all }: { slug: string; all: readonly Schedule[] }, choice: Choice) => {
    const { provider, others, holdSeconds } = choice
    const own = all.filter((one) => one.slug === slug)
    const open = own.filter(({ state }) => state === 'scheduled')
    if (others === 'end') return []
    if (provider === undefined) {
      if (open.length < 2) return []
      const why = `it is scheduled on ${providersOf(open)}, and the service ends all of it at once. Choose one provider, or choose to end them all.`
      throw refused(target, slug, why)
    }
    const rest = own.filter((one) => one.provider !== provider)
    const kept = rest.filter(({ state }) => state === 'scheduled')
    if (kept.length > 0 && !open.some((one) => one.provider === provider))
      throw refused(target, slug, `it is not scheduled on ${providerName(provider)}, only on ${providersOf(kept)}.`)
    const why = whyNotKept({ schedules: rest, kept }, { nowMs: clock.now(), holdSeconds })
    if (why !== null) throw refused(target, slug, why)
    return kept
  }

  const requestsOf = async (target: Target, choice: Choice) => {
    const { brandId, slugs } = target
    const all = await schedulesOf(target)
    const kept = slugs.flatMap((slug) => othersOf(target, { slug, all }, choice))
    const isKept = new Set(kept.map(entryIdOf))
    const ended = all.filter((one) => one.state === 'scheduled' && !isKept.has(entryIdOf(one)))
    const details = choice.provider === undefined ? {} : { provider: choice.provider }
    return unscheduleRequests({ brandId, slugs, holdSeconds: choice.holdSeconds, ended, kept, details })
  }

  const schedules = async (input: ParsedInput<'publishing.schedules'>) => {
    const found = await Promise.all(
      targetsOf(input).map(async (target) => {
        const { brandId, slugs } = target
        const open = (await schedulesOf(target)).filter(({ state }) => state === 'scheduled')
        const unsure = await store.read('articles.unsureSchedules', { brandId, slugs, nowMs: clock.now() })
        const listed = (all: readonly Schedule[], mayEnd: boolean) =>
          all.map((one) => ({ ...keptOf(one), brandId, provider: one.provider, mayEnd }))
        return [...listed(open, false), ...listed(unsure, true)]
      }),
    )
    return { schedules: found.flat() }
  }

  const unschedule = ({ provider, others, holdSeconds = HOLD_DEFAULT_SECONDS, ...input }: Input) =>
    journal.mutex.runExclusive(async () => {
      const targets = targetsOf(input)
      const readPosition = readPositionNow(store, ['article', 'intent'])
      for (const target of targets) assertUsable(target)
      const choice = { provider, others, holdSeconds }
      const brands = []
      for (const target of targets) brands.push(await requestsOf(target, choice))
      const requests = [...brands.map(({ off }) => off), ...brands.flatMap(({ again }) => again)]
      const intentIds = await journal.submit(requests, undefined, readPosition)
      return { intentId: intentIds[0] ?? '', intentIds }
    })

  return { unschedule, schedules }
}
