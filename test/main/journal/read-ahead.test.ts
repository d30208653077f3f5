// The next batch is read while the request of this one is under way: not after it, and not before the last checks of this
// one, which the reader would answer behind it.
import { expect, test } from 'vitest'
import type { JournalKind } from '../../../src-main/journal/kind.ts'
import { openJournal, pitches, queued } from '../../support/open-journal.ts'
import type { Answer } from '../../support/scripted-server.ts'

test('the next batch is read and checked while a request is under way, after the last check of its own', async () => {
  const steps: string[] = []
  const isNextRead = Promise.withResolvers<void>()
  const step = (name: string) => {
    steps.push(name)
    if (name === 'check 1') isNextRead.resolve()
  }
  const kind: JournalKind = {
    ...pitches,
    itemsToSkip: async ({ items: [first] }) => {
      step(`check ${Math.floor(first.item / 3)}`)
      return []
    },
  }
  const afterNextRead: Answer = (...asked) => void isNextRead.promise.then(() => queued(3)(...asked))
  const { journal, submit, statesOf, faults } = await openJournal([afterNextRead, queued(3)], kind)
  faults.are = (name, args) => {
    const { batch: read, events = [] } = args as { batch?: number; events?: { type: string; batch: number }[] } // by name
    if (name === 'intents.batchToSend') step(`read ${read}`)
    if (name === 'intents.applyAll') for (const { type, batch } of events) step(`${type} ${batch}`)
    return false
  }
  await journal.start()
  expect(new Set(await statesOf(await submit(5)))).toEqual(new Set(['confirmed']))
  expect(steps).toEqual([
    ...['read 0', 'check 0', 'begin 0', 'check 0'],
    ...['read 1', 'check 1', 'settle 0', 'begin 1', 'check 1'],
  ])
  await journal.close()
})
