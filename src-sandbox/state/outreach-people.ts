import type { z } from 'zod'
import { LIMITS } from '../../src-shared/service/limits.ts'
import type { Contact, FindPeopleBodySchema, Prospect } from '../../src-shared/service/outreach.ts'
import { hash, hashText } from '../seed/hash.ts'
import { UNPITCHED } from '../seed/outreach.ts'
import { foundPeople } from '../seed/people.ts'
import { ServiceError } from '../service-error.ts'
import type { Credits } from './outreach-credits.ts'

const FINDING = 'finding_people'
const SEARCH_MIN_MS = 8_000
const SEARCH_SPREAD_MS = 12_000

type Search = { readonly prospectId: string; readonly endsMs: number; readonly people: readonly Contact[] }

/** Sites and people of one brand, and the searches for people. */
export const createPeople = (
  start: { readonly prospects: readonly Prospect[]; readonly contacts: readonly Contact[] },
  credits: Credits,
) => {
  const prospects = new Map(start.prospects.map((prospect) => [prospect.id, prospect]))
  const contacts = new Map(start.contacts.map((contact) => [contact.id, contact]))
  const attempts = new Map<string, number>()
  let searches: Search[] = []
  const refunded = new Map<string, number>()
  let isBarren = false
  let isReporting = false

  const setStatus = (prospect: Prospect, status: string): void =>
    void prospects.set(prospect.id, { ...prospect, status })

  const prospectOf = (id: string): Prospect => {
    const prospect = prospects.get(id)
    if (prospect === undefined) throw new ServiceError(404, `prospect not found: ${id}`)
    return prospect
  }

  const startSearch = (prospect: Prospect, terms: string[] | undefined, nowMs: number): void => {
    const attempt = attempts.get(prospect.id) ?? 0
    attempts.set(prospect.id, attempt + 1)
    const endsMs = nowMs + SEARCH_MIN_MS + (hash(hashText(prospect.id), attempt, 0x5ea) % SEARCH_SPREAD_MS)
    searches.push({ prospectId: prospect.id, endsMs, people: isBarren ? [] : foundPeople(prospect, attempt, terms) })
    setStatus(prospect, FINDING)
  }

  const end = ({ prospectId, people }: Search): void => {
    for (const contact of people) contacts.set(contact.id, contact)
    setStatus(prospectOf(prospectId), people.length > 0 ? 'people_found' : 'no_people_found')
    if (people.length > 0) return
    credits.refund(LIMITS.findPeopleCreditsPerSite)
    refunded.set(prospectId, (refunded.get(prospectId) ?? 0) + LIMITS.findPeopleCreditsPerSite)
  }

  const reported = (prospect: Prospect): Prospect => {
    const creditsRefunded = refunded.get(prospect.id)
    return isReporting && creditsRefunded !== undefined ? { ...prospect, creditsRefunded } : prospect
  }

  return {
    prospects: () => Array.from(prospects.values(), reported),
    contacts: () => [...contacts.values()],
    contactOf: (id: string) => contacts.get(id),
    addProspects: (more: readonly Prospect[]): void => {
      for (const prospect of more) prospects.set(prospect.id, prospect)
    },
    find: ({ prospectIds, terms }: z.output<typeof FindPeopleBodySchema>, nowMs: number) => {
      const chosen = [...new Set(prospectIds)].map(prospectOf).filter(isSearchable)
      const creditsCharged = chosen.length * LIMITS.findPeopleCreditsPerSite
      credits.charge(creditsCharged, `finding people at ${chosen.length} sites`)
      for (const prospect of chosen) startSearch(prospect, terms, nowMs)
      return {
        enqueuedCount: chosen.length,
        enqueuedProspectIds: chosen.map(({ id }) => id),
        skipped: prospectIds.length - chosen.length,
        creditsCharged,
      }
    },
    /** Ends the searches that are due: lists the people, or refunds the credits. */
    workUntil: (nowMs: number): void => {
      const ended = searches.filter(({ endsMs }) => endsMs <= nowMs).sort((left, right) => left.endsMs - right.endsMs)
      if (ended.length === 0) return
      searches = searches.filter(({ endsMs }) => endsMs > nowMs)
      for (const search of ended) end(search)
    },
    setReporting: (next: boolean): void => {
      isReporting = next
    },
    /** Searches find no people from now on. */
    setBarren: (next: boolean): void => {
      isBarren = next
    },
  }
}

/** Not a site that is being searched, that links already, or that takes no pitch. */
const isSearchable = ({ status, opportunity }: Prospect): boolean =>
  status !== FINDING && status !== 'linked' && !UNPITCHED.has(String(opportunity))
