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
 * A webhook told that an article is out: the desk's own publish of that brand and slug is confirmed by it. Resolves with
 * that intent's id, null where this desk did not send it. Idempotent: any number of deliveries confirm it once.
 */
export const createArticleConfirmation =
  ({ store, emit, told }: ConfirmDeps) =>
  async (article: ArticlePublished): Promise<string | null> => {
    const { intentId, changed } = await store.write('articles.confirm', article)
    if (changed !== null) told(changed.intentId, article.brandId, changed.state)
    emit('cache.changed', { brandId: article.brandId, tables: ['article'] })
    return intentId
  }
