import type { CallOutput, ParsedInput } from '../../src-shared/desk/contract.ts'
import { LIMITS } from '../../src-shared/service/limits.ts'
import { caseFold } from '../base/text.ts'
import type { KeyWatch } from '../brands/key-watch.ts'
import { readKeywordStatus } from '../rankings/public.ts'
import type { ServiceClient } from '../service-client/client.ts'
import type { Store } from '../store/store.ts'

export type SuggestDeps = {
  readonly store: Store
  readonly client: Pick<ServiceClient, 'request'>
  readonly watchKey: (brandId: string) => KeyWatch
}

/** Suggestions of the service: each keyword once, in its first spelling, with its status and basket state. */
export const createSuggest =
  ({ store, client, watchKey }: SuggestDeps) =>
  async ({ brandId, ...context }: ParsedInput<'research.suggest'>): Promise<CallOutput<'research.suggest'>> => {
    const watch = watchKey(brandId)
    const reply = await client.request('keywords.suggest', { query: context }, { brandId }).catch(async (error) => {
      await watch.refused(error)
      throw error
    })
    await watch.served()
    const { suggestionsMax } = LIMITS
    const given = reply.keywords.map((keyword) => keyword.trim()).filter((keyword) => keyword !== '')
    const spellings = [...Map.groupBy(given, caseFold).values()].flatMap(([first]) => first ?? [])
    const keywords = spellings.slice(0, suggestionsMax)
    const [statuses, basket] = await Promise.all([
      readKeywordStatus(store, { brandId, keywords }),
      store.read('basket.find', { brandId, keywords }),
    ])
    return {
      suggestions: keywords.map((keyword, index) => ({
        keyword,
        isTracked: statuses[index]?.isTracked ?? false,
        position: statuses[index]?.position ?? null,
        basket: Object.hasOwn(basket, keyword) ? (basket[keyword] ?? null) : null,
      })),
      note:
        spellings.length <= suggestionsMax
          ? null
          : `The service sent ${spellings.length} keywords. The interface allows ${suggestionsMax}: the first ${suggestionsMax} are shown.`,
    }
  }
