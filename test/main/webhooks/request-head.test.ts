import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { admit, checkAddress, type HeadRules, isRefused } from '../../../src-main/webhooks/request-head.ts'

const requestTo = (url: string): IncomingMessage =>
  ({
    method: 'POST',
    url,
    rawHeaders: ['Host', 'localhost', 'Authorization', 'Bearer whsec_no'],
    headers: {},
    socket: { localAddress: '127.0.0.1' },
  }) as Partial<IncomingMessage> as IncomingMessage // the parts that a head is read from

test('request head compares the secret with as many hashes, when the slug is unknown', () => {
  const compared: (string | null | undefined)[] = []
  const rules: HeadRules = {
    isAllowedHost: () => true,
    brandOfSlug: (slug) => (slug === 'acme' ? 'brand_1' : null),
    match: (_secret, brandId) => {
      compared.push(brandId)
      return null
    },
  }
  for (const url of ['/hooks/acme', '/hooks/nobody', '/hooks/acme/x']) {
    const request = requestTo(url)
    const head = checkAddress(request, rules)
    if (isRefused(head)) throw new Error(`refused before the secret: ${head.message}`)
    admit(request, head, rules)
  }
  expect(compared).toEqual(['brand_1', undefined, undefined])
})
