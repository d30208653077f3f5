import { PROVIDER_NAMES, PROVIDERS, type Provider } from '../../src-shared/service/providers.ts'

export const isProvider = (text: string): text is Provider => PROVIDERS.some((provider) => provider === text)
export const providerName = (text: string): string => (isProvider(text) ? PROVIDER_NAMES[text] : text)
