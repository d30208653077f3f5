import { expect, test } from 'vitest'
import { type Addressee, withPeople } from '../../../src-renderer/state/compose/compose.ts'
import { chunkOrder, createPreviewer } from '../../../src-renderer/state/compose/preview.ts'
import type { CallInput, CallOutput } from '../../../src-shared/desk/contract.ts'
import type { Reply } from '../../../src-shared/desk/errors.ts'

type Input = CallInput<'outreach.preview'>
type Answer = Reply<CallOutput<'outreach.preview'>>

const peopleOf = (count: number): readonly Addressee[] =>
  withPeople(
    [],
    Array.from({ length: count }, (_, index) => ({ brandId: 'a', contactId: String(index) })),
  ).people

const answerTo = ({ template, recipients }: Input): Answer => ({
  ok: true,
  value: {
    rows: recipients.map(({ brandId, contactId }) => ({
      brandId,
      contactId,
      name: null,
      email: null,
      domain: null,
      subject: `${template.subject} ${contactId}`,
      body: template.body,
      subjectCharacters: 1,
      bodyCharacters: 1,
      blockers: contactId === '1' ? [{ code: 'suppressed', message: 'not this one' }] : [],
      warnings: [],
    })),
  },
})

/** A previewer whose pauses are over at once and whose answers come when the test says so. */
const setUp = (chunkSize = 2) => {
  const asked: { input: Input; reply: (answer?: Answer) => void }[] = []
  const repeated: { contacts: string[]; reply: (indexes: number[]) => void }[] = []
  const previewer = createPreviewer({
    chunkSize,
    askRepeated: (recipients) =>
      new Promise((resolve) =>
        repeated.push({
          contacts: recipients.map(({ contactId }) => contactId),
          reply: (indexes) =>
            resolve({ ok: true, value: { repeated: indexes.map((index) => ({ index, message: `twice: ${index}` })) } }),
        }),
      ),
    ask: (input) =>
      new Promise((resolve) => asked.push({ input, reply: (answer = answerTo(input)) => resolve(answer) })),
    later: (run) => {
      run()
      return () => {}
    },
  })
  const subjects = () => [...previewer.store.getState().rows.values()].map((row) => row.subject)
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  return { asked, previewer, subjects, turn, repeated }
}
const words = (subject: string) => ({ subject, body: 'b' })

test('the visible recipient is previewed first, then all others, one call at a time', async () => {
  const { asked, previewer, subjects, turn } = setUp()
  previewer.update({ template: words('hi'), people: peopleOf(5), at: 3 })
  expect(asked.map(({ input }) => input.recipients.map((one) => one.contactId))).toEqual([['2', '3']])
  asked[0]?.reply()
  await turn()
  expect(subjects()).toEqual(['hi 2', 'hi 3'])
  asked[1]?.reply()
  await turn()
  asked[2]?.reply()
  await turn()
  expect(asked.flatMap(({ input }) => input.recipients.map((one) => one.contactId))).toEqual(['2', '3', '4', '0', '1'])
  const { seen, isAsking, done } = previewer.store.getState()
  expect({ seen: seen.size, isAsking, done }).toEqual({ seen: 5, isAsking: false, done: 5 })
  expect([...seen.values()].filter(({ blockers }) => blockers.length > 0)).toHaveLength(1)
})

test('a reply to an older text is dropped, and the shown rows stay until newer ones arrive', async () => {
  const { asked, previewer, subjects, turn } = setUp()
  const people = peopleOf(1)
  previewer.update({ template: words('one'), people, at: 0 })
  asked[0]?.reply()
  await turn()
  previewer.update({ template: words('two'), people, at: 0 })
  previewer.update({ template: words('three'), people, at: 0 })
  asked[1]?.reply()
  await turn()
  expect(subjects()).toEqual(['one 0'])
  asked[2]?.reply()
  await turn()
  expect(subjects()).toEqual(['three 0'])
})

