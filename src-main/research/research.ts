import type { CallOutput, Handlers, ParsedInput } from '../../src-shared/desk/contract.ts'
import { LIMITS } from '../../src-shared/service/limits.ts'
import { createTracker, waitAtMost } from '../base/background.ts'
import { caseFold } from '../base/text.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { KeyWatch } from '../brands/key-watch.ts'
import { readKeywordStatus } from '../rankings/public.ts'
import type { ServiceClient } from '../service-client/client.ts'
import type { Store } from '../store/store.ts'
import { createAuditRuns } from './audit-runs.ts'
import { type AuditDeps, createAudits } from './audits.ts'
import { type BasketDeps, createBasket } from './basket.ts'
import { createReminders, type ReminderDeps } from './reminders.ts'
import { auditPartsOf, compareParts } from './rules/audit-parts.ts'
import { siteUrl, toAuditSite } from './sites.ts'

type SuggestDeps = {
  readonly store: Store
  readonly client: Pick<ServiceClient, 'request'>
  readonly watchKey: (brandId: string) => KeyWatch
}

/** Suggestions of the service: each keyword once, in its first spelling, with its status and basket state. */
const createSuggest =
  ({ store, client, watchKey }: SuggestDeps) =>
  async ({ brandId, ...context }: ParsedInput<'research.suggest'>): Promise<CallOutput<'research.suggest'>> => {
    const watch = watchKey(brandId)
    const reply = await client.request('keywords.suggest', { query: context }, { brandId }).catch(async (error) => {
      await watch.refused(error)
      throw error
    })
    await watch.served()
    const { suggestionsMax } = LIMITS
    const given = reply.keywords.map((keyword) => keyword.trim()).filter((keyword) => keyword !== '')
    const spellings = [...Map.groupBy(given, caseFold).values()].flatMap(([first]) => first ?? [])
    const keywords = spellings.slice(0, suggestionsMax)
    const [statuses, basket] = await Promise.all([
      readKeywordStatus(store, { brandId, keywords }),
      store.read('basket.find', { brandId, keywords }),
    ])
    return {
      suggestions: keywords.map((keyword, index) => ({
        keyword,
        isTracked: statuses[index]?.isTracked ?? false,
        position: statuses[index]?.position ?? null,
        basket: Object.hasOwn(basket, keyword) ? (basket[keyword] ?? null) : null,
      })),
      note:
        spellings.length <= suggestionsMax
          ? null
          : `The service sent ${spellings.length} keywords. The interface allows ${suggestionsMax}: the first ${suggestionsMax} are shown.`,
    }
  }

export type ResearchDeps = AuditDeps &
  BasketDeps &
  Pick<ReminderDeps, 'notify' | 'log'> & { readonly brands: Pick<BrandBook, 'get' | 'find' | 'resolve'> }

/** Longer than an audit takes as a rule, and no longer than a person waits for a window to close. */
const CLOSING_GRACE_MS = 3000

type ResearchCalls = Extract<keyof Handlers, `research.${string}`>

/** Suggestions, the keyword basket and audits. Settles audits that a crash interrupted before it answers any call. */
export const createResearch = async (deps: ResearchDeps) => {
  const { store, clock, emit, brands, log } = deps
  // Where it cannot be stored now the desk starts all the same; the next start does it.
  await store
    .write('audits.settle', {})
    .catch((error: unknown) => log.warn({ err: error }, 'audits that were interrupted are not settled'))
  const audits = createAudits(deps)
  const runs = createAuditRuns({ ...deps, audits })
  const reminders = createReminders(deps)
  const suggest = createSuggest(deps)
  const ending = new AbortController()
  /** At the end of the desk single audits are waited for, so that the history shows their results. */
  const single = createTracker()

  const siteOf = async (brandId: string) => {
    const [site] = await store.read('auditSites.list', { brandIds: [brandId] })
    if (site === undefined) throw new Error('There is a site for each requested brand.')
    return toAuditSite(site, clock.now())
  }

  const handlers: Pick<Handlers, ResearchCalls> = {
    ...createBasket(deps),
    'research.suggest': (input) => suggest({ ...input, brandId: brands.get(input.brandId).id }),
    'research.audit': ({ brandId, url }) => single.track(audits.run({ brandId, url, signal: ending.signal })),
    'research.auditMany': ({ brandIds }) => runs.start(brands.resolve(brandIds)),
    'research.cancelAudits': ({ runId }) => runs.cancel(runId),
    'research.audits': async (input) => {
      const brandIds = input.brandIds === 'all' ? 'all' : brands.resolve(input.brandIds)
      return { ...(await store.read('audits.page', { ...input, brandIds })), run: runs.shown() }
    },
    'research.auditParts': async ({ id }) => {
      const { reply, before } = await store.read('audits.reply', { no: Number(id.slice(1)) })
      return { isKept: reply !== null, ...compareParts(auditPartsOf(reply), auditPartsOf(before)) }
    },
    'research.auditScores': async ({ brandIds }) => ({
      brands: await store.read('audits.scores', { brandIds: brands.resolve(brandIds) }),
    }),
    'research.auditSites': async ({ brandIds }) => {
      const sites = await store.read('auditSites.list', { brandIds: brands.resolve(brandIds) })
      return { sites: sites.map((site) => toAuditSite(site, clock.now())) }
    },
    'research.setAuditSite': async ({ brandId, url, remindEveryDays }) => {
      brands.get(brandId)
      const change = url == null ? { url } : { url: siteUrl(url) }
      await store.write('auditSites.save', { brandId, ...change, remindEveryDays, atMs: clock.now() })
      emit('changed', { brandIds: [brandId], datasets: ['auditSites'] })
      reminders.wake()
      return siteOf(brandId)
    },
  }

  return {
    handlers,
    /** Reminders are for shells that stay. */
    start: reminders.start,
    /** Audits under way have a moment to end: the outcome of one that is cut off is unknown. */
    close: async (): Promise<void> => {
      const ended = Promise.allSettled([reminders.close(), runs.close(ending.signal), single.settled()])
      await waitAtMost(clock, CLOSING_GRACE_MS, ended)
      ending.abort()
      await ended
    },
  }
}
