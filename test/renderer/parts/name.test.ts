import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Name } from '../../../src-renderer/parts/name.tsx'

const shown = (children: string) => renderToStaticMarkup(createElement(Name, { children }))

test('an address breaks after a slash and a hyphen, and other names where their words end', () => {
  expect(shown('https://acme.example/guides/red-boots')).toBe(
    '<bdi>https://<wbr/>acme.example/<wbr/>guides/<wbr/>red-<wbr/>boots<wbr/></bdi>',
  )
  expect(shown('well-known and/or new')).toBe('<bdi>well-known and/or new</bdi>')
})