test('a distant recipient is previewed when scrolled into view', async () => {
  const { asked, previewer, subjects, turn } = setUp()
  const people = peopleOf(4)
  previewer.update({ template: words('hi'), people, at: 0 })
  for (const index of [0, 1]) {
    asked[index]?.reply()
    await turn()
  }
  expect(asked).toHaveLength(2)
  previewer.update({ template: words('hi'), people, at: 3 })
  asked[2]?.reply()
  await turn()
  expect(subjects()).toEqual(['hi 2', 'hi 3'])
})

test('a failure is shown, and the next change retries', async () => {
  const { asked, previewer, turn } = setUp()
  const people = peopleOf(3)
  previewer.update({ template: words('hi'), people, at: 0 })
  asked[0]?.reply({ ok: false, error: { kind: 'service', message: 'no' } })
  await turn()
  expect(previewer.store.getState()).toMatchObject({ error: { message: 'no' }, isAsking: false })
  expect(asked).toHaveLength(1)
  previewer.retry()
  asked[1]?.reply()
  await turn()
  expect(previewer.store.getState().error).toBeNull()
})

test('many changes of checked data refresh the preview once, and not without recipients', async () => {
  const waits: (() => void)[] = []
  const asked: Input[] = []
  const previewer = createPreviewer({
    askRepeated: async () => ({ ok: true, value: { repeated: [] } }),
    ask: async (input) => {
      asked.push(input)
      return answerTo(input)
    },
    later: (run) => {
      waits.push(run)
      return () => {}
    },
  })
  const passAll = () => {
    for (const run of waits.splice(0)) run()
  }
  previewer.outdate()
  expect(waits).toEqual([])
  previewer.update({ template: words('hi'), people: peopleOf(2), at: 0 })
  passAll()
  for (let change = 0; change < 5; change += 1) previewer.outdate()
  expect(waits).toHaveLength(1)
  passAll()
  passAll()
  expect(asked).toHaveLength(2)
})

test('a removed recipient is dropped', async () => {
  const { asked, previewer, turn } = setUp()
  const people = peopleOf(2)
  previewer.update({ template: words('hi'), people, at: 0 })
  asked[0]?.reply()
  await turn()
  previewer.update({ template: words('hi'), people: people.slice(1), at: 0 })
  expect([...previewer.store.getState().seen.keys()]).toEqual([people[1]?.id])
  previewer.update({ template: words('hi'), people: [], at: 0 })
  expect(previewer.store.getState()).toMatchObject({ seen: new Map(), rows: new Map(), isAsking: false })
})

test.each([
  [5, 0, 2, [0, 2, 4]],
  [5, 3, 2, [2, 4, 0]],
  [0, 0, 2, []],
])('%i people, at %i, chunks of %i', (total, at, size, order) => {
  expect(chunkOrder(total, at, size)).toEqual(order)
})

test('duplicates are checked over all recipients at once, and marked when the answer arrives', async () => {
  const { asked, previewer, repeated, turn } = setUp()
  const people = peopleOf(5)
  const twice = () =>
    people
      .filter(({ id }) =>
        previewer.store
          .getState()
          .seen.get(id)
          ?.blockers.some(({ message }) => message.startsWith('twice')),
      )
      .map(({ contactId }) => contactId)
  previewer.update({ template: words('a'), people, at: 0 })
  expect(repeated.map(({ contacts }) => contacts)).toEqual([['0', '1', '2', '3', '4']])
  asked[0]?.reply()
  await turn()
  expect(twice()).toEqual([])
  repeated[0]?.reply([1, 4])
  await turn()
  expect(twice()).toEqual(['1'])
  asked[1]?.reply()
  await turn()
  asked[2]?.reply()
  await turn()
  expect(twice()).toEqual(['1', '4'])

  // Another text does not change it; other people do, and a reply about the previous ones is dropped.
  previewer.update({ template: words('b'), people, at: 0 })
  expect(repeated).toHaveLength(1)
  previewer.update({ template: words('b'), people: people.slice(0, 4), at: 0 })
  expect(repeated).toHaveLength(2)
  previewer.update({ template: words('b'), people: people.slice(0, 2), at: 0 })
  repeated[1]?.reply([0])
  asked.at(-1)?.reply()
  await turn()
  expect(repeated).toHaveLength(2)
  expect(twice()).toEqual([])
})
