import { constants, PerformanceObserver } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { collectAfterReply } from '../../../src-main/store/collect-replies.ts'

const MB = 1024 * 1024

test('new objects are collected once, after each megabyte of replies', async () => {
  let collected = 0
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { kind, flags } = (entry as unknown as { detail: { kind: number; flags: number } }).detail // of a collection
      const isForced = (flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) !== 0
      if (kind === constants.NODE_PERFORMANCE_GC_MINOR && isForced) collected += 1
    }
  })
  observer.observe({ entryTypes: ['gc'] })
  onTestFinished(() => observer.disconnect())
  const after = async (...replies: number[]): Promise<number> => {
    for (const bytes of replies) collectAfterReply(bytes)
    await setTimeout(50)
    return collected
  }
  const before = await after(MB) // whatever was read before
  expect(await after(MB / 2, MB / 2 - 1)).toBe(before)
  expect(await after(1)).toBe(before + 1)
  expect(await after(MB - 1)).toBe(before + 1)
  expect(await after(5 * MB)).toBe(before + 2)
})
