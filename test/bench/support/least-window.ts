// The least page that shows what the desk's page shows first: it signs in, asks for the brands and for Today, and draws the rail
// and the rows with the same font. One script and one stylesheet by hand (the shell's policy lets no inline script run), no
// framework, no events, nothing to click.
import { copyFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallName, CallOutput } from '../../../src-shared/desk/contract.ts'
import type { TodayItem } from '../../../src-shared/desk/today.ts'
import { SESSION_SLOT, TOKEN_HEADER } from '../../../src-shared/desk/values/web-session.ts'

type Constants = { readonly slot: string; readonly header: string; readonly rows: number }

/** Runs in the page, as text: it uses nothing from outside. */
const draw = async ({ slot, header, rows }: Constants): Promise<void> => {
  const token = location.hash.slice('#token='.length)
  history.replaceState(null, '', location.pathname)
  const session = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  sessionStorage.setItem(slot, session)
  const headers = { authorization: `Bearer ${session}`, [header]: token, 'content-type': 'application/json' }
  const call = async <Name extends CallName>(name: Name, input: object): Promise<CallOutput<Name>> => {
    const reply = await fetch(`/api/call/${name}`, { method: 'POST', headers, body: JSON.stringify(input) })
    return (await reply.json()).value
  }
  const [today, { brands }] = await Promise.all([call('today.list', { brandIds: 'all' }), call('brands.list', {})])
  const byName = brands.toSorted((one, other) => one.name.localeCompare(other.name))
  const byId = new Map(brands.map((brand) => [brand.id, brand]))
  const element = (tag: string, className: string, text = ''): HTMLElement => {
    const made = document.createElement(tag)
    made.className = className
    made.textContent = text
    return made
  }
  const mark = (name: string, colour: string): HTMLElement => {
    const made = element('span', 'mark', name.slice(0, 2))
    made.style.background = colour
    return made
  }
  const rail = element('nav', 'rail')
  for (const { id, name, colour } of byName) {
    const row = element('button', 'brand')
    row.dataset.brand = id
    row.append(mark(name, colour), element('span', 'name', name))
    rail.append(row)
  }
  const rowOf = ({ id, brandId, title, detail, since }: TodayItem): HTMLElement => {
    const brand = byId.get(brandId ?? '')
    const row = element('li', 'row')
    row.dataset.line = id
    const what = element('div', 'what')
    what.append(element('h3', '', title), element('p', '', `${brand?.name ?? ''} · ${detail}`))
    row.append(mark(brand?.name ?? '', brand?.colour ?? ''), what, element('time', '', since ?? ''))
    row.append(element('button', '', 'Snooze'), element('button', '', 'Dismiss'))
    return row
  }
  const list = element('main', 'list')
  list.dataset.today = ''
  const shown = element('ul', '')
  for (const item of today.items.slice(0, rows)) shown.append(rowOf(item))
  list.append(element('h2', '', `Today ${today.items.length}`), shown)
  document.body.append(rail, list)
}

const STYLE = (font: string): string => `
@font-face { font-family: Inter; src: url(${font}) format("woff2"); font-weight: 100 900; font-display: swap }
body { display: flex; height: 100vh; margin: 0; font: 14px Inter, sans-serif }
.rail { width: 232px; overflow-y: auto; border-right: 1px solid #ddd }
.brand { display: flex; gap: 8px; align-items: center; width: 100%; height: 28px; border: 0; font: inherit }
.mark { width: 20px; border-radius: 4px; color: #fff; font-size: 11px; text-align: center }
.list { flex: 1; overflow-y: auto }
ul { margin: 0; padding: 0 }
.row { display: grid; grid-template-columns: 24px 1fr auto auto auto; gap: 12px; min-height: 50px; border-bottom: 1px solid #ddd }
h3, p { margin: 4px 0 }`

/** Writes the page into a folder of files of the window; the font is that of the built window. `rows` of Today are shown. */
export const writeLeastWindow = (folder: string, built: string, rows: number): void => {
  const font = readdirSync(join(built, 'assets')).find((name) => /^inter-latin-wght-normal-.*\.woff2$/.test(name))
  if (font === undefined) throw new Error('The built window has no Inter. Run npm run build.')
  copyFileSync(join(built, 'assets', font), join(folder, font))
  const constants: Constants = { slot: SESSION_SLOT, header: TOKEN_HEADER, rows }
  writeFileSync(join(folder, 'least.js'), `(${draw.toString()})(${JSON.stringify(constants)})`)
  writeFileSync(join(folder, 'least.css'), STYLE(font))
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Least</title>
    <link rel="preload" as="font" type="font/woff2" crossorigin href="./${font}">
    <link rel="stylesheet" href="./least.css"><script type="module" src="./least.js"></script></head><body></body></html>`,
  )
}
