// Paid actions of outreach, from the price to the result. Nothing is ordered before the person has seen the price of each
// brand. If a price rose or a budget would be exceeded, the new price is shown and has to be confirmed again.
import { create } from 'zustand'
import type { DeskErrorValue, Reply } from '../../src-shared/desk/errors.ts'
import type { CreditQuote } from '../../src-shared/desk/outreach.ts'
import { ask } from '../data/desk.ts'
import { orNotify } from './notices.ts'

export type PaidTarget = {
  readonly brandId: string
  /** Sites to search, with a name for each; none for a discovery. */
  readonly sites: readonly { readonly id: string; readonly name: string }[]
}

export type PaidPart = PaidTarget & {
  /** Also searches the sites that the service would probably skip. */
  readonly searchAnyway: boolean
  /** The price is the one before the last change. */
  readonly isRepricing: boolean
  readonly quote: CreditQuote | null
  /** Why there is no price, or why the order was refused. */
  readonly error: DeskErrorValue | null
  readonly intentIds: readonly string[]
}

type Paid = {
  readonly action: 'discover' | 'findPeople' | null
  readonly parts: readonly PaidPart[]
  readonly isBusy: boolean
}

const NONE: Paid = { action: null, parts: [], isBusy: false }
export const usePaid = create<Paid>()(() => NONE)
export const closePaid = (): void => usePaid.setState(NONE)

type Wanted = PaidTarget & Pick<PaidPart, 'searchAnyway'>

const quoteOf = ({ brandId, sites, searchAnyway }: Wanted): Promise<Reply<CreditQuote>> =>
  usePaid.getState().action === 'findPeople'
    ? ask('outreach.quote', { action: 'findPeople', brandId, prospectIds: sites.map(({ id }) => id), searchAnyway })
    : ask('outreach.quote', { action: 'discover', brandId })

const setPart = (brandId: string, change: Partial<PaidPart>): void =>
  usePaid.setState(({ parts }) => ({
    parts: parts.map((part) => (part.brandId === brandId ? { ...part, ...change } : part)),
  }))

let opened = 0
const isAnyway = (brandId: string) => usePaid.getState().parts.find((part) => part.brandId === brandId)?.searchAnyway

const readPrice = async (part: Wanted, own: number): Promise<void> => {
  const reply = await quoteOf(part)
  if (own !== opened || isAnyway(part.brandId) !== part.searchAnyway) return
  const isRepricing = false
  setPart(
    part.brandId,
    reply.ok ? { isRepricing, quote: reply.value, error: null } : { isRepricing, error: reply.error },
  )
}

/** Opens the dialog of a paid action and asks for its price, brand by brand. */
export const openPaid = (action: 'discover' | 'findPeople', targets: readonly PaidTarget[]): void => {
  opened += 1
  const own = opened
  const none = { searchAnyway: false, isRepricing: false, quote: null, error: null, intentIds: [] }
  const parts = targets.map((target) => ({ ...target, ...none }))
  usePaid.setState({ action, parts, isBusy: false })
  for (const part of parts) void readPrice(part, own)
}

/** With or without the sites that the service would probably skip: the price is asked for again. */
export const setSearchAnyway = (part: PaidPart, searchAnyway: boolean): void => {
  setPart(part.brandId, { searchAnyway, isRepricing: true, error: null })
  void readPrice({ ...part, searchAnyway }, opened)
}

type Consent = { readonly terms: readonly string[]; readonly isPastBudget: boolean }

const ordered = (part: PaidPart, { terms, isPastBudget }: Consent) => {
  const priced = {
    brandId: part.brandId,
    acceptCredits: part.quote?.credits ?? 0,
    accept: isPastBudget ? ['budget'] : [],
  }
  if (usePaid.getState().action === 'discover') return ask('outreach.discover', priced)
  const prospectIds = part.sites.map(({ id }) => id)
  const { searchAnyway } = part
  return ask('outreach.findPeople', {
    ...priced,
    prospectIds,
    searchAnyway,
    ...(terms.length === 0 ? {} : { terms: [...terms] }),
  })
}

/** Whether it is to be ordered: it has a price, is needed, and was not ordered yet. */
export const isOrderable = ({ quote, intentIds }: PaidPart): boolean =>
  quote?.isNeeded === true && intentIds.length === 0

/** Orders it for each brand at the price that was shown. A refused brand stays, with its new price. True: any was ordered. */
export const confirmPaid = async (consent: Consent): Promise<boolean> => {
  const own = opened
  let isAnyOrdered = false
  usePaid.setState({ isBusy: true })
  for (const part of usePaid.getState().parts.filter(isOrderable)) {
    const reply = await ordered(part, consent)
    isAnyOrdered ||= reply.ok
    if (own !== opened) return isAnyOrdered
    if (reply.ok) setPart(part.brandId, { intentIds: reply.value.intentIds, error: null })
    else {
      await readPrice(part, own)
      setPart(part.brandId, { error: reply.error })
    }
  }
  usePaid.setState({ isBusy: false })
  return isAnyOrdered
}

export const resendPitches = (input: Parameters<typeof ask<'outreach.resend'>>[1]) => ask('outreach.resend', input)
export const recheckPitches = (intentId: string) =>
  orNotify('The outbox could not be read', ask('outreach.recheck', { intentId }))
export const readPitches = (intentId: string, items: readonly number[]) =>
  ask('outreach.pitches', { intentId, items: [...items] })
