import type { PreviewRow } from '../../src-shared/desk/composing.ts'
import type { Handlers } from '../../src-shared/desk/contract.ts'
import type { CallsOf } from '../../src-shared/desk/served-by.ts'
import type { Log } from '../base/log.ts'
import type { Emit } from '../desk.ts'
import type { DeleteOld } from '../settings/clock-guard.ts'
import { createFreezings } from './freezings.ts'
import { createFreeze, createFrozen } from './frozen.ts'
import { createMatchContacts } from './match-contacts.ts'
import { createRepeated } from './repeated.ts'
import { createRows, type RowsDeps } from './rows.ts'
import { createRenderer } from './rules/render.ts'
import { createTemplateHandlers } from './templates.ts'

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
