import { PROVIDERS } from '../../src-shared/service/providers.ts'
import { byBrandId, type RoomTables } from '../store/tables.ts'
import { deliveriesPage, deliveryDays, getDelivery, lastDeliveries, lastNumber } from './queries/deliveries.ts'
import { listForwards, saveForward, waitingForwards } from './queries/delivery-forwards.ts'
import {
  type ConfirmArticle,
  createDeriveDeliveries,
  createInsertDeliveries,
  createReapplyDelivery,
  hasUnderived,
} from './queries/derive-deliveries.ts'
import { hasOlderDeliveries, pruneArrivals, pruneRows } from './queries/prune-deliveries.ts'
import { webhooksSchema } from './queries/schema.ts'
import { listWebhookProviders, saveWebhookProviders } from './queries/webhook-providers.ts'
import { listRefusals, listWebhookCounts, saveRefusals } from './queries/webhook-refusals.ts'
import { listSecretHashes, saveSecretHashes } from './queries/webhook-secrets.ts'
import { webhooksRejected } from './queries/webhooks-rejected.ts'

export const createWebhooksTables = (confirmArticle: ConfirmArticle) =>
  ({
    reads: {
      'deliveries.days': deliveryDays,
      'deliveries.forwards': listForwards,
      'deliveries.get': getDelivery,
      'deliveries.hasOlder': hasOlderDeliveries,
      'deliveries.hasUnderived': hasUnderived,
      'deliveries.last': lastDeliveries,
      'deliveries.page': deliveriesPage,
      'deliveries.waitingForwards': waitingForwards,
      'webhooks.counts': listWebhookCounts,
      'webhooks.providers': listWebhookProviders,
      'webhooks.refusals': listRefusals,
      'webhooks.rejected': webhooksRejected,
      'webhooks.secrets': listSecretHashes,
    },
    writes: {
      core: {
        'deliveries.pruneRows': pruneRows,
        'deliveries.derive': createDeriveDeliveries(confirmArticle),
        'deliveries.reapply': createReapplyDelivery(confirmArticle),
        'deliveries.saveForward': saveForward,
        'webhooks.saveProviders': saveWebhookProviders,
        'webhooks.saveRefusals': saveRefusals,
        'webhooks.saveSecret': saveSecretHashes,
      },
      // inbox.db is added to by the receiver's thread; the writer alone changes what is in it.
      cache: {
        'deliveries.insert': createInsertDeliveries(confirmArticle),
        'deliveries.pruneArrivals': pruneArrivals,
      },
    },
    team: {
      waits: { 'webhooks.saveProviders': 'This setting' },
      tables: {
        delivery: {
          place: 22,
          key: ['no'],
          brand: 'brand_id',
          isNumberedByDesk: true,
          columns: {
            status: ['accepted', 'unknown-event', 'rejected', 'sample'],
            secret_used: ['current', 'previous'],
            title: 100_000,
            search: 200_000,
          },
          datasets: ['deliveries'],
        },
        webhook_provider: {
          place: 37,
          key: ['brand_id', 'provider'],
          brand: 'brand_id',
          columns: { provider: PROVIDERS },
          datasets: ['receiver', 'articles'],
        },
      },
    },
    schema: webhooksSchema,
    lastArrival: lastNumber,
    brandRows: {
      core: [
        byBrandId('delivery'),
        byBrandId('delivery_forward'),
        byBrandId('webhook_provider'),
        byBrandId('webhook_secret'),
        byBrandId('webhook_refusal'),
      ],
      cache: [],
    },
  }) satisfies RoomTables
