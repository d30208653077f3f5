import { beforeEach, expect, test, vi } from 'vitest'
import { followLinks, pageOfArguments, pageOfLink } from '../../../../src-main/shells/electron/deep-link.ts'
import * as electron from '../../../support/electron-stand-in.ts'

vi.mock('electron', () => import('../../../support/electron-stand-in.ts'))
beforeEach(() => electron.resetElectron())

test.each([
  ['agency-desk://rankings/brand_1?keyword=green+tea', 'app://desk/#/rankings/brand_1?keyword=green+tea'],
  ['agency-desk://settings', 'app://desk/#/settings/all'],
  ['agency-desk://outbox/all/', 'app://desk/#/outbox/all'],
])('link %s opens %s', (link, page) => {
  expect(pageOfLink(link)).toBe(page)
})

test.each([
  'agency-desk://https://example.com/',
  'agency-desk://../../exports/a.csv',
  'agency-desk://rankings/all#x',
  'agency-desk://rankings/all\nfile:///etc/passwd',
  'agency-desk:rankings',
  'https://example.com/',
])('text %j is not a link', (link) => {
  expect(pageOfLink(link)).toBeNull()
})

test('a query cannot leave the page', () => {
  const page = pageOfLink('agency-desk://rankings/all?search="><script>') ?? ''
  expect(new URL(page).origin === 'null' && new URL(page).host).toBe('desk')
  expect(page).not.toMatch(/[<>"]/)
})

test('the link is found among the arguments', () => {
  expect(pageOfArguments(['electron', '.', '--flag', 'agency-desk://audits/all'])).toBe('app://desk/#/audits/all')
  expect(pageOfArguments(['electron', '.'])).toBeNull()
})

test('a link from macOS before the window exists is the first page; later ones are opened', () => {
  const links = followLinks([])
  const event = { preventDefault: () => {} }
  electron.app.emit('open-url', event, 'agency-desk://audits/all')
  expect(links.firstPage()).toBe('app://desk/#/audits/all')
  const shown: string[] = []
  links.onPage((page) => shown.push(page))
  electron.app.emit('open-url', event, 'agency-desk://outbox/all')
  electron.app.emit('open-url', event, 'agency-desk://?')
  expect(shown).toEqual(['app://desk/#/outbox/all'])
})

test('only an installed desk registers for the system’s links', () => {
  followLinks([])
  expect(electron.app.protocolClients).toEqual([])
  electron.app.isPackaged = true
  followLinks([])
  expect(electron.app.protocolClients).toEqual(['agency-desk'])
})
