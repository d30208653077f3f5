// Refusals of paid actions, with what to do next. They are clear outcomes, so they become the item's reason.
import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { BatchGroup, BatchItem, JournalKind } from '../../journal/kind.ts'
import type { ItemOutcome } from '../../journal/rules/model.ts'

/** A sentence for an error of this kind; null: use the error's message. */
export type Refusal = (error: DeskError, group: BatchGroup) => Promise<string | null>

export const serviceText = ({ detail }: DeskError): string =>
  detail?.serviceText === undefined ? '' : ` The service said: ${detail.serviceText}`

/** 402 means the same for every paid action. */
export const noCredits = (error: DeskError): string | null =>
  error.kind === 'no-credits'
    ? `Not enough credits: nothing was charged. Add credits in the service's dashboard, then send it again.${serviceText(error)}`
    : null

/** What was accepted for this item at most; 0: it may not be sent. */
export const priceOf = ({ payload: { price } }: BatchItem): number =>
  typeof price === 'number' && price > 0 ? price : 0
export const acceptedPrice = ({ items }: BatchGroup): number => items.reduce((sum, item) => sum + priceOf(item), 0)

/** A charge above what was accepted for this request, as a sentence; null: it is within. */
export const overcharge = (creditsCharged: number, group: BatchGroup): string | null => {
  const accepted = acceptedPrice(group)
  return creditsCharged > accepted
    ? `The service charged ${creditsCharged} credits; at most ${accepted} were accepted.`
    : null
}

/** `refusedAs`: the kind of the error, so that a view can offer the next step. */
const failedAll = (group: BatchGroup, reason: string, refusedAs: DeskError['kind']): ItemOutcome[] =>
  group.items.map(({ item }) => ({ item, state: 'failed', reason, result: { refusedAs } }))

/** The kind, with these refusals as failed items. */
export const withRefusals = (kind: JournalKind, refusalOf: Refusal): JournalKind => ({
  ...kind,
  send: async (client, group, options) => {
    try {
      return await kind.send(client, group, options)
    } catch (error) {
      if (!(error instanceof DeskError)) throw error
      const reason = await refusalOf(error, group)
      if (reason === null) throw error
      return async () => ({ outcomes: failedAll(group, reason, error.kind), problem: null })
    }
  },
})
