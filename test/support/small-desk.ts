import { createDispatch, createEvents } from '../../src-main/desk.ts'
import type { Handlers } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'

export const SMALL_BRANDS = ['Acme', 'Über Tea', 'Acme'].map((name, index) => ({
  id: `b${index}`,
  name,
  slug: `brand-${index}`,
  colour: '#1c7ed6',
  tags: [],
  pinned: false,
  teamId: null,
  keyState: 'ok' as const,
  keyIn: null,
  keyOrigin: null,
  keyAge: null,
  demo: false,
  createdAt: '2026-01-01T00:00:00.000Z',
}))

/** The real dispatch over a few handlers, for tests of the shells alone. */
export const createSmallDesk = (handlers: Partial<Handlers> = {}) => {
  const { emit, subscribe } = createEvents()
  const all: Partial<Handlers> = {
    'brands.list': () => ({ brands: SMALL_BRANDS }),
    'brands.check': () => {
      throw new DeskError('unauthorized', 'The service refused the key of Acme.', { status: 401 })
    },
    ...handlers,
  }
  const unexpected: unknown[] = []
  const call = createDispatch({
    handlers: all as Handlers, // the calls of these tests have theirs
    checkOutput: true,
    onUnexpected: (_name, error) => unexpected.push(error),
  })
  return { call, subscribe, emit, resumeIntents: async () => {}, close: async () => {}, unexpected }
}
