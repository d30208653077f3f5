import { expect, test } from 'vitest'
import { isProvider, PROVIDERS, providerName } from '../../../src-shared/service/providers.ts'

test('every provider of the service can be chosen, under its own name', () => {
  expect(PROVIDERS.map(providerName)).toEqual([
    'WordPress',
    'Shopify',
    'Webflow',
    'Ghost',
    'Webhook',
    'Framer',
    'Grigora',
  ])
  expect(isProvider('grigora')).toBe(true)
  expect(isProvider('tumblr')).toBe(false)
})
