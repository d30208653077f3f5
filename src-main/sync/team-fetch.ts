// In a team a dataset of a brand is fetched from the service by one desk. The others take what it stored, or wait for it
// while it is at work. While PostgreSQL cannot be reached, a desk fetches for itself, as a desk alone does.
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { Dataset } from '../../src-shared/desk/sync.ts'
import { toDay } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import { readMissingDays } from '../rankings/public.ts'
import type { Store, StoreTeam } from '../store/store.ts'
import type { FetchAnswer } from '../store/team/fetches.ts'
import type { DatasetContext } from './datasets/dataset.ts'
import { LATE_DAYS } from './datasets/rankings.ts'
import { addDays } from './datasets/top-keywords.ts'
import { sliceKey } from './rules/slice-key.ts'
import { isGiven, replacesEarlier, takeDays, takeReplies } from './take-replies.ts'

const RENEW_EVERY_MS = 20_000
const ASK_AGAIN_MS = 1_000
const ASK_AT_LEAST_MS = 100

export type TeamFetchOptions = {
  readonly dataset: Dataset
  /** A fetch of another desk that began longer ago is too old. */
  readonly maxAgeSeconds: number
  /** A person asks for it: what this desk has already is not the answer. */
  readonly isAskedFor: boolean
  /** Whether this desk has a key of the brand. */
  readonly mayFetch: boolean
  /** When the rows of this desk were fetched; null: it has none. */
  readonly ownFetchedAtMs: number | null
  /** Gives the slot of this task to another; the result takes it back. */
  readonly onWait: () => () => void
  readonly fetch: (context: DatasetContext) => Promise<number>
}

export type Fetched = {
  readonly fetchedAtMs: number
  /** Undefined: nothing newer than what this desk has. */
  readonly rows: number | undefined
  /** Whether the service was asked. */
  readonly isOwn: boolean
}

type Deps = { readonly store: Store; readonly team: StoreTeam; readonly log: Log }

/** Of the period that the service is asked for. */
const lastDayOf = ({ query }: { readonly query?: object }): string | undefined => Reflect.get(query ?? {}, 'endDate')

const hasDays = (dataset: Dataset): boolean => dataset === 'rankings' || dataset === 'history'

/** Fetches from the service, and gives the others what it said. */
const createSharing = ({ store, team, log }: Deps) => {
  const unshared = (error: unknown): void =>
    log.warn({ err: error }, 'what was fetched could not be exchanged with the other desks of the team')

  /** The context of a fetch whose replies the others are given. */
  const recorded = (context: DatasetContext, token: string): DatasetContext => ({
    ...context,
    fetchBody: async (operation, request) => {
      const reply = await context.fetchBody(operation, request)
      if (isGiven(operation, request)) {
        if (replacesEarlier(operation, request)) await store.write('fetches.forget', { token })
        const body = reply.body.slice(0)
        const fetchedAtMs = context.clock.now()
        const lastDay = lastDayOf(request)
        await store.write('fetches.keep', { ...reply, body, token, operation, fetchedAtMs, lastDay }, [body])
      }
      return reply
    },
  })

  const keepClaim = async ({ clock }: DatasetContext, token: string, done: AbortSignal): Promise<void> => {
    for (;;) {
      await clock.sleep(RENEW_EVERY_MS, done)
      await team.query('fetches.renew', { token }).catch(() => undefined)
    }
  }

  /** What the others have of the history is not asked of the service. */
  const fetchRest = async (context: DatasetContext, { dataset, fetch }: TeamFetchOptions): Promise<number> => {
    if (dataset === 'history') await takeDays(context).catch(unshared)
    return fetch(context)
  }

  const giveUp = async (token: string): Promise<void> => {
    await store.write('fetches.forget', { token })
    await team.query('fetches.end', { token })
  }

  /** The sync itself fails for what the service says alone. */
  const fetchAndShare = async (context: DatasetContext, options: TeamFetchOptions, token: string): Promise<Fetched> => {
    const { brandId, slice } = context
    const { dataset } = options
    const done = new AbortController()
    void keepClaim(context, token, done.signal).catch(() => undefined)
    const shareDays = async (): Promise<unknown> =>
      hasDays(dataset) && (await store.write('fetches.shareDays', { brandId, slice }))
    try {
      const rows = await fetchRest(recorded(context, token), options)
      const fetchedAtMs = context.clock.now()
      try {
        await shareDays()
        await store.write('fetches.store', { brandId, dataset, slice: sliceKey(slice), token, fetchedAtMs, rows })
      } catch (error) {
        unshared(error)
        await giveUp(token).catch(() => undefined)
      }
      return { fetchedAtMs, rows, isOwn: true }
    } catch (error) {
      if (!context.signal.aborted) await shareDays().catch(unshared)
      await giveUp(token).catch(() => undefined)
      throw error
    } finally {
      done.abort()
    }
  }

  return { fetchRest, fetchAndShare }
}

