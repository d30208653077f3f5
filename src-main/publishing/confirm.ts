import type { EventPayload } from '../../src-shared/desk/contract.ts'
import type { Emit } from '../desk.ts'
import type { ArticleConfirmed } from './queries/articles.ts'

export type ConfirmDeps = {
  readonly emit: Emit
  readonly notifyConfirmed: (change: EventPayload<'intents.changed'>) => void
}

type Applied = { readonly article: { readonly brandId: string }; readonly confirmed: ArticleConfirmed }

/** Notifies the shells after webhooks confirmed articles. */
export const createConfirmationNotifier =
  ({ emit, notifyConfirmed }: ConfirmDeps) =>
  (applied: readonly Applied[]): void => {
    for (const { article, confirmed } of applied) {
      if (confirmed.changed !== null) notifyConfirmed({ ...confirmed.changed, brandId: article.brandId })
    }
    const brandIds = [...new Set(applied.map(({ article }) => article.brandId))]
    if (brandIds.length > 0) emit('changed', { brandIds, datasets: ['articles'] })
  }
