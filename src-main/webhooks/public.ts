// What other rooms may use of the webhooks' SQL.

export { likelyProvider, reportsByWebhook } from './queries/webhook-providers.ts'
export type { RejectedWebhooks } from './queries/webhooks-rejected.ts'
