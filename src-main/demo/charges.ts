// What the demo's prospects and contacts cost: a discovery and a search for people at each brand, so that the ledger agrees
// with the sites that have contacts.
import { DAY_MS, HOUR_MS } from '../base/clock.ts'
import { saveCreditSites } from '../credits/public.ts'
import { callDesk, type Desk } from '../desk.ts'
import { applyIntentEvents, insertIntents, type NewIntent } from '../journal/public.ts'
import type { Store } from '../store/store.ts'
import type { DemoBrand, Step } from './past.ts'

type ChargeDeps = { readonly store: Store; readonly desk: Pick<Desk, 'call'>; readonly midnightMs: number }

const DISCOVERY = 25
const SITE = 5
const SITES_MAX = 200
/** The service's word for a search that found nobody. */
const BARREN = 'no_people_found'
const DAYS_AGO = 15
const MONTHLY_BUDGET = 300

const searchedSites = async (desk: Pick<Desk, 'call'>, brandId: string) => {
  const { rows } = await callDesk(desk, 'prospects.page', { brandIds: [brandId], limit: SITES_MAX })
  return rows.filter(({ contacts, status }) => contacts > 0 || status === BARREN)
}

type Searched = Awaited<ReturnType<typeof searchedSites>>[number]

export const createDemoCharges = ({ store, desk, midnightMs }: ChargeDeps) => {
  const charge = async (
    intent: Omit<NewIntent, 'holdMs' | 'details'>,
    { credits, atMs }: Record<'credits' | 'atMs', number>,
  ) => {
    const outcomes = intent.items.map(({ payload }, item) => {
      const domain = typeof payload?.domain === 'string' ? { domain: payload.domain } : {}
      return { item, state: 'confirmed', reason: null, result: { ...domain, creditsCharged: credits } } as const
    })
    await insertIntents(store, { intents: [{ ...intent, details: {}, holdMs: 0 }], atMs })
    const events = [{ type: 'begin', batch: 0 } as const, { type: 'settle', batch: 0, outcomes } as const]
    await applyIntentEvents(store, { id: intent.id, events, atMs: atMs + 4000 })
  }

  /** What was found is here already: no later listing has to say so. */
  const settleSites = async (brandId: string, searched: readonly Searched[], atMs: number): Promise<void> => {
    const { rows } = await callDesk(desk, 'outreach.ledger', { brandIds: [brandId] })
    const no = Number(rows.find(({ action }) => action === 'findPeople')?.id.slice('credit_'.length))
    const sites = searched.map(({ id: prospectId, status }) => {
      const end = status === BARREN ? { to: 'refunded', refunded: SITE } : { to: 'found', refunded: 0 }
      return { no, from: 'searching', prospectId, ...end } as const
    })
    await saveCreditSites(store, { sites, atMs })
  }

  const stepsOf = async ({ id: brandId, slug }: DemoBrand, index: number): Promise<Step[]> => {
    const sites = await searchedSites(desk, brandId)
    if (sites.length === 0) return []
    const discoveredAtMs = midnightMs - DAYS_AGO * DAY_MS + (8 + index) * HOUR_MS
    const searchedAtMs = discoveredAtMs + HOUR_MS / 2
    const items = sites.map(({ id, domain }) => {
      return { batch: 0, label: id, payload: { domain, contacts: 0, wasFinding: false, refunded: 0, price: SITE } }
    })
    const discovery = [{ batch: 0, label: 'discovery', payload: { price: DISCOVERY } }]
    const discover = { id: `demo-discover-${slug}`, kind: 'discover', brandId, items: discovery } as const
    const findPeople = { id: `demo-people-${slug}`, kind: 'findPeople', brandId, items } as const
    const search = async () => {
      await charge(findPeople, { credits: SITE, atMs: searchedAtMs })
      await settleSites(brandId, sites, searchedAtMs + HOUR_MS / 2)
    }
    return [
      { atMs: discoveredAtMs, run: () => charge(discover, { credits: DISCOVERY, atMs: discoveredAtMs }) },
      { atMs: searchedAtMs, run: search },
    ]
  }

  return {
    stepsOf: async (brands: readonly DemoBrand[]): Promise<Step[]> => (await Promise.all(brands.map(stepsOf))).flat(),
    setBudgets: async (brands: readonly DemoBrand[]): Promise<void> => {
      await callDesk(desk, 'outreach.setBudget', {
        brandIds: brands.map(({ id }) => id),
        monthlyBudget: MONTHLY_BUDGET,
      })
    },
  }
}
