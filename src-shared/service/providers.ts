// Apart from their schema: the threads that read and write rows, and the window, have no schemas.
export const PROVIDERS = ['wordpress', 'shopify', 'webflow', 'ghost', 'webhook', 'framer', 'grigora'] as const
export type Provider = (typeof PROVIDERS)[number]

export const PROVIDER_NAMES: Readonly<Record<Provider, string>> = {
  wordpress: 'WordPress',
  shopify: 'Shopify',
  webflow: 'Webflow',
  ghost: 'Ghost',
  webhook: 'Webhook',
  framer: 'Framer',
  grigora: 'Grigora',
}

export const isProvider = (text: string): text is Provider => PROVIDERS.some((provider) => provider === text)
export const providerName = (text: string): string => (isProvider(text) ? PROVIDER_NAMES[text] : text)
