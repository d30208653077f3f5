// No action spends more than the price that was shown, or more than the brand's budget; this includes retries.
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { CreditQuote } from '../../src-shared/desk/outreach.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { BatchGroup, JournalKind } from '../journal/kind.ts'
import type { ServiceClient } from '../service-client/client.ts'
import { isDiscovering } from './is-discovering.ts'
import type { Quoted, QuoteInput, Quotes } from './quote.ts'

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

export const createPriceGate = (deps: {
  readonly quotes: Quotes
  readonly client: Pick<ServiceClient, 'request'>
  readonly book: Pick<BrandBook, 'get'>
}) => {
  const { quotes, client, book } = deps

  /** The cache may still say "running" after a discovery ended: ask the service before quoting it as free. */
  const surely = async (input: QuoteInput): Promise<Quoted> => {
    const quoted = await quotes.of(input)
    if (input.action !== 'discover' || quoted.quote.credits > 0) return quoted
    return quotes.of({ ...input, isRunning: await isDiscovering(client, { brandId: input.brandId }) })
  }

  return {
    /** The quote. Throws `conflict` if it must not be paid. */
    pass: async (
      input: QuoteInput,
      { acceptCredits, accept }: { readonly acceptCredits?: number | undefined; readonly accept: readonly string[] },
    ): Promise<Quoted> => {
      const quoted = await surely(input)
      const { name } = book.get(input.brandId)
      assertPrice(quoted.quote, name, acceptCredits)
      assertBudget(quoted.quote, name, accept)
      return quoted
    },
  }
}
export type PriceGate = ReturnType<typeof createPriceGate>

const shownPrice = ({ items }: BatchGroup): number =>
  items.reduce((sum, { payload }) => sum + (typeof payload.price === 'number' ? payload.price : 0), 0)

/** A paid kind that is retried only at its old price and within the brand's budget. */
export const withPrice = (action: QuoteInput['action'], kind: JournalKind, gate: PriceGate): JournalKind => ({
  ...kind,
  retryReads: BUDGET_READS,
  assertMayRetry: async (group) => {
    const { brandId, items } = group
    const input =
      action === 'discover' ? { action, brandId } : { action, brandId, prospectIds: items.map((one) => one.refId) }
    await gate.pass(input, { acceptCredits: shownPrice(group), accept: [] })
  },
})
