// Care for people and money in one place: paid acts and their ledger, suppressions, contact history, marks, and the watch over
// what the service does in the background.
import type { Handlers } from '../../src-shared/desk/contract.ts'
import { createLedgerHandlers } from '../credits/ledger.ts'
import { createPriceGate } from '../credits/price-gate.ts'
import { createQuotes } from '../credits/quote.ts'
import type { Emit } from '../desk.ts'
import { createDiscoverHandlers, type DiscoverDeps } from '../prospects/discover-calls.ts'
import { createMarkHandlers } from '../prospects/marks.ts'
import { createSuppressionHandlers } from '../suppressions/suppressions.ts'
import { createContactHistory, createContactHistoryHandlers } from './contact-history.ts'

type CareCalls =
  | 'outreach.quote'
  | 'outreach.discover'
  | 'outreach.findPeople'
  | 'outreach.searchTerms'
  | 'outreach.ledger'
  | 'outreach.setBudget'
  | 'outreach.pressure'
  | 'outreach.suppressions'
  | 'outreach.suppress'
  | 'outreach.unsuppress'
  | 'prospects.mark'

export const createOutreachCare = (
  deps: Omit<DiscoverDeps, 'quotes' | 'gate' | 'journal'> & { readonly emit: Emit },
) => {
  const contactHistory = createContactHistory(deps)
  const quotes = createQuotes(deps)
  const gate = createPriceGate({ ...deps, quotes })
  return {
    contactHistory,
    gate,
    handlers: (journal: DiscoverDeps['journal']): Pick<Handlers, CareCalls> => ({
      ...createDiscoverHandlers({ ...deps, quotes, gate, journal }),
      ...createLedgerHandlers({ ...deps, quotes }),
      ...createMarkHandlers(deps),
      ...createContactHistoryHandlers(contactHistory),
      ...createSuppressionHandlers(deps),
    }),
  }
}
