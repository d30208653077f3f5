// core.db has two writing threads. A write that reads first waits for the other one, as one that begins with a write does.
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { newBrand, tempStore } from '../../support/temp-store.ts'

const HELD_MS = 400

const otherWriter = (file: string) => {
  const other = new Database(file)
  other.pragma('busy_timeout = 10000')
  return {
    hold: () => other.exec('BEGIN IMMEDIATE; UPDATE brand SET name = name'),
    commit: () => other.exec('COMMIT'),
    close: () => other.close(),
  }
}

test('a write that reads first waits until the other writing thread has committed', async () => {
  const { store, coreFile } = await tempStore()
  const other = otherWriter(coreFile)
  try {
    other.hold()
    setTimeout(other.commit, HELD_MS)
    const startedAt = performance.now()
    const brand = await store.write('brands.insert', newBrand('Acme'))
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(HELD_MS - 50)
    expect(await store.read('brands.list', {})).toMatchObject([{ id: brand.id }])
  } finally {
    other.close()
  }
})

test('writes that read first all succeed beside a thread that writes nearly all the time', async () => {
  const { store, coreFile } = await tempStore()
  const other = otherWriter(coreFile)
  let isOver = false
  const commits = (async () => {
    while (!isOver) {
      other.hold()
      await sleep(20)
      other.commit()
      await sleep(1)
    }
  })()
  try {
    const names = Array.from({ length: 30 }, (_, at) => `Brand ${at}`)
    await Promise.all(names.map((name) => store.write('brands.insert', newBrand(name))))
    expect(await store.read('brands.list', {})).toHaveLength(30)
  } finally {
    isOver = true
    await commits
    other.close()
  }
})
