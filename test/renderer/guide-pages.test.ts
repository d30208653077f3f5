// The window shows a page of the guide with react-markdown alone: forms of GitHub's Markdown (tables, task lists,
// strikethrough, footnotes) and HTML would stand there as typed.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import Markdown from 'react-markdown'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../docs/guide')
const names = globSync('*.md', { cwd: folder }).toSorted()
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

const FORMS: Readonly<Record<string, RegExp>> = {
  table: /^\s*\|.*\||\|\s*:?-{2,}/m,
  'task list': /<li>\s*(<p>)?\[[ x]\]/i,
  strikethrough: /~~/,
  footnote: /\[\^|>\^[\w-]+</,
  HTML: /&lt;\/?[a-z]|&lt;!--/i,
  'reference without a target': /\]\[/,
}

const render = (text: string): string => renderToStaticMarkup(createElement(Markdown, null, text))

/** What a reader would see as typed, by the name of its form. Code is shown as typed on purpose. */
const shownAsTyped = (text: string): string[] => {
  const shown = render(text).replace(/<code>.*?<\/code>/gs, '')
  return Object.entries(FORMS).flatMap(([form, pattern]) => (pattern.test(shown) ? [form] : []))
}

/** Targets that the window does not open: it knows pages and pictures of the guide only. */
const lostTargets = (text: string): string[] =>
  [...render(text).matchAll(/(?:href|src)="([^"]*)"/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^([a-z0-9-]+\.md|images\/[a-z0-9-]+\.png)$/.test(target) || !existsSync(join(folder, target)))

test.each(names)('%s has only forms, links and pictures that the window shows', (name) => {
  expect(shownAsTyped(read(name))).toEqual([])
  expect(lostTargets(read(name))).toEqual([])
})

test('check finds each form that the window does not show', () => {
  const samples = {
    table: 'Text.\n\n| a | b |\n|---|---|\n| c | d |',
    'task list': '- [ ] a',
    strikethrough: '~~a~~',
    footnote: 'a[^1]\n\n[^1]: b',
    HTML: 'a <kbd>b</kbd>',
    'reference without a target': '[a][b]',
  }
  for (const [form, sample] of Object.entries(samples)) expect(shownAsTyped(sample), form).toContain(form)
  expect(shownAsTyped('`| a |` and `~~`\n\n- **a**: b')).toEqual([])
  expect(lostTargets('[a](../features.md) [b](https://example.com) [c](gone.md) [d](glossary.md)')).toEqual([
    '../features.md',
    'https://example.com',
    'gone.md',
  ])
})

test.each(names.filter((name) => name !== 'README.md'))('%s begins with the job', (name) => {
  expect(read(name)).toMatch(/^# .+\n\nYou want to /)
})
