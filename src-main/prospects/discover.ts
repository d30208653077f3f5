// The action of discovery: charged once, so never repeated by itself. After a lost answer the prospect listing tells whether
// it runs.
import type { DeskError } from '../../src-shared/desk/errors.ts'
import { noCredits, overcharge, serviceText, withRefusals } from '../credits/rules/spending.ts'
import { type BatchGroup, defineKind, type JournalKind } from '../journal/kind.ts'
import type { ItemOutcome } from '../journal/rules/model.ts'
import type { ServiceClient } from '../service-client/client.ts'

/** Whether a discovery of the brand is running: every page of the listing has its status. */
const isDiscovering = async (
  client: Pick<ServiceClient, 'request'>,
  options: { readonly brandId: string; readonly signal?: AbortSignal },
): Promise<boolean> =>
  (await client.request('outreach.prospects', { query: {} }, options)).discoveryStatus === 'running'

const CHARGE_UNKNOWN = 'The answer was lost, but discovery is running. The charge is unknown.'

const ofEach = ({ items }: BatchGroup, outcome: Omit<ItemOutcome, 'item'>): ItemOutcome[] =>
  items.map(({ item }) => ({ item, ...outcome }))

export const discoverKind = (client: Pick<ServiceClient, 'request'>): JournalKind => {
  const refusal = async (error: DeskError, { brandId }: BatchGroup): Promise<string | null> => {
    if (error.kind === 'conflict')
      return `The search angles of this brand were used recently. Next: add tracked keywords or a topic cluster in the service, then discover again.${serviceText(error)}`
    // The service says that its search is out, and the listing that nothing runs: surely not started.
    const isTold = error.detail?.status === 503 && error.detail.isServiceWord === true
    const isOut = error.kind === 'unknown-outcome' && isTold
    if (isOut && !(await isDiscovering(client, { brandId }).catch(() => true)))
      return `The service's search is not available (503): nothing was started or charged. Try again later.${serviceText(error)}`
    return noCredits(error)
  }

  const kind = defineKind({
    operation: 'outreach.discover',
    itemsPerBatch: 1,
    waitsForKey: true,
    request: () => ({}),
    outcomes: ({ status, creditsCharged, alreadyRunning }, group) => {
      const result = { status, creditsCharged, alreadyRunning }
      const outcomes = ofEach(group, { state: 'confirmed', reason: null, result })
      return { outcomes, problem: overcharge(creditsCharged, group) }
    },
    reconcile: async (group, { signal }) =>
      (await isDiscovering(client, { brandId: group.brandId, signal }))
        ? ofEach(group, { state: 'confirmed', reason: CHARGE_UNKNOWN, result: { status: 'running' } })
        : [],
  })
  return withRefusals(kind, refusal)
}
