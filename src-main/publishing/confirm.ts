import type { EventPayload } from '../../src-shared/desk/contract.ts'
import type { Emit } from '../desk.ts'
import type { ArticleConfirmed } from './queries/articles.ts'

export type ConfirmDeps = {
  readonly emit: Emit
  readonly notifyConfirmed: (change: EventPayload<'intents.changed'>) => void
}

/** Notifies the shells after webhooks confirmed articles. */
export const createConfirmationNotifier =
  ({ emit, notifyConfirmed }: ConfirmDeps) =>
  (articles: readonly { readonly brandId: string }[], confirmed: readonly ArticleConfirmed[]): void => {
    for (const [at, { changed }] of confirmed.entries()) {
      if (changed !== null) notifyConfirmed({ ...changed, brandId: articles[at]?.brandId ?? '' })
    }
    const brandIds = [...new Set(articles.map((article) => article.brandId))]
    if (brandIds.length > 0) emit('changed', { brandIds, datasets: ['articles'] })
  }
