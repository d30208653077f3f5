import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contentsOf, rewriteWithout } from '../../../../src-main/brands/removal/export-contents.ts'
import { tempHome } from '../../../support/temp-home.ts'

const BRAND = { id: 'b1', slug: 'acme', names: ['Acme'], domain: null }

test('a file whose first column has no title is read with its own delimiter, and only the rows of the brand go', async () => {
  const path = join(tempHome().home, 'numbered.csv')
  writeFileSync(path, ';brand\r\n1;Acme\r\n2;Zebra\r\n')
  expect(await contentsOf(path, BRAND, { mustHaveBrands: true })).toEqual({ own: 1, others: 1, mentions: 0 })
  await rewriteWithout(path, BRAND)
  expect(readFileSync(path, 'utf8')).toBe(';brand\r\n2;Zebra\r\n')
})
