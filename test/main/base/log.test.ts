import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createLog } from '../../../src-main/base/log.ts'

const folders: string[] = []
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-log-'))
  folders.push(folder)
  return folder
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

const CANARY = 'sk_canary_1234567890abcdef'

test('a key logged by any road does not reach the file, while the rest of the line does', () => {
  const folder = newFolder()
  const log = createLog(folder, 'info')
  log.info({ key: CANARY, nested: { secret: CANARY }, deep: { a: { b: CANARY } } }, `asked with ${CANARY}`)
  log.error(new Error(`Bearer ${CANARY} was refused`))
  log.close()
  const written = readFileSync(join(folder, 'desk.log'), 'utf8')
  expect(written).toContain('asked with')
  expect(written).toContain('was refused')
  expect(written).not.toContain('canary')
})

test.skipIf(!existsSync('/dev/full'))('a full disk ends neither the desk nor the log', () => {
  const folder = newFolder()
  const file = join(folder, 'desk.log')
  symlinkSync('/dev/full', file)
  const log = createLog(folder, 'info')
  expect(() => log.info('lost')).not.toThrow()
  expect(() => log.info('lost as well')).not.toThrow()
})
