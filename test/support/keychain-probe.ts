// A child process that uses the system's keychain and prints the results as JSON: the D-Bus session of a process is
// settled when it starts, and a fault of the native part must not end the tests.
import { execFileSync } from 'node:child_process'
import { createOsKeychain } from '../../src-main/keychain/os-keychain.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'

const lockKeyring = () =>
  execFileSync('dbus-send', [
    '--session',
    '--print-reply',
    '--dest=org.freedesktop.secrets',
    '/org/freedesktop/secrets',
    'org.freedesktop.Secret.Service.Lock',
    'array:objpath:/org/freedesktop/secrets/collection/login',
  ])

const outcomeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (value) => value ?? null,
    (error: unknown) => (error instanceof DeskError ? { kind: error.kind, message: error.message } : String(error)),
  )

const keychain = createOsKeychain({ recheckMs: 0 })
const account = `brand:test-${process.pid}`
const outcome: Record<string, unknown> = {
  before: await outcomeOf(keychain.get(account)),
  set: await outcomeOf(keychain.set(account, 'sk_probe')),
}
if (process.argv[2] === 'lock') lockKeyring()
outcome.status = await outcomeOf(keychain.status())
outcome.get = await outcomeOf(keychain.get(account))
outcome.setAgain = await outcomeOf(keychain.set(`${account}-2`, 'sk_probe'))
outcome.deleted = await outcomeOf(keychain.delete(account))
outcome.after = await outcomeOf(keychain.get(account))
process.stdout.write(JSON.stringify(outcome))
