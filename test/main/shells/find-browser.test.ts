import { expect, test } from 'vitest'
import { findBrowser, isSnap } from '../../../scripts/lib/find-browser.mjs'

const WINDOWS = {
  PROGRAMFILES: 'C:\\Program Files',
  'PROGRAMFILES(X86)': 'C:\\Program Files (x86)',
  LOCALAPPDATA: 'C:\\U\\L',
}

test.each([
  ['linux', { PATH: '/opt/bin:/usr/bin' }, '/opt/bin/microsoft-edge'],
  ['linux', { PATH: '/opt/bin:/usr/bin' }, '/usr/bin/chromium'],
  ['linux', { PATH: '' }, '/snap/bin/chromium'],
  ['linux', {}, '/usr/bin/google-chrome'],
  ['darwin', { HOME: '/Users/a' }, '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
  ['darwin', { HOME: '/Users/a' }, '/Users/a/Applications/Chromium.app/Contents/MacOS/Chromium'],
  ['darwin', {}, '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge'],
  ['win32', WINDOWS, 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe'],
  ['win32', WINDOWS, 'C:\\U\\L\\Google\\Chrome\\Application\\chrome.exe'],
  ['win32', WINDOWS, 'C:\\U\\L\\Chromium\\Application\\chrome.exe'],
] as const)('a browser of %s with %j is found at %s', (platform, env, path) => {
  expect(findBrowser(env, { platform, isThere: (file) => file === path })).toBe(path)
})

test('Chrome goes before Edge and Chromium', () => {
  const env = { PATH: '/usr/bin' }
  expect(findBrowser(env, { platform: 'linux', isThere: () => true })).toBe('/usr/bin/google-chrome')
  expect(findBrowser({}, { platform: 'win32', isThere: () => true })).toBeNull()
})

test.each([
  ['/snap/bin/chromium', true],
  ['/usr/bin/chromium-browser', true],
  ['/usr/bin/google-chrome', false],
])('%s is a snap where Chromium is one: %s', (file, expected) => {
  expect(isSnap(file, { isThere: (path) => path === '/snap/bin/chromium' })).toBe(expected)
})

test('Chromium of the system is no snap where there is none', () => {
  expect(isSnap('/usr/bin/chromium', { isThere: () => false })).toBe(false)
})
