// Where a data folder is too long for a socket, its place in the shared temporary folder is refused to other accounts.
import { chmodSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { socketPath } from '../../../../src-main/shells/socket/path.ts'
import { canBeOther, runAsOther, whyNotOther } from '../../../support/other-account.ts'
import { tempHome } from '../../../support/temp-home.ts'

const LONG = `/${'long'.repeat(40)}`

const shareTemporary = (): string => {
  const { home } = tempHome()
  const shared = join(home, 'shared')
  mkdirSync(shared)
  chmodSync(home, 0o755)
  chmodSync(shared, 0o1777)
  vi.stubEnv('TMPDIR', shared)
  onTestFinished(() => void vi.unstubAllEnvs())
  return shared
}
const onPosix = test.skipIf(process.platform === 'win32')

test.skipIf(!canBeOther)(`no socket is made in a folder of another account${whyNotOther}`, async () => {
  const shared = shareTemporary()
  const taken = join(shared, `agency-desk-${userInfo().uid}`)
  await runAsOther("require('node:fs').mkdirSync(process.argv[1]); process.stdout.write('ready')", [taken])
  expect(() => socketPath(LONG)).toThrow('choose another data folder')
  expect(readdirSync(taken)).toEqual([])
})

onPosix('no socket is made behind a link, also to a place that is not there', () => {
  const shared = shareTemporary()
  symlinkSync(join(shared, 'elsewhere'), join(shared, `agency-desk-${userInfo().uid}`))
  expect(() => socketPath(LONG)).toThrow('is not a folder of this account alone')
  expect(readdirSync(shared)).toEqual([`agency-desk-${userInfo().uid}`])
})
