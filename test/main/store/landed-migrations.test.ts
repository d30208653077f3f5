// What a migration did to a person's file cannot be done again: once landed, its text stays as it is.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Migration } from '../../../src-main/store/migrate.ts'
import { cacheMigrations } from '../../../src-main/store/migrations/cache/index.ts'
import { coreMigrations } from '../../../src-main/store/migrations/core/index.ts'

const folder = join(import.meta.dirname, '../../../src-main/store/migrations')

/** Append only: the hash of each landed migration, in their order. */
const LANDED: Record<'core' | 'cache', Record<string, string>> = {
  core: {
    '001-brands': '084d58013b2d5b66',
    '002-settings': '6292ecc5d1f5828e',
    '003-limiter-windows': 'a50c4c2a6669bf77',
    '004-intents': 'a7223d9d04351612',
    '005-articles': 'ec653569751c7a95',
    '006-deliveries': '717ee5142da709f8',
    '007-suppressions': '7334ac8dfb719ab0',
    '008-credits': '146e955e666af7ba',
    '009-prospect-marks': 'c4b0969230965d74',
    '010-composing': '07070d9e1e442ec5',
    '011-intent-calls': '0b930a9646d4b8ee',
    '012-pitch-contacts': 'a616ec05aed22616',
    '013-connectors': '83c573b4f045767f',
    '014-research': '51cbd3a3f1c38c74',
    '015-connector-applies': '8e2d913ae027d093',
    '016-connector-expected': '75b570df96c292d6',
    '017-call-rows': '00c931c804dc44ef',
    '018-sent-drafts': 'e2d510f1697f2fd7',
    '019-connectors-repair': '32f43d807faae19c',
    '020-key-origins': '12d32df21badb1bc',
    '021-exports': '3c6d179585a66c95',
  },
  cache: {
    '001-brands': '6548b3a2d36d8f31',
    '002-freshness': 'f88af2aae66ceb0e',
    '003-rankings': 'f76d2682cbf25cdb',
    '004-clusters': '7c4cf22fc687a179',
    '005-prospects': '4e4785a08f86474d',
    '006-tracked-keywords': '646d710f7d897264',
    '007-outbox': '1b7a1f294b7b84a4',
    '008-sites': 'f65197453ff96e12',
    '009-ai-visibility': '1bebb678f469a87d',
  },
}

/** Of what runs: imports and comments may change. */
const hashOf = (source: string): string => {
  const code = source.replace(/^import .*$/gm, '').replace(/\/\*\*[\s\S]*?\*\/|^ *\/\/ .*$/gm, '')
  return createHash('sha256').update(code.trim()).digest('hex').slice(0, 16)
}

describe.each([
  ['core', coreMigrations],
  ['cache', cacheMigrations],
] as const)('%s.db', (file, migrations) => {
  const names = readdirSync(join(folder, file)).filter((name) => /^\d{3}-/.test(name))
  const found = names.map(
    (name) => [name.slice(0, -3), hashOf(readFileSync(join(folder, file, name), 'utf8'))] as const,
  )

  test.each(found)('migration %s has the text it landed with', (name, hash) => {
    const landed = LANDED[file][name]
    const advice =
      landed === undefined
        ? `Migration ${name} of ${file}.db is new. Add  '${name}': '${hash}',  to LANDED in this file, as its last line.`
        : `Migration ${name} of ${file}.db has landed and was edited. Data folders out there already ran the old text. Never edit a landed migration: undo the edit and add a new migration that makes the change.`
    expect(landed, advice).toBe(hash)
  })

  test('every landed migration is still there, in its place', async () => {
    expect(names.map((name) => name.slice(0, -3)).slice(0, Object.keys(LANDED[file]).length)).toEqual(
      Object.keys(LANDED[file]),
    )
    const inFiles = names.map(async (name) => {
      const module = (await import(join(folder, file, name))) as Record<string, Migration> // exports one migration
      return Object.values(module)[0]?.name
    })
    const advice = `Migration files are numbered by their place in migrations/${file}/index.ts. Take the next free number.`
    expect(await Promise.all(inFiles), advice).toEqual(migrations.map(({ name }) => name))
  })
})
