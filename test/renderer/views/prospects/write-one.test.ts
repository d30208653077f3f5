import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ContactLine } from '../../../../src-renderer/data/contact-query.ts'
import { WriteOne } from '../../../../src-renderer/views/prospects/contact-detail.tsx'

const PERSON: ContactLine = {
  brandId: 'b1',
  id: 'c1',
  prospectId: 'p1',
  domain: 'site.example',
  name: 'Ana Adeyemi',
  role: null,
  email: 'ana@site.example',
  suppression: null,
  more: {},
}
const painted = (row: ContactLine) =>
  renderToStaticMarkup(createElement(MantineProvider, null, createElement(WriteOne, { row })))

test('a contact without an e-mail offers no pitch and says why', () => {
  expect(painted(PERSON)).toContain('Write to 1 person')
  expect(painted({ ...PERSON, email: null })).not.toContain('Write to')
  expect(painted({ ...PERSON, email: null })).toContain('No e-mail yet: no pitch can be sent')
})
