import type { IntentState } from '../../src-shared/desk/intents.ts'
import type { Emit } from '../desk.ts'
import type { ArticlePublished } from '../store/queries/articles.ts'
import type { Store } from '../store/store.ts'

export type ConfirmDeps = {
  readonly store: Store
  readonly emit: Emit
  /** Tells the shells that the journal changed. */
  readonly told: (intentId: string, brandId: string, state: IntentState) => void
}

/**
 * Webhooks told that articles are out: the desk's own publish of each brand and slug is confirmed by it. Resolves with
 * the intents' ids, null where this desk did not send one. Idempotent: any number of deliveries confirm it once.
 */
export const createArticleConfirmation =
  ({ store, emit, told }: ConfirmDeps) =>
  async (articles: readonly ArticlePublished[]): Promise<(string | null)[]> => {
    const confirmed = await store.write('articles.confirm', { articles })
    for (const [at, { changed }] of confirmed.entries()) {
      if (changed !== null) told(changed.intentId, articles[at]?.brandId ?? '', changed.state)
    }
    for (const brandId of new Set(articles.map((article) => article.brandId))) {
      emit('cache.changed', { brandId, tables: ['article'] })
    }
    return confirmed.map(({ intentId }) => intentId)
  }
