import { expect, test } from 'vitest'
import { type ApplyBrandDeps, createApplyBrand, type Turn } from '../../../src-main/connectors/apply-brand.ts'
import { createOwnLists } from '../../../src-main/connectors/own-lists.ts'
import type { Catalog } from '../../../src-main/connectors/rules/permissions.ts'
import { DeskError, type ErrorKind } from '../../../src-shared/desk/errors.ts'

type Values = Readonly<Record<string, 'allow' | 'deny'>>
type Kept = Pick<Catalog, 'canManage' | 'syncEnabled'> & { readonly values: Values }

const catalogOf = ({ values, ...rest }: Kept): Catalog => {
  const tools = Object.entries(values).map(([name, effective]) => ({ name, effective }))
  return { ...rest, tools } as unknown as Catalog // what a change reads of it
}

const CHANGES = [
  { tool: 'send', from: 'deny', to: 'allow' },
  { tool: 'read', from: 'allow', to: 'allow' },
] as const
const BEFORE: Kept = { canManage: true, syncEnabled: false, values: { send: 'deny', read: 'allow' } }

type Given = {
  readonly before?: Partial<Kept>
  readonly after?: Partial<Kept> | null
  readonly error?: DeskError
  readonly turn?: Partial<Turn>
  readonly own?: Turn['own']
  readonly isOrganizationWide?: boolean
}

/** Applies the changes to a brand whose catalog is `before`, and `after` once they were sent; null: it cannot be read then. */
const applied = async ({ before, after, error, turn, own, isOrganizationWide = false }: Given) => {
  const sent: unknown[] = []
  const [first, second] = [catalogOf({ ...BEFORE, ...before }), catalogOf({ ...BEFORE, ...before, ...after })]
  const read = async () => {
    if (sent.length > 0 && after === null) throw new DeskError('network', 'Gone.')
    return { catalog: sent.length === 0 ? first : second }
  }
  const applyBrand = createApplyBrand({
    client: {
      request: async (_name: string, { body }: { body: unknown }, options: { beforeSend: () => Promise<void> }) => {
        await options.beforeSend()
        sent.push(body)
        if (error !== undefined) throw error
        return {}
      },
    },
    catalogs: { read, readAfter: read, watched: (_id: string, work: () => Promise<unknown>) => work() },
    brandOf: (id: string) => ({ id, name: 'Acme' }),
    signal: new AbortController().signal,
  } as unknown as ApplyBrandDeps) // what a change asks of them
  const planned = { brandId: 'b', isOrganizationWide, changes: CHANGES }
  const given = { isMoveAccepted: false, isWideAccepted: false, noteSending: async () => undefined, ...turn }
  const result = await applyBrand({ ...given, planned, own: own ?? createOwnLists(new Map()) } as unknown as Turn)
  return { ...result, sent: sent.length }
}

const ALLOWED = { values: { send: 'allow', read: 'allow' } } as const
const DONE = { state: 'applied', applied: [{ tool: 'send', from: 'deny', to: 'allow' }], moved: [], error: null }

test('what differs is sent, and has the result that the catalog shows afterwards', async () => {
  expect(await applied({ after: ALLOWED })).toMatchObject({ ...DONE, sent: 1, isSynced: false })
  expect(await applied({ after: {} })).toMatchObject({
    state: 'failed',
    applied: [],
    error: { message: expect.stringMatching(/1 of the changes were not applied.*\(send\)/) },
  })
  expect(await applied({ before: ALLOWED, turn: { isMoveAccepted: true } })).toMatchObject({
    state: 'unchanged',
    sent: 0,
  })
})

