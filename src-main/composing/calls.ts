import { randomUUID } from 'node:crypto'
import type { PreviewRow } from '../../src-shared/desk/composing.ts'
import type { CallOutput, Handlers, ParsedInput } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { CallsOf } from '../../src-shared/desk/served-by.ts'
import type { Log } from '../base/log.ts'
import type { Emit } from '../desk.ts'
import type { DeleteOld } from '../settings/clock-guard.ts'
import { createFreeze, createFrozen } from './frozen.ts'
import { createMatchContacts } from './match-contacts.ts'
import { createRepeated } from './repeated.ts'
import { createRows, type RowsDeps } from './rows.ts'
import { createRenderer } from './rules/render.ts'
import { createTemplateHandlers } from './templates.ts'

// Freezing thousands of people takes a while: it reports progress and can be cancelled.

type FreezingsDeps = { readonly freeze: ReturnType<typeof createFreeze>; readonly emit: Emit }

const cancelled = () => new DeskError('cancelled', 'It was cancelled: the pitches were not prepared.')

const createFreezings = ({ freeze, emit }: FreezingsDeps) => {
  const underWay = new Map<string, AbortController>()
  return {
    /** Rejects with `conflict` if one with that id is running, and with `cancelled`. */
    freeze: async ({
      runId = randomUUID(),
      ...composition
    }: ParsedInput<'outreach.freeze'>): Promise<CallOutput<'outreach.freeze'>> => {
      if (underWay.has(runId)) throw new DeskError('conflict', 'These pitches are already being prepared.')
      const control = new AbortController()
      underWay.set(runId, control)
      const total = composition.recipients.length
      try {
        return await freeze({
          ...composition,
          signal: control.signal,
          onProgress: (progress) => emit('outreach.freezeProgress', { runId, ...progress, total }),
        })
      } finally {
        underWay.delete(runId)
      }
    },
    cancel: (runId: string): boolean => {
      const control = underWay.get(runId)
      control?.abort(cancelled())
      return control !== undefined
    },
  }
}

type ComposingDeps = Omit<RowsDeps, 'renderer'> & {
  readonly emit: Emit
  readonly deleteOld: DeleteOld
  readonly log: Log
}

/** Previews, and what is frozen of them to be sent. `frozen`: who sends takes it from there. */
export const createComposing = (deps: ComposingDeps) => {
  const { store, clock, emit, log } = deps
  const frozen = createFrozen(deps)
  const compose = createRows({ ...deps, renderer: createRenderer() })
  const freezings = createFreezings({ freeze: createFreeze({ store, clock, compose }), emit })
  const repeated = createRepeated(deps)
  const handlers: Pick<Handlers, CallsOf<'composing'>> = {
    'outreach.repeated': ({ recipients }) => repeated(recipients),
    'outreach.preview': async (input) => {
      const rows: PreviewRow[] = []
      for await (const row of compose(input)) rows.push(row)
      return { rows }
    },
    'outreach.freeze': async (input) => {
      await frozen.prune()
      const froze = await freezings.freeze(input)
      emit('changed', { brandIds: 'all', datasets: ['previews'] })
      return froze
    },
    'outreach.cancelFreeze': async ({ runId }) => ({ isCancelled: freezings.cancel(runId) }),
    'outreach.frozen': (input) => frozen.page(input),
    'outreach.matchContacts': createMatchContacts({ store, book: deps.book }),
    ...createTemplateHandlers({ store, clock, emit }),
  }
  return {
    handlers,
    frozen,
    start: (): void => {
      frozen.prune().catch((error: unknown) => log.warn({ err: error }, 'old previews could not be deleted'))
    },
  }
}
