// What stands in the way of a start is a sentence that says what to do; what a kill left of exports is gone.
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openTestDesk } from '../support/composed-desk.ts'
import { runCommand } from '../support/run-command.ts'
import { tempHome } from '../support/temp-home.ts'

const entry = join(import.meta.dirname, '../../src-main/shells/serve/index.ts')

const failureOf = async (home: string): Promise<string> => {
  const env = { AGENCY_DESK_HOME: home, AGENCY_DESK_PORT: '0', AGENCY_DESK_WEBHOOK_PORT: '0' }
  const { ended } = runCommand({
    file: process.execPath,
    args: [entry],
    env: { ...env, AGENCY_DESK_KEYCHAIN: 'session' },
  })
  const { code, stderr } = await ended
  expect(code).toBe(1)
  expect(stderr).not.toMatch(/\n\s+at |Error:/)
  return stderr
}

test('a folder in the place of the socket is refused with a sentence, and stays', async () => {
  const { home } = tempHome()
  mkdirSync(join(home, 'desk.sock', 'inside'), { recursive: true })
  expect(await failureOf(home)).toMatch(/desk\.sock is a folder, .+ Move the folder away, then start again\./)
  expect(existsSync(join(home, 'desk.sock', 'inside'))).toBe(true)
})

const newestVersion = async (): Promise<number> => {
  const { home, coreFile } = tempHome()
  await (await openTestDesk({ home })).close()
  const core = new Database(coreFile, { readonly: true })
  const version = Number(core.pragma('user_version', { simple: true }))
  core.close()
  return version
}

test.each([
  ['a table of the same name', 'CREATE TABLE brand (other TEXT)', false],
  ['none of our tables', 'CREATE TABLE other (text TEXT)', true],
])('a core.db with %s is refused with a sentence', async (_, sql, isNewest) => {
  const { home, coreFile } = tempHome()
  const version = isNewest ? await newestVersion() : 0
  const core = new Database(coreFile)
  core.exec(sql)
  core.pragma(`user_version = ${version}`)
  core.close()
  expect(await failureOf(home)).toMatch(
    /has other tables than Agency Desk gives it \(.+\)\. .+ Move it out of the folder/,
  )
})

test('a core.db of a program before 0.1.0 is refused with a sentence, and stays', async () => {
  const { home, coreFile } = tempHome()
  new Database(coreFile).exec('CREATE TABLE brand (id TEXT); PRAGMA user_version = 51').close()
  expect(await failureOf(home)).toMatch(
    /made by a test version before Agency Desk 0\.1\.0 .+ Choose another data folder/,
  )
  expect(new Database(coreFile).pragma('user_version', { simple: true })).toBe(51)
})

test('a start deletes what a killed desk left of exports and reports, and nothing else', async () => {
  const { home, exportsFolder } = tempHome()
  const month = join(exportsFolder, 'reports', '2026-10')
  mkdirSync(month, { recursive: true })
  const outside = join(home, 'outside.csv')
  writeFileSync(outside, '')
  symlinkSync(outside, join(exportsFolder, 'link.csv'))
  const put = (names: readonly string[], text: string) => {
    for (const name of names) writeFileSync(join(exportsFolder, name), text)
  }
  put(['empty.csv', 'empty.tsv', 'empty.json'], '')
  put(['half.csv.part', 'reports/2026-10/half.pdf.part'], 'half')
  const kept = ['whole.csv', 'reports/2026-10/whole.pdf']
  put(kept, 'whole')
  put(['notes.txt'], '')
  await openTestDesk({ home })
  expect(readdirSync(exportsFolder).toSorted()).toEqual(['link.csv', 'notes.txt', 'reports', 'whole.csv'])
  expect(readdirSync(month)).toEqual(['whole.pdf'])
  expect(existsSync(outside)).toBe(true)
})