test.each<[ErrorKind, boolean]>([
  ['network', true],
  ['service', true],
  ['bad-response', true],
  ['unauthorized', false],
  ['invalid', false],
  ['conflict', false],
])('after an error of kind %s the catalog says whether it was applied: %s', async (kind, isLooked) => {
  const error = new DeskError(kind, 'No answer.')
  const failed = { state: 'failed', applied: [], error: { kind, message: 'No answer.' } }
  expect(await applied({ error, after: ALLOWED })).toMatchObject(isLooked ? DONE : failed)
  // Not applied, or unknown: the error is what a person reads.
  expect(await applied({ error, after: {} })).toMatchObject(failed)
  expect(await applied({ error, after: null })).toMatchObject(failed)
})

test('a key that may not change permissions is refused, before and after it is sent', async () => {
  const refused = {
    state: 'refused',
    error: { message: expect.stringMatching(/^Acme: its key belongs to a member\./) },
  }
  expect(await applied({ before: { canManage: false } })).toMatchObject({ ...refused, sent: 0 })
  expect(await applied({ error: new DeskError('forbidden', 'No.') })).toMatchObject({ ...refused, sent: 1 })
  const nothing = { before: { canManage: false, ...ALLOWED }, turn: { isMoveAccepted: true } }
  expect(await applied(nothing)).toMatchObject({ state: 'unchanged', sent: 0 })
})

test('a cell that moved since the plan is sent only where that was accepted, and a tool that is gone never', async () => {
  const moved = [{ tool: 'read', planned: 'allow', now: 'deny' }]
  const before = { values: { send: 'deny', read: 'deny' } } as const
  expect(await applied({ before, after: ALLOWED })).toMatchObject({ state: 'moved', moved, sent: 0 })
  expect(await applied({ before, after: ALLOWED, turn: { isMoveAccepted: true } })).toMatchObject({
    state: 'applied',
    moved,
    sent: 1,
  })
  const gone = await applied({ before: { values: { read: 'allow' } }, turn: { isMoveAccepted: true } })
  expect(gone).toMatchObject({ state: 'failed', sent: 0, error: { message: expect.stringContaining('send') } })
})

test('sync that came on since the plan widens the change, which a person accepts first', async () => {
  const given = { before: { syncEnabled: true }, after: ALLOWED }
  expect(await applied(given)).toMatchObject({ state: 'moved', moved: [], sent: 0, isSynced: true })
  expect(await applied({ ...given, turn: { isWideAccepted: true } })).toMatchObject({ ...DONE, isSynced: true })
  expect(await applied({ ...given, isOrganizationWide: true })).toMatchObject(DONE)
})

test('what the plan has set itself in a shared list has not moved', () => {
  const shared = (values: Values, syncEnabled = true) => catalogOf({ canManage: true, syncEnabled, values })
  const [before, after] = [shared({ send: 'deny', read: 'allow' }), shared({ send: 'allow', read: 'allow' })]
  const cells = new Map([['send', 'allow' as const]])
  const lists = createOwnLists(
    new Map([
      ['a', 'one'],
      ['b', 'one'],
      ['c', 'two'],
      ['d', null],
    ]),
  )
  expect(lists.cellsOf('a', after).size).toBe(0)
  lists.add('a', { before: shared({}, false), after, cells })
  expect(lists.cellsOf('a', after).size).toBe(0)
  lists.add('a', { before, after, cells })
  expect(['a', 'b', 'c', 'd'].map((id) => [...lists.cellsOf(id, after).keys()])).toEqual([
    ['send'],
    ['send'],
    [],
    ['send'],
  ])
  // Of the brand of which nothing was learned, the lists have to be the same.
  expect([...lists.cellsOf('d', before).keys()]).toEqual([])
  expect([...lists.cellsOf('b', before).keys()]).toEqual(['send'])
  expect([...lists.cellsOf('b', shared({ send: 'allow' }, false)).keys()]).toEqual([])
  lists.add('b', { before: after, after: shared({ send: 'allow', read: 'deny' }), cells: new Map([['read', 'deny']]) })
  expect([...lists.cellsOf('a', after)]).toEqual([
    ['send', 'allow'],
    ['read', 'deny'],
  ])
})
