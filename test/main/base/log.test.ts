import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createLog, inAction } from '../../../src-main/base/log.ts'

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

test('a key never reaches the log file, while the rest of its line does', () => {
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

test('a log that has grown past its limit becomes desk.1.log and a new one begins, while the desk runs', () => {
  const folder = newFolder()
  const log = createLog(folder, 'info', 2_000)
  for (let line = 0; line < 100; line += 1) log.info({ line }, 'something happened')
  log.close()
  const linesOf = (name: string) => readFileSync(join(folder, name), 'utf8').trim().split('\n')
  const kept = [...linesOf('desk.1.log'), ...linesOf('desk.log')].map((line) => Number(JSON.parse(line).line))
  expect(kept.at(-1)).toBe(99)
  expect(kept).toEqual(Array.from({ length: kept.length }, (_, index) => 100 - kept.length + index))
  expect(readFileSync(join(folder, 'desk.1.log')).length).toBeLessThan(2_200)
})

test('lines of every room carry the id of the action that they belong to, also after a wait', async () => {
  const folder = newFolder()
  const log = createLog(folder, 'info')
  await Promise.all(
    ['one', 'two'].map((intentId) =>
      inAction({ intentId }, async () => {
        await new Promise(setImmediate)
        log.child({ room: 'journal' }).info(intentId)
      }),
    ),
  )
  log.info('none')
  log.close()
  const lines = readFileSync(join(folder, 'desk.log'), 'utf8').trim().split('\n')
  expect(lines.map((line) => JSON.parse(line)).map(({ msg, room, intentId }) => [msg, room, intentId])).toEqual([
    ['one', 'journal', 'one'],
    ['two', 'journal', 'two'],
    ['none', undefined, undefined],
  ])
})
