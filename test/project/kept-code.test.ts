// A program that is started again does not compile its code again. Nothing depends on what was kept.
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../support/run-command.ts'
import { tempHome } from '../support/temp-home.ts'

const root = join(import.meta.dirname, '..', '..')
const command = join(root, 'scripts', 'desk.mjs')

/** The version that a desk names which starts for this command alone. */
const askVersion = async (env: Readonly<Record<string, string>> = {}): Promise<string> => {
  const { home } = tempHome()
  const own = { AGENCY_DESK_HOME: home, AGENCY_DESK_KEYCHAIN: 'session', AGENCY_DESK_DEMO: '0' }
  const args = [command, 'call', 'desk.about']
  const { code, stdout } = await runCommand({ file: process.execPath, args, env: { ...own, ...env } }).ended
  expect(code).toBe(0)
  return (JSON.parse(stdout) as { version: string }).version // the contract's own
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))

test('command keeps its compiled code in the project', async () => {
  await askVersion()
  const folder = join(root, '.cache', 'code')
  expect(existsSync(folder) && filesIn(folder).length > 0).toBe(true)
})

test('command keeps the code of its threads too, and starts where that was damaged or cannot be kept', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'agency-desk-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const version = await askVersion({ NODE_COMPILE_CACHE: folder })
  const kept = filesIn(folder)
  expect(kept.length).toBeGreaterThan(3)
  for (const damage of ['this is no code', '']) {
    for (const file of kept) writeFileSync(file, damage)
    expect(await askVersion({ NODE_COMPILE_CACHE: folder })).toBe(version)
  }
  expect(await askVersion({ NODE_COMPILE_CACHE: command })).toBe(version)
})
