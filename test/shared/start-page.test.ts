import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { writeStartPage } from '../../scripts/lib/start-page.mjs'
import { tempHome } from '../support/temp-home.ts'

type Size = readonly [width: number, height: number]

/** What the page does to a window of this size on a screen of that one. */
const fitted = (window: Size, screen: Size) => {
  const page = readFileSync(fileURLToPath(writeStartPage(tempHome().home, 'http://127.0.0.1:1/#token=a')), 'utf8')
  const done: unknown[] = []
  runInNewContext(/<script>([\s\S]*)<\/script>/.exec(page)?.[1] ?? 'throw new Error("no script")', {
    ...{ outerWidth: window[0], outerHeight: window[1] },
    screen: { availLeft: 0, availTop: 24, availWidth: screen[0], availHeight: screen[1] },
    moveTo: (...args: number[]) => done.push(['moveTo', ...args]),
    resizeTo: (...args: number[]) => done.push(['resizeTo', ...args]),
  })
  return done
}

test('a window that is larger than the screen is made to fit into it; one that fits is left alone', () => {
  expect(fitted([1440, 900], [1440, 900])).toEqual([])
  expect(fitted([1440, 900], [1280, 776])).toEqual([
    ['moveTo', 0, 24],
    ['resizeTo', 1280, 776],
  ])
  expect(fitted([1440, 900], [1920, 800])).toEqual([
    ['moveTo', 0, 24],
    ['resizeTo', 1440, 800],
  ])
})
