import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { canUpdate } from '../../../../src-main/shells/electron/update-schedule.ts'
import { createUpdates, type Updater } from '../../../../src-main/shells/electron/updates.ts'
import type { IntentState } from '../../../../src-shared/desk/intents.ts'
import { createSmallDesk } from '../../../support/small-desk.ts'
import { tempHome } from '../../../support/temp-home.ts'

const INTENT = {
  id: 'intent_1',
  brandId: 'b0',
  kind: 'publish' as const,
}

type Options = {
  readonly version?: string | null
  readonly answers?: readonly boolean[]
  readonly states?: IntentState[]
}

const prepare = ({ version = '2.0.0', answers = [], states = [] }: Options = {}) => {
  const did: string[] = []
  const left = [...answers]
  const asked: unknown[] = []
  let under = states
  const small = createSmallDesk()
  const desk = {
    ...small,
    call: async (name: string, input: unknown) => {
      asked.push([name, input])
      const rows = under.map((state) => ({ ...INTENT, state }))
      return { ok: true as const, value: { rows, total: rows.length, nextCursor: null, freshAsOf: null } }
    },
  }
  const updater: Updater = {
    autoDownload: true,
    autoInstallOnAppQuit: true,
    checkForUpdates: async () => {
      did.push('check')
      return { isUpdateAvailable: version !== null, updateInfo: { version: version ?? '1.0.0' } }
    },
    downloadUpdate: async () => void did.push('download'),
    quitAndInstall: () => void did.push('install'),
  }
  const answer = (question: string) => async () => {
    did.push(question)
    return left.shift() ?? false
  }
  const warnings: string[] = []
  const log = { info: () => {}, warn: (_fields: object, message: string) => void warnings.push(message) }
  const updates = createUpdates({
    updater,
    desk,
    questions: {
      download: answer('download?'),
      restart: answer('restart?'),
      waits: async () => void did.push('waits'),
    },
    log,
    closeDesk: async () => void did.push('close desk'),
  })
  return {
    updates,
    updater,
    did,
    asked,
    warnings,
    /** The open intents change, and the desk emits it. */
    change: (next: IntentState[]) => {
      under = next
      small.emit('intents.changed', {
        intentId: INTENT.id,
        brandId: INTENT.brandId,
        kind: INTENT.kind,
        state: 'confirmed',
      })
    },
  }
}

test('an update is downloaded and installed only with separate consent, after the desk has closed', async () => {
  const { updates, updater, did } = prepare({ answers: [true, true] })
  expect([updater.autoDownload, updater.autoInstallOnAppQuit]).toEqual([false, false])
  await updates.check()
  expect(did).toEqual(['check', 'download?', 'download', 'restart?', 'close desk', 'install'])
})

test('a declined download is offered again at the next check', async () => {
  const { updates, did } = prepare({ answers: [false, false] })
  await updates.check()
  await updates.check()
  expect(did).toEqual(['check', 'download?', 'check', 'download?'])
})

test('a declined restart is offered again at the next check, without another download', async () => {
  const { updates, did } = prepare({ answers: [true, false, true] })
  await updates.check()
  await updates.check()
  expect(did).toEqual(['check', 'download?', 'download', 'restart?', 'restart?', 'close desk', 'install'])
})

test('without an update no dialog opens', async () => {
  const { updates, did } = prepare({ version: null })
  await updates.check()
  expect(did).toEqual(['check'])
})

test.each(['held', 'ready', 'in_flight'] as const)(
  'an intent that is %s keeps an update from being installed',
  async (state) => {
    const { updates, did, asked, change } = prepare({ answers: [true, true, true], states: [state] })
    await updates.check()
    const waiting = ['check', 'download?', 'download', 'restart?', 'waits']
    expect(did).toEqual(waiting)
    expect(asked[0]).toEqual(['intents.list', { filter: { state: ['held', 'ready', 'in_flight'] }, limit: 1 }])
    await updates.check()
    change([state])
    await new Promise(setImmediate)
    expect(did).toEqual(waiting)
    change([])
    await expect.poll(() => did).toEqual([...waiting, 'restart?', 'close desk', 'install'])
  },
)

test('an intent made while the dialog is open keeps the update from being installed', async () => {
  const { updates, did, change, updater } = prepare({ answers: [true, true] })
  Object.assign(updater, { downloadUpdate: async () => change(['held']) })
  await updates.check()
  expect(did).toEqual(['check', 'download?', 'restart?', 'waits'])
})

test('a failure is a line in the log, and the next check tries again', async () => {
  const { updates, updater, did, warnings } = prepare({ answers: [true, true] })
  const check = updater.checkForUpdates
  Object.assign(updater, { checkForUpdates: async () => Promise.reject(new Error('no network')) })
  await updates.check()
  expect(warnings).toEqual(['the update did not succeed'])
  expect(did).toEqual([])
  Object.assign(updater, { checkForUpdates: check })
  await updates.check()
  expect(did.at(-1)).toBe('install')
})

test('a second check does nothing while the first is under way', async () => {
  const { updates, did } = prepare({ answers: [true, true] })
  await Promise.all([updates.check(), updates.check()])
  expect(did.filter((step) => step === 'check')).toHaveLength(1)
})

test('only a signed package with an address of updates is checked', () => {
  const { home } = tempHome()
  const resourcesPath = join(home, 'resources')
  mkdirSync(resourcesPath)
  const all = { isPackaged: true, resourcesPath, hasUpdates: true }
  expect(canUpdate(all)).toBe(false)
  writeFileSync(join(resourcesPath, 'app-update.yml'), 'provider: generic\n')
  expect(canUpdate(all)).toBe(true)
  expect(canUpdate({ ...all, isPackaged: false })).toBe(false)
  expect(canUpdate({ ...all, hasUpdates: false })).toBe(false)
})
