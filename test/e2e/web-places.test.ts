// Every place once: no layout fault, no error in the console. test/layout has every size and theme, the demo's data, and axe.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsByPlace } from '../support/layout-places.ts'
import { startWebDesk, type WebDesk } from '../support/web-desk.ts'

let web: WebDesk
beforeAll(async () => {
  web = await startWebDesk({ sandbox: { brands: 3, keywords: 60 } })
})
afterAll(() => web?.close())

test('no place has a layout fault', async () => {
  const page = await web.open()
  const { origin } = web.desk
  const look = {
    origin,
    brandId: web.brand(0).id,
    theme: 'light',
    sizes: [{ width: 1280, height: 800 }],
    hasAxe: false,
  } as const
  expect(await faultsByPlace(page, look)).toEqual({})
})