export const createTeamFetch = (deps: Deps) => {
  const { store, team, log } = deps
  const { fetchRest, fetchAndShare } = createSharing(deps)

  const claim = async (
    context: DatasetContext,
    options: TeamFetchOptions,
    maxAgeSeconds: number,
  ): Promise<FetchAnswer | { readonly answer: 'offline' }> => {
    const { dataset, mayFetch } = options
    const args = { brandId: context.brandId, slice: sliceKey(context.slice), dataset, maxAgeSeconds, mayFetch }
    try {
      return await team.query('fetches.claim', args)
    } catch (error) {
      const isOffline = error instanceof DeskError && error.kind === 'network'
      if (isOffline && mayFetch) return { answer: 'offline' }
      throw error
    }
  }

  /** Whether days are missing that a colleague's desk keeps no history of. */
  const lacksDays = async ({ brandId, slice, clock, historyDays }: DatasetContext): Promise<boolean> => {
    const today = toDay(clock.now())
    const [from, to] = [addDays(today, 1 - historyDays), addDays(today, -1 - LATE_DAYS)]
    return from <= to && (await readMissingDays(store, { brandId, slice, from, to })).length > 0
  }

  /** The fetched dataset, once it is cached; null: it was replaced meanwhile. */
  const take = async (
    context: DatasetContext,
    { dataset }: TeamFetchOptions,
    { fetchedAtMs, rows }: Extract<FetchAnswer, { answer: 'fresh' }>,
  ): Promise<Fetched | null> => {
    if (!(await takeReplies(context, { dataset, slice: sliceKey(context.slice), fetchedAtMs }))) return null
    const days = hasDays(dataset) ? await takeDays(context) : 0
    context.changed(days > 0 ? [dataset, 'history'] : [dataset])
    return { fetchedAtMs, rows, isOwn: false }
  }

  /** What a colleague stored stops no desk that can ask the service itself. */
  const takeUnlessBad = (...args: Parameters<typeof take>): Promise<Fetched | null | 'bad'> =>
    take(...args).catch((error: unknown) => {
      if (!(error instanceof DeskError) || error.kind !== 'bad-response' || !args[1].mayFetch) throw error
      log.warn({ err: error, brandId: args[0].brandId, dataset: args[1].dataset }, 'what the team has is fetched again')
      return 'bad'
    })

  const wait = async (context: DatasetContext, { onWait }: TeamFetchOptions, waitMs: number): Promise<void> => {
    const goOn = onWait()
    try {
      await context.clock.sleep(Math.max(ASK_AT_LEAST_MS, Math.min(waitMs, ASK_AGAIN_MS)), context.signal)
    } finally {
      goOn()
    }
  }

  /** `again`: it was replaced meanwhile. `fetch`: it is what this desk has, lacks days that it keeps, or cannot be read. */
  const takeOrRest = async (
    context: DatasetContext,
    options: TeamFetchOptions,
    answer: Extract<FetchAnswer, { answer: 'fresh' }>,
  ): Promise<Fetched | 'again' | 'fetch'> => {
    const isNewer = answer.fetchedAtMs > (options.ownFetchedAtMs ?? -1)
    if (!isNewer && options.isAskedFor && options.mayFetch) return 'fetch'
    const taken = isNewer ? await takeUnlessBad(context, options, answer) : { ...answer, rows: undefined, isOwn: false }
    if (taken === 'bad') return 'fetch'
    if (taken === null) return 'again'
    const isRestMissing = options.dataset === 'history' && options.mayFetch && (await lacksDays(context))
    return isRestMissing ? 'fetch' : taken
  }

  /** Fetches the dataset, or takes it from the team. */
  return async (context: DatasetContext, options: TeamFetchOptions): Promise<Fetched> => {
    let { maxAgeSeconds } = options
    for (;;) {
      const answer = await claim(context, options, maxAgeSeconds)
      context.signal.throwIfAborted()
      if (answer.answer === 'busy') await wait(context, options, answer.waitMs)
      else if (answer.answer === 'fresh') {
        const outcome = await takeOrRest(context, options, answer)
        if (typeof outcome === 'object') return outcome
        if (outcome === 'fetch') maxAgeSeconds = 0
        else await wait(context, options, ASK_AT_LEAST_MS)
      } else if (answer.answer === 'fetch' && answer.token !== null)
        return fetchAndShare(context, options, answer.token)
      else {
        // A link that has to be opened first would keep each brand waiting until it gives up.
        const fetch = answer.answer === 'offline' ? options.fetch(context) : fetchRest(context, options)
        return { rows: await fetch, fetchedAtMs: context.clock.now(), isOwn: true }
      }
    }
  }
}
