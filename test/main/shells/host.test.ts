import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openHost } from '../../../src-main/shells/host.ts'
import { tempHome } from '../../support/temp-home.ts'

const open = (home: string) =>
  openHost({ home, shell: 'none', version: '1', compose: () => Promise.reject(new Error('it was composed')) })

test('a data folder that cannot be made is reported as such', async () => {
  const { home } = tempHome()
  writeFileSync(join(home, 'file'), '')
  const folder = join(home, 'file', 'desk')
  await expect(open(folder)).rejects.toMatchObject({ kind: 'storage', message: expect.stringContaining(folder) })
})

test('a data folder whose lock cannot be written is reported as such', async () => {
  const { home } = tempHome()
  mkdirSync(join(home, 'desk.lock'))
  await expect(open(home)).rejects.toMatchObject({ kind: 'storage', message: expect.stringContaining(home) })
})

test('a fault of the desk itself keeps its kind, and releases the lock', async () => {
  const { home } = tempHome()
  await expect(open(home)).rejects.toThrow('it was composed')
  await expect(open(home)).rejects.toThrow('it was composed')
})

test('a desk whose files could not be closed keeps its lock', async () => {
  const { home } = tempHome()
  const desk = { call: () => new Promise<never>(() => undefined), subscribe: () => () => undefined }
  const compose = async () => ({ ...desk, close: () => Promise.reject(new Error('still open')) })
  const host = await openHost({ home, shell: 'none', version: '1', compose })
  expect(await host?.close()).toBe(false)
  expect(await open(home)).toBeNull()
})

test('closing ends within its limit, regardless of what the desk does', async () => {
  const { home } = tempHome()
  const asked: string[] = []
  const stuck = { call: () => new Promise<never>(() => undefined), subscribe: () => () => undefined }
  const close = () => {
    asked.push('close')
    return new Promise<never>(() => undefined)
  }
  const compose = async () => ({ ...stuck, close })
  const host = await openHost({ home, shell: 'none', version: '1', closeWithinMs: 50, compose })
  expect(await host?.close()).toBe(false)
  expect(await host?.close()).toBe(false)
  expect(asked).toEqual(['close'])
})
