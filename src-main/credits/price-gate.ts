// No action spends more than the price that was shown, or more than the brand's budget; this includes retries. What has no
// price is not sent.
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { CreditQuote } from '../../src-shared/desk/outreach.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { BatchGroup, BatchItem, JournalKind } from '../journal/kind.ts'
import type { ItemOutcome } from '../journal/rules/model.ts'
import type { Quoted, QuoteInput, Quotes } from './quote.ts'
import { acceptedPrice, priceOf } from './rules/spending.ts'

/** Throws `conflict` if it costs more than was shown. */
const assertPrice = (quote: CreditQuote, name: string, acceptCredits: number | undefined): void => {
  if (acceptCredits === undefined || quote.credits <= acceptCredits) return
  throw new DeskError(
    'conflict',
    `${name}: it now costs up to ${quote.credits} credits, not ${acceptCredits}. Nothing was sent. Check the price again.`,
    {
      brandId: quote.brandId,
      issues: [
        { path: 'acceptCredits', code: 'price', count: quote.credits, message: `it costs ${quote.credits} credits` },
      ],
    },
  )
}

/** Throws `conflict` if it exceeds the brand's budget and that was not accepted. */
const assertBudget = (quote: CreditQuote, name: string, accept: readonly string[]): void => {
  if (!quote.passesBudget || accept.includes('budget')) return
  const { brandId, credits, spentThisMonth, monthlyBudget } = quote
  const what = `${credits} credits on top of ${spentThisMonth} this month would exceed the budget of ${monthlyBudget}`
  throw new DeskError('conflict', `${name}: ${what}. Nothing was sent. Accept this or raise the budget.`, {
    brandId,
    issues: [{ path: 'accept', code: 'budget', message: what }],
  })
}

/** The shared tables that a quote compares with the budget. */
export const BUDGET_READS = ['credit', 'credit_site', 'credit_budget']

export const createPriceGate = (deps: { readonly quotes: Quotes; readonly book: Pick<BrandBook, 'get'> }) => {
  const { quotes, book } = deps
  return {
    /** The quote. Throws `conflict` if it must not be paid. */
    pass: async (
      input: QuoteInput,
      { acceptCredits, accept }: { readonly acceptCredits?: number | undefined; readonly accept: readonly string[] },
    ): Promise<Quoted> => {
      const quoted = await quotes.of(input)
      const { name } = book.get(input.brandId)
      assertPrice(quoted.quote, name, acceptCredits)
      assertBudget(quoted.quote, name, accept)
      return quoted
    },
  }
}
export type PriceGate = ReturnType<typeof createPriceGate>

const nothingPriced = ({ brandId }: BatchGroup) =>
  new DeskError(
    'conflict',
    'The service would probably skip all of these sites. Nothing was sent. Search them anyway, or leave them.',
    {
      brandId,
    },
  )

const notSent = ({ item, payload: { skip } }: BatchItem): ItemOutcome => {
  const why = typeof skip === 'string' ? skip : 'It was accepted at no charge, and could be charged by now.'
  return { item, state: 'skipped', reason: `${why} It was not sent.`, result: {} }
}

/** A paid kind that sends only what has a price, and is retried only at its old price and within the brand's budget. */
export const withPrice = (action: QuoteInput['action'], kind: JournalKind, gate: PriceGate): JournalKind => ({
  ...kind,
  itemsToSkip: async ({ items }) => items.filter((item) => priceOf(item) === 0).map(notSent),
  retryReads: BUDGET_READS,
  assertMayRetry: async (group) => {
    const { brandId, items } = group
    const sent = items.filter((item) => priceOf(item) > 0)
    if (sent.length === 0) throw nothingPriced(group)
    const input: QuoteInput =
      action === 'discover'
        ? { action, brandId }
        : { action, brandId, prospectIds: sent.map(({ refId }) => refId), searchAnyway: true }
    await gate.pass(input, { acceptCredits: acceptedPrice(group), accept: [] })
  },
})
