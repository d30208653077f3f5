// Who waits for a commit of PostgreSQL does not wait where the mirror has it.
import { expect, test } from 'vitest'
import { mirroredUpTo } from '../../../../src-main/store/team/mirrored-up-to.ts'

type Team = Parameters<typeof mirroredUpTo>[0]

/** A mirror at this commit, and who listens for later ones. */
const mirrorAt = (position: number) => {
  const listeners = new Set<(state: { position: number }) => void>()
  const team = {
    state: () => ({ position }),
    onMirrored: (listener: (state: { position: number }) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  } as unknown as Team // what it reads
  const reach = (next: number) => {
    for (const listener of listeners) listener({ position: next })
  }
  return { team, listeners, reach }
}

test('a commit that the mirror has, as its last one too, is not waited for', async () => {
  for (const position of [7, 8]) {
    const { team, listeners } = mirrorAt(position)
    const waiting = mirroredUpTo(team, 7)
    expect(listeners.size).toBe(0)
    await waiting
  }
})

test('a later one is waited for until the mirror has it', async () => {
  const { team, listeners, reach } = mirrorAt(6)
  let isOver = false
  const waiting = mirroredUpTo(team, 8).then(() => {
    isOver = true
  })
  reach(7)
  await Promise.resolve()
  expect(isOver).toBe(false)
  reach(8)
  await waiting
  expect(listeners.size).toBe(0)
})
