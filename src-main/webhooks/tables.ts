import { byBrandId, type RoomTables } from '../store/tables.ts'
import {
  type ConfirmArticle,
  createApplyDeliveries,
  deliveriesPage,
  getDelivery,
  hasOlderDeliveries,
  insertDeliveries,
  lastDeliveries,
  pruneDeliveries,
  unappliedDeliveries,
} from './queries/deliveries.ts'
import { listForwards, saveForward, waitingForwards } from './queries/delivery-forwards.ts'
import { listRefusals, listWebhookCounts, saveRefusals } from './queries/webhook-refusals.ts'
import { listSecretHashes, saveSecretHashes } from './queries/webhook-secrets.ts'
import { rejectedDeliveries, webhooksRejected } from './queries/webhooks-rejected.ts'

export const createWebhooksTables = (confirmArticle: ConfirmArticle) =>
  ({
    reads: {
      'deliveries.forwards': listForwards,
      'deliveries.get': getDelivery,
      'deliveries.hasOlder': hasOlderDeliveries,
      'deliveries.last': lastDeliveries,
      'deliveries.page': deliveriesPage,
      'deliveries.unapplied': unappliedDeliveries,
      'deliveries.waitingForwards': waitingForwards,
      'webhooks.counts': listWebhookCounts,
      'webhooks.refusals': listRefusals,
      'webhooks.rejected': webhooksRejected,
      'webhooks.secrets': listSecretHashes,
    },
    writes: {
      core: {
        'deliveries.apply': createApplyDeliveries(confirmArticle),
        'deliveries.insert': insertDeliveries,
        'deliveries.prune': pruneDeliveries,
        'deliveries.saveForward': saveForward,
        'webhooks.saveRefusals': saveRefusals,
        'webhooks.saveSecret': saveSecretHashes,
      },
      cache: {},
    },
    migrations: { core: { 24: rejectedDeliveries } },
    brandRows: {
      core: [
        byBrandId('delivery'),
        byBrandId('delivery_forward'),
        byBrandId('webhook_secret'),
        byBrandId('webhook_refusal'),
      ],
      cache: [],
    },
  }) satisfies RoomTables
