import type { CalendarEntry } from '../../src-shared/desk/publishing.ts'

export type Provider = CalendarEntry['provider']

export const PROVIDER_NAMES: Record<Provider, string> = {
  wordpress: 'WordPress',
  shopify: 'Shopify',
  webflow: 'Webflow',
  ghost: 'Ghost',
  webhook: 'Webhook',
  framer: 'Framer',
  grigora: 'Grigora',
}

export const PROVIDER_IDS = Object.keys(PROVIDER_NAMES) as readonly Provider[] // keys of a const object

export const isProvider = (text: string): text is Provider => Object.hasOwn(PROVIDER_NAMES, text)
export const providerName = (text: string): string => (isProvider(text) ? PROVIDER_NAMES[text] : text)
