// Folders for printing against another account of this machine, and after a kill.
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createBrowserPrinter } from '../../../../src-main/shells/print/browser-printer.ts'
import { createWorkFolders } from '../../../../src-main/shells/print/work-folder.ts'
import { canBeOther, runAsOther, whyNotOther } from '../../../support/other-account.ts'
import { tempHome } from '../../../support/temp-home.ts'

const FILES = 200
/** Above every id that Linux and macOS give a process. */
const NO_PROCESS = 2 ** 22 + 1

/** Of the other account: a folder that looks left over. Once something in it goes, a link to our files takes its place. */
const ATTACK = `
  const fs = require('node:fs')
  const [shared, files, count] = process.argv.slice(1)
  const bait = shared + '/agency-desk-print-${NO_PROCESS}-abcdef'
  process.umask(0)
  fs.mkdirSync(bait, 0o777)
  for (let at = 0; at < count; at += 1) fs.writeFileSync(bait + '/' + at, '')
  process.stdout.write('ready')
  setImmediate(() => {
    for (;;) {
      if (fs.readdirSync(bait).length === Number(count)) continue
      fs.renameSync(bait, shared + '/moved')
      fs.symlinkSync(files, bait)
      return
    }
  })`

/** A temporary folder that all accounts share, as /tmp is. */
const shareTemporary = (home: string): string => {
  const shared = join(home, 'shared')
  mkdirSync(shared)
  chmodSync(home, 0o755)
  chmodSync(shared, 0o1777)
  vi.stubEnv('TMPDIR', shared)
  onTestFinished(() => void vi.unstubAllEnvs())
  return shared
}

const print = async (home: string) => {
  const find = () => '/bin/false'
  await createBrowserPrinter({ find, folders: createWorkFolders(home) })
    .open()
    .catch(() => undefined)
}

test.skipIf(!canBeOther)(
  `a folder that another account swaps for a link costs no file of ours${whyNotOther}`,
  async () => {
    const { home } = tempHome()
    const shared = shareTemporary(home)
    const own = join(home, 'own')
    mkdirSync(own, { mode: 0o700 })
    for (let at = 0; at < FILES; at += 1) writeFileSync(join(own, String(at)), 'ours')
    await runAsOther(ATTACK, [shared, own, String(FILES)])
    await print(join(home, 'data'))
    expect(readdirSync(own)).toHaveLength(FILES)
    expect(readdirSync(join(shared, `agency-desk-print-${NO_PROCESS}-abcdef`))).toHaveLength(FILES)
  },
)

test.skipIf(!canBeOther)(`printing is refused in a folder of another account, which stays${whyNotOther}`, async () => {
  const { home } = tempHome()
  chmodSync(home, 0o777)
  await runAsOther(
    `const fs = require('node:fs')
    fs.mkdirSync(process.argv[1], 0o700)
    fs.writeFileSync(process.argv[1] + '/theirs', '')
    process.stdout.write('ready')`,
    [join(home, 'print')],
  )
  await expect(createWorkFolders(home).make()).rejects.toMatchObject({
    kind: 'storage',
    message: expect.stringContaining('Delete it'),
  })
  expect(readdirSync(join(home, 'print'))).toEqual(['theirs'])
})

test('printing is refused where its folder is a link, and what that leads to stays', async () => {
  const { home } = tempHome()
  const elsewhere = join(home, 'elsewhere')
  mkdirSync(elsewhere, { mode: 0o700 })
  writeFileSync(join(elsewhere, 'report.pdf'), 'report')
  symlinkSync(elsewhere, join(home, 'print'))
  await expect(createWorkFolders(home).make()).rejects.toMatchObject({ kind: 'storage' })
  expect(readFileSync(join(elsewhere, 'report.pdf'), 'utf8')).toBe('report')
})

test('what a killed desk left is deleted, a link in it is not followed, and folders in use stay', async () => {
  const { home } = tempHome()
  const kept = join(home, 'kept')
  mkdirSync(kept)
  writeFileSync(join(kept, 'file'), '')
  const killed = await createWorkFolders(home).make()
  writeFileSync(join(killed.path, 'report.html'), 'report')
  symlinkSync(kept, join(killed.path, 'link'))
  symlinkSync(kept, join(home, 'print', 'link'))
  const folders = createWorkFolders(home)
  const used = await folders.make()
  await folders.sweep()
  expect(existsSync(killed.path)).toBe(false)
  expect(lstatSync(join(home, 'print', 'link'), { throwIfNoEntry: false })).toBeUndefined()
  expect(readdirSync(kept)).toEqual(['file'])
  expect(statSync(used.path).mode & 0o777).toBe(0o700)
  await used.remove()
  expect(readdirSync(join(home, 'print'))).toEqual([])
})
