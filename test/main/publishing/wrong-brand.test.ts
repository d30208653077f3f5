import { expect, test } from 'vitest'
import { createWrongBrandShield } from '../../../src-main/publishing/checks.ts'

const shield = createWrongBrandShield([
  { brandId: 'tea', name: 'Über Tea', pages: ['https://shop.ubertea.co.uk/oolong', 'https://www.ubertea.co.uk/'] },
  { brandId: 'acme', name: 'Acme', pages: [] },
  { brandId: 'labs', name: 'Acme Labs', pages: ['https://acmelabs.io/x'] },
  { brandId: 'go', name: 'Go', pages: ['https://go.co/'] },
  { brandId: 'garden', name: 'Secret Garden', pages: [] },
])
const named = (brandId: string, slug: string) => shield(brandId, slug)?.name ?? null

test.each([
  ['acme', 'why-uber-tea-is-best', 'Über Tea'],
  ['acme', 'Why Über Tea', 'Über Tea'],
  ['acme', 'ubertea-review', 'Über Tea'],
  ['acme', 'blog/ubertea.co.uk/news', 'Über Tea'],
  ['tea', 'news-from-acme', 'Acme'],
  ['tea', 'acmelabs-io-launch', 'Acme Labs'],
  ['acme', 'secret-garden-opening', 'Secret Garden'],
])('%s / %s names %s', (brandId, slug, name) => {
  expect(named(brandId, slug)).toBe(name)
})

test.each([
  ['tea', 'why-uber-tea-is-best', 'its own name'],
  ['labs', 'acme-labs-news', 'its own name, of which another name is a part'],
  ['acme', 'placme-tips', 'a part of a word'],
  ['acme', 'how-to-go-far', 'a name too short to say anything'],
  ['acme', 'a-garden-with-secrets', 'only words of a name'],
  ['acme', '', 'nothing'],
])('%s / %s is allowed: %s', (brandId, slug) => {
  expect(named(brandId, slug)).toBeNull()
})

test('the full name of another brand is reported although the own name is a part of it', () => {
  expect(named('acme', 'acme-labs-news')).toBe('Acme Labs')
})
