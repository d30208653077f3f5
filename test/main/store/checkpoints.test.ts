import { statSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createCheckpoints } from '../../../src-main/store/open.ts'
import { tempHome } from '../../support/temp-home.ts'
import { tempStore } from '../../support/temp-store.ts'

describe('when', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('many writes at once cause one checkpoint, and the next write another', async () => {
    const checkpoint = vi.fn(async () => undefined)
    const { noteWrite } = createCheckpoints(checkpoint)
    for (let write = 0; write < 100; write += 1) noteWrite()
    expect(checkpoint).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(checkpoint).toHaveBeenCalledTimes(1)
    noteWrite()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(checkpoint).toHaveBeenCalledTimes(2)
  })

  test('a checkpoint that fails is tried again with the next write', async () => {
    const checkpoint = vi.fn(async () => {
      throw new Error('disk full')
    })
    const { noteWrite } = createCheckpoints(checkpoint)
    noteWrite()
    await vi.advanceTimersByTimeAsync(60_000)
    noteWrite()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(checkpoint).toHaveBeenCalledTimes(2)
  })

  test('no checkpoint runs after the end', async () => {
    const checkpoint = vi.fn(async () => undefined)
    const { noteWrite, close } = createCheckpoints(checkpoint)
    noteWrite()
    close()
    noteWrite()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(checkpoint).not.toHaveBeenCalled()
  })
})

test('a large commit stays in the WAL until the checkpoint, and is in core.db afterwards', async () => {
  const home = tempHome()
  const { store } = await tempStore(home)
  await store.write('core.checkpoint', {})
  const before = statSync(home.coreFile).size
  const value = 'x'.repeat(8_000_000)
  await store.write('settings.set', { key: 'large', value })
  expect(statSync(home.coreFile).size).toBe(before)
  await store.write('core.checkpoint', {})
  expect(statSync(home.coreFile).size).toBeGreaterThan(value.length)
})
