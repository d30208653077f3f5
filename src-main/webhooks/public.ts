// What other rooms may use of the webhooks' SQL.
export type { RejectedWebhooks } from './queries/webhooks-rejected.ts'
