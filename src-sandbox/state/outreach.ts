// Outreach of every brand, made at the brand's first request. Each request first does what is due by the clock (sends
// pitches, ends searches), dated at the time it was due.
import type { Contact, Prospect } from '../../src-shared/service/outreach.ts'
import { dayOf } from '../seed/days.ts'
import { hash, hashText } from '../seed/hash.ts'
import { seedOutbox } from '../seed/outbox.ts'
import { seedBrandStatuses, seedMailboxes, seedProspect } from '../seed/outreach.ts'
import { type BookSize, seedBook } from '../seed/outreach-book.ts'
import type { BrandDirectory } from './brand-directory.ts'
import type { BrandState, SeededBrandState } from './brand-state.ts'
import type { SandboxClock } from './clock.ts'
import { type Credits, createCredits } from './outreach-credits.ts'
import { createDiscovery, type Discovery } from './outreach-discovery.ts'
import { createOutbox, type Mailbox, type Outbox, type Pitch } from './outreach-outbox.ts'
import { createPeople, type People } from './outreach-people.ts'

export type OutreachOptions = BookSize & {
  /** AI credits of each brand at the start. */
  readonly credits: number
}

export type BrandOutreach = {
  readonly teamId: string
  readonly mailboxes: readonly Mailbox[]
  readonly credits: Credits
  readonly people: People
  readonly discovery: Discovery
  readonly outbox: Outbox
}

export type Outreach = {
  /** undefined: a brand of a Search Console export, which has no outreach. */
  readonly of: (brand: BrandState) => BrandOutreach | undefined
  /** The brands with a request so far. */
  readonly known: () => readonly BrandOutreach[]
}

const NEW_SITES_MIN = 8
const NEW_SITES_SPREAD = 5
const NOTHING_RUNS = { discoveryStatus: 'idle', mentionCheckStatus: 'idle', relationshipSweepStatus: 'idle' }

export const createOutreach = (options: OutreachOptions, brands: BrandDirectory, clock: SandboxClock): Outreach => {
  const known = new Map<string, BrandOutreach>()

  const settled = (brand: BrandOutreach): BrandOutreach => {
    const nowMs = clock.now()
    brand.discovery.settle(nowMs)
    brand.people.settle(nowMs)
    brand.outbox.settle(nowMs)
    return brand
  }

  const made = (brand: SeededBrandState): BrandOutreach => {
    const present = known.get(brand.teamId)
    if (present !== undefined) return present
    const fresh = createBrandOutreach(brand, options, { nowMs: clock.now(), isForeign: isOfOther(brand) })
    known.set(brand.teamId, fresh)
    return fresh
  }

  const isOfOther = (own: SeededBrandState) => (contactId: string) =>
    contactId !== '' &&
    brands.list.some((brand) => {
      return brand !== own && brand.kind === 'seeded' && made(brand).people.contactOf(contactId) !== undefined
    })

  const settleAll = (): BrandOutreach[] => Array.from(known.values(), settled)
  clock.onMove(settleAll)
  return { of: (brand) => (brand.kind === 'seeded' ? settled(made(brand)) : undefined), known: settleAll }
}

type Surroundings = { readonly nowMs: number; readonly isForeign: (contactId: string) => boolean }

const createBrandOutreach = (
  { teamId, seeded, seed }: SeededBrandState,
  options: OutreachOptions,
  { nowMs, isForeign }: Surroundings,
): BrandOutreach => {
  const book = seedBook(seeded, options)
  const mailboxes = seedMailboxes(seeded)
  const credits = createCredits(options.credits)
  const people = createPeople(book, credits)
  const isNew = options.fresh === true
  const found = (run: number, atMs: number): Prospect[] => {
    const first = people.prospects().length
    const count = NEW_SITES_MIN + (hash(seed, run, 0x517e) % NEW_SITES_SPREAD)
    return Array.from({ length: count }, (_, index) => {
      return { ...seedProspect(seeded, first + index), status: 'new', foundAt: new Date(atMs).toISOString() }
    })
  }
  const start = isNew ? NOTHING_RUNS : seedBrandStatuses(seed)
  const discovery = createDiscovery({ seed, start, isNew, credits, found, add: people.addProspects })
  const pitches = seededPitches(book.contacts, mailboxes, seed, nowMs)
  const outbox = createOutbox({ seed, mailboxes, start: pitches, contactOf: people.contactOf, isForeign })
  return { teamId, mailboxes, credits, people, discovery, outbox }
}

const seededPitches = (
  contacts: readonly Contact[],
  mailboxes: readonly Mailbox[],
  seed: number,
  nowMs: number,
): Pitch[] =>
  seedOutbox(contacts, seed, dayOf(nowMs)).map(({ prospectEmailId, scheduledAt, sentAt, ...row }) => ({
    ...row,
    contactId: prospectEmailId,
    body: null,
    mailbox: mailboxes[hashText(row.conversationId) % mailboxes.length],
    scheduledMs: Date.parse(scheduledAt),
    sentMs: sentAt === null ? null : Date.parse(sentAt),
  }))
