import { reportsByWebhook } from '../../webhooks/public.ts'

/** SQL over `article a`: 1 where a webhook reports it once it is out. None reports a draft. */
export const AWAITS_WEBHOOK = `(a.status = 'publish' AND ${reportsByWebhook('a')})`
