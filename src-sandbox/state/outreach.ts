// Outreach of every brand, made at the brand's first request. Each request first does what is due by the clock (sends
// pitches, ends searches), dated at the time it was due.
import type { Contact, Prospect } from '../../src-shared/service/outreach.ts'
import { dayOf } from '../seed/days.ts'
import { hash } from '../seed/hash.ts'
import { seedOutbox } from '../seed/outbox.ts'
import { seedBrandStatuses, seedMailboxes, seedProspect } from '../seed/outreach.ts'
import { type BookSize, seedBook } from '../seed/people.ts'
import type { BrandState, SeededBrandState } from './brand-state.ts'
import type { SandboxClock } from './clock.ts'
import { getOrMake } from './get-or-make.ts'
import { createCredits } from './outreach-credits.ts'
import { createDiscovery } from './outreach-discovery.ts'
import { createOutbox, type Pitch } from './outreach-outbox.ts'
import { createPeople } from './outreach-people.ts'

type Known = {
  readonly pitches: readonly Pitch[]
  readonly contactOf: (id: string) => Contact | undefined
}

/** Where people were found, the pitches that were sent to them say whether the site was contacted and whether it replied. */
const withPitches = (prospects: readonly Prospect[], { pitches, contactOf }: Known): Prospect[] => {
  const statuses = new Map<string | undefined, string>()
  for (const { contactId, sentMs, status } of pitches) {
    if (sentMs === null) continue
    const site = contactOf(contactId)?.prospectId
    if (statuses.get(site) !== 'replied') statuses.set(site, status === 'replied' ? status : 'contacted')
  }
  return prospects.map((prospect) => {
    const status = prospect.status === 'people_found' ? statuses.get(prospect.id) : undefined
    return status === undefined ? prospect : { ...prospect, status }
  })
}

export type OutreachOptions = BookSize & {
  /** AI credits of each brand at the start. */
  readonly credits: number
}

const NEW_SITES_MIN = 8
const NEW_SITES_SPREAD = 5
export const NOTHING_RUNS = { discoveryStatus: 'idle', mentionCheckStatus: 'idle', relationshipSweepStatus: 'idle' }

export const createOutreach = (options: OutreachOptions, brands: readonly BrandState[], clock: SandboxClock) => {
  const known = new Map<string, BrandOutreach>()

  const settled = (brand: BrandOutreach): BrandOutreach => {
    const nowMs = clock.now()
    brand.discovery.workUntil(nowMs)
    brand.people.workUntil(nowMs)
    brand.outbox.workUntil(nowMs)
    return brand
  }

  const made = (brand: SeededBrandState): BrandOutreach =>
    getOrMake(known, brand.teamId, () =>
      createBrandOutreach(brand, options, { nowMs: clock.now(), isForeign: isOfOther(brand) }),
    )

  const isOfOther = (own: SeededBrandState) => (contactId: string) =>
    contactId !== '' &&
    brands.some((brand) => {
      return brand !== own && brand.kind === 'seeded' && made(brand).people.contactOf(contactId) !== undefined
    })

  const settleAll = (): BrandOutreach[] => Array.from(known.values(), settled)
  clock.onMove(settleAll)
  return {
    /** undefined: a brand of a Search Console export, which has no outreach. */
    of: (brand: BrandState) => (brand.kind === 'seeded' ? settled(made(brand)) : undefined),
    /** The brands with a request so far. */
    known: settleAll,
  }
}
export type Outreach = ReturnType<typeof createOutreach>

type Surroundings = { readonly nowMs: number; readonly isForeign: (contactId: string) => boolean }

const createBrandOutreach = (brand: SeededBrandState, options: OutreachOptions, { nowMs, isForeign }: Surroundings) => {
  const { teamId, seed } = brand
  const book = seedBook(brand, options)
  const mailboxes = seedMailboxes(brand)
  const credits = createCredits(options.credits)
  const people = createPeople(book, credits)
  const isNew = options.fresh === true
  const found = (run: number, atMs: number): Prospect[] => {
    const first = people.prospects().length
    const count = NEW_SITES_MIN + (hash(seed, run, 0x517e) % NEW_SITES_SPREAD)
    return Array.from({ length: count }, (_, index) => {
      return { ...seedProspect(brand, first + index), status: 'new', foundAt: new Date(atMs).toISOString() }
    })
  }
  const start = isNew ? NOTHING_RUNS : seedBrandStatuses(seed)
  const discovery = createDiscovery({ seed, start, isNew, credits, found, add: people.addProspects })
  const pitches = seedOutbox(book.contacts, mailboxes, seed, dayOf(nowMs))
  const outbox = createOutbox({ seed, mailboxes, start: pitches, contactOf: people.contactOf, isForeign })
  const prospects = () => withPitches(people.prospects(), { pitches: outbox.pitches(), contactOf: people.contactOf })
  return { teamId, mailboxes, credits, people, prospects, discovery, outbox }
}
export type BrandOutreach = ReturnType<typeof createBrandOutreach>
