import type { EventPayload } from '../../src-shared/desk/contract.ts'
import type { Emit } from '../desk.ts'
import type { ArticleConfirmed } from './queries/articles.ts'

export type ConfirmDeps = {
  readonly emit: Emit
  /** Tells the shells that the journal changed. */
  readonly notifyConfirmed: (change: EventPayload<'intents.changed'>) => void
}

/** Webhooks told that these articles are out, and the store noted what that confirmed: the shells hear of it. */
export const createConfirmationNotifier =
  ({ emit, notifyConfirmed }: ConfirmDeps) =>
  (articles: readonly { readonly brandId: string }[], confirmed: readonly ArticleConfirmed[]): void => {
    for (const [at, { changed }] of confirmed.entries()) {
      if (changed !== null) notifyConfirmed({ ...changed, brandId: articles[at]?.brandId ?? '' })
    }
    const brandIds = [...new Set(articles.map((article) => article.brandId))]
    if (brandIds.length > 0) emit('changed', { brandIds, datasets: ['articles'] })
  }
