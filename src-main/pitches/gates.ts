// Checks that refuse a set of pitches before it is stored. Each names the item and the field.
import { DeskError, type FieldIssue } from '../../src-shared/desk/errors.ts'
import type { PitchItem } from '../../src-shared/desk/outreach.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import { readMentions } from '../composing/set-facts.ts'
import { readContactOwners } from '../prospects/public.ts'
import type { Store } from '../store/store.ts'
import { isRead } from './outbox-state.ts'
import type { PitchSet } from './pitch-set.ts'
import { missingOf } from './rules/pitch.ts'
import { suppressedPitches } from './suppressed-pitches.ts'

export type GatesDeps = {
  readonly store: Store
  readonly book: BrandBook
}

/** Gives each text that names another brand, once the contacts are known: it may name their sites. */
type OtherBrands = (contacts: PitchSet['contacts']) => { readonly index: number; readonly other: string }[]

const ISSUES_MAX = 20
/** More pitches than the mailboxes can send in this time are most likely a mistake. */
const CAPACITY_DAYS = 180

const refused = (kind: 'invalid' | 'conflict', brandId: string, sentence: string, issues: readonly FieldIssue[]) => {
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : ''
  return new DeskError(kind, `${sentence}${more} Nothing was sent.`, { brandId, issues: issues.slice(0, ISSUES_MAX) })
}

export const createGates = ({ store, book }: GatesDeps) => {
  /** Throws `invalid` for the first contacts whose address, or whose site, is suppressed. */
  const assertNotSuppressed = async (set: PitchSet): Promise<void> => {
    const issues = (await suppressedPitches(store, set)).map(({ index, message }) => ({
      path: `items.${index}.prospectEmailId`,
      message,
    }))
    const [first] = issues
    if (first !== undefined) throw refused('invalid', set.brandId, `${first.message}.`, issues)
  }

  /** Throws `invalid` if all of them are to contacts of other brands. Some alone are left out before they are sent (skip-foreign.ts). */
  const assertAnyOwn = async ({ brandId, items }: Pick<PitchSet, 'brandId' | 'items'>): Promise<void> => {
    const ids = [...new Set(items.map(({ prospectEmailId = '' }) => prospectEmailId))]
    const owners = new Map((await readContactOwners(store, { brandId, ids })).map(({ id, ownerId }) => [id, ownerId]))
    const issues = items.flatMap(({ prospectEmailId = '' }, index): FieldIssue[] => {
      const ownerId = owners.get(prospectEmailId)
      if (ownerId === undefined) return []
      const message = `belongs to ${book.find(ownerId)?.name ?? 'another brand'}`
      return [{ path: `items.${index}.prospectEmailId`, message }]
    })
    const [first] = issues
    if (first !== undefined && issues.length === items.length)
      throw refused('invalid', brandId, `This contact ${first.message}.`, issues)
  }

  /**
   * Throws `invalid` if a contact is listed twice in one set: the second would replace the first, or be sent after it.
   * Incomplete pitches do not count: the service skips them.
   */
  const assertOncePerContact = ({ brandId, items }: Pick<PitchSet, 'brandId' | 'items'>): void => {
    const first = new Map<string, number>()
    const issues = items.flatMap((item, index): FieldIssue[] => {
      const { prospectEmailId = '' } = item
      if (missingOf(item) !== null) return []
      const earlier = first.get(prospectEmailId)
      if (earlier === undefined) first.set(prospectEmailId, index)
      else return [{ path: `items.${index}.prospectEmailId`, message: `is also the contact of item ${earlier}` }]
      return []
    })
    const [issue] = issues
    if (issue !== undefined) throw refused('invalid', brandId, `${issue.path} ${issue.message}.`, issues)
  }

  /** Texts that name another brand, unless that was accepted. A name of the contact's site may be among them. */
  const findOtherBrands = async (
    { brandId, items }: Pick<PitchSet, 'brandId' | 'items'>,
    accept: readonly string[],
  ): Promise<OtherBrands> => {
    const brands = book.list()
    if (accept.includes('wrong-brand') || brands.length < 2) return () => []
    const mentions = await readMentions(store, brands)
    const othersIn = ({ subject = '', body = '' }: PitchItem, about: readonly string[]) =>
      mentions({ brandId, text: `${subject}\n${body}`, about })
    const found = items.flatMap((item, index) => (othersIn(item, []).length === 0 ? [] : [{ item, index }]))
    return (contacts) =>
      found.flatMap(({ item, index }) => {
        const domain = contacts.get(item.prospectEmailId?.trim() ?? '')?.domain ?? null
        const [other] = othersIn(item, domain === null ? [] : [domain])
        return other === undefined ? [] : [{ index, other }]
      })
  }

  /** Throws `conflict` for texts that name another brand. */
  const assertNoOtherBrand = ({ brandId, contacts }: Pick<PitchSet, 'brandId' | 'contacts'>, others: OtherBrands) => {
    const { name } = book.get(brandId)
    const issues = others(contacts).map(({ index, other }) => ({
      path: `items.${index}`,
      code: 'wrong-brand',
      message: `the text names ${other}, but would be sent for ${name}`,
    }))
    const [first] = issues
    if (first !== undefined)
      throw refused('conflict', brandId, `${name}: ${first.message}. Accept "wrong-brand" to continue.`, issues)
  }

  /** Throws `invalid` for a mailbox that is not the brand's, or more pitches than its mailboxes could ever send. */
  const assertMailboxes = async (
    brandId: string,
    count: number,
    sendingAccountId: string | undefined,
  ): Promise<void> => {
    if (!(await isRead(store, brandId, 'mailboxes'))) return
    const { mailboxes } = await store.read('mailboxes.list', { brandIds: [brandId] })
    const { name } = book.get(brandId)
    const chosen = mailboxes.filter(({ id }) => sendingAccountId === undefined || id === sendingAccountId)
    if (sendingAccountId !== undefined && chosen.length === 0)
      throw refused('invalid', brandId, `${name} has no mailbox "${sendingAccountId}".`, [
        { path: 'sendingAccountId', message: 'is not a mailbox of this brand' },
      ])
    const limits = chosen.map(({ dailyLimit }) => dailyLimit)
    if (chosen.length === 0 || limits.includes(null)) return
    const daily = limits.reduce<number>((sum, limit) => sum + (limit ?? 0), 0)
    if (count > daily * CAPACITY_DAYS)
      throw refused(
        'invalid',
        brandId,
        `${name}: ${count} pitches exceed what ${daily} a day can send in ${CAPACITY_DAYS} days.`,
        [{ path: 'items', message: `at most ${daily * CAPACITY_DAYS} fit` }],
      )
  }

  return {
    assertAnyOwn,
    assertNotSuppressed,
    assertOncePerContact,
    findOtherBrands,
    assertNoOtherBrand,
    assertMailboxes,
  }
}
