import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readEnvironment } from '../../../src-main/shells/environment.ts'

test('the data folder follows the platform without a setting', () => {
  expect(readEnvironment({}, 'linux')).toEqual({
    home: join(homedir(), '.local/share/agency-desk'),
    keychain: 'os',
    isDemoWanted: true,
    logLevel: 'info',
    port: null,
    webhookPort: null,
    teamAddress: null,
  })
  expect(readEnvironment({ XDG_DATA_HOME: '/data' }, 'linux').home).toBe('/data/agency-desk')
  expect(readEnvironment({}, 'darwin').home).toBe(join(homedir(), 'Library/Application Support/Agency Desk'))
})

test('each setting is applied, and an invalid one is refused by its name', () => {
  const env = {
    AGENCY_DESK_HOME: 'here',
    AGENCY_DESK_KEYCHAIN: 'session',
    AGENCY_DESK_DEMO: '0',
    AGENCY_DESK_PORT: '0',
  }
  expect(readEnvironment(env, 'linux')).toMatchObject({
    home: resolve('here'),
    keychain: 'session',
    isDemoWanted: false,
    port: 0,
  })
  expect(() => readEnvironment({ AGENCY_DESK_KEYCHAIN: 'file' })).toThrow(/AGENCY_DESK_KEYCHAIN is "file"/)
  for (const port of ['65536', '-1', '80x', '1e3', ' 80']) {
    expect(() => readEnvironment({ AGENCY_DESK_PORT: port }), port).toThrow(/AGENCY_DESK_PORT/)
  }
})
