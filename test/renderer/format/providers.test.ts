import { expect, test } from 'vitest'
import { isProvider, PROVIDER_IDS, providerName } from '../../../src-renderer/format/providers.ts'
import { PROVIDERS } from '../../../src-shared/service/cms.ts'

test('every provider of the service can be chosen, under its own name', () => {
  expect(PROVIDER_IDS.toSorted()).toEqual([...PROVIDERS].toSorted())
  expect(PROVIDER_IDS.map(providerName)).toEqual([
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
