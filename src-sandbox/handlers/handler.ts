import type { OperationName, ParsedRequestOf, WireReplyOf } from '../../src-shared/service/operations.ts'
import type { AiModels } from '../state/ai-models.ts'
import type { BrandState } from '../state/brand-state.ts'
import type { Cms } from '../state/cms.ts'
import type { Connectors } from '../state/connectors.ts'
import type { Lifts } from '../state/lifts.ts'
import type { Outreach } from '../state/outreach.ts'

/** What a handler gets besides the request, which the operation table has parsed. */
export type HandlerContext = {
  readonly brand: BrandState
  readonly nowMs: number
  readonly cms: Cms
  readonly outreach: Outreach
  readonly connectors: Connectors
  readonly aiModels: AiModels
  readonly lifts: Lifts
  /** Days of rankings, today included. */
  readonly historyDays: number
  /** Rows per page of a listing; Infinity: no pages. */
  readonly pageSize: number
}

/** One for each operation: a missing one does not compile. */
export type Handlers = {
  readonly [Name in OperationName]: (
    request: ParsedRequestOf<Name>,
    context: HandlerContext,
  ) => WireReplyOf<Name> | Promise<WireReplyOf<Name>>
}
/** The handlers of one resource, e.g. `HandlersOf<'keywords'>`. */
export type HandlersOf<Resource extends string> = Pick<Handlers, Extract<OperationName, `${Resource}.${string}`>>
