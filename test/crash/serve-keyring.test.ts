// The keyring of a server: unlocked by a file, so that keys outlive a restart.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '../support/run-command.ts'
import { tempHome } from '../support/temp-home.ts'

const root = join(import.meta.dirname, '../..')
const script = join(root, 'resources/serve/with-keyring.sh')
const isHere = (program: string): boolean => {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`])
    return true
  } catch {
    return false
  }
}
const hasKeyring = isHere('dbus-daemon') && isHere('gnome-keyring-daemon')

const SET = "import k from 'keytar'; await k.setPassword('agency-desk', 'probe:serve', 'kept')"
const GET = "import k from 'keytar'; console.log('found ' + (await k.getPassword('agency-desk', 'probe:serve')))"

const inKeyring = (home: string, code: string) =>
  runCommand({
    file: script,
    args: [process.execPath, '--input-type=module', '--eval', code],
    cwd: root,
    env: { AGENCY_DESK_HOME: home, AGENCY_DESK_KEYRING_FILE: join(home, 'password'), HOME: home },
  })

test.runIf(hasKeyring)('a key of a desk on a server is there after a restart', async () => {
  const { home } = tempHome()
  writeFileSync(join(home, 'password'), 'of-the-keyring', { mode: 0o600 })
  expect(await inKeyring(home, SET).ended).toMatchObject({ code: 0 })
  expect(await inKeyring(home, GET).ended).toMatchObject({ code: 0, stdout: 'found kept\n' })
})

test('a missing password of the keyring ends the start with a reason', async () => {
  const { home } = tempHome()
  const { code, stderr } = await inKeyring(home, GET).ended
  expect([code, stderr]).toEqual([1, expect.stringContaining('is empty or missing')])
})
