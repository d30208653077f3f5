import type { PreviewRow } from '../../src-shared/desk/composing.ts'
import type { Handlers } from '../../src-shared/desk/contract.ts'
import type { Emit } from '../desk.ts'
import { createFreezings } from './freezings.ts'
import { createFreeze, type Frozen } from './frozen.ts'
import { createMatchContacts } from './match-contacts.ts'
import { createRepeated } from './repeated.ts'
import { createRows, type RowsDeps } from './rows.ts'
import { createRenderer } from './rules/render.ts'
import { createTemplateHandlers } from './templates.ts'

export type ComposingDeps = Omit<RowsDeps, 'renderer'> & {
  readonly emit: Emit
  readonly frozen: Pick<Frozen, 'page' | 'prune'>
}

type ComposingCalls =
  | 'preview'
  | 'repeated'
  | 'freeze'
  | 'cancelFreeze'
  | 'frozen'
  | 'matchContacts'
  | 'template'
  | 'templates'
  | 'saveTemplate'
  | 'shareDraft'
  | 'removeTemplate'

export const createComposingHandlers = (deps: ComposingDeps): Pick<Handlers, `outreach.${ComposingCalls}`> => {
  const { store, clock, emit, frozen } = deps
  const compose = createRows({ ...deps, renderer: createRenderer() })
  const freezings = createFreezings({ freeze: createFreeze({ store, clock, compose }), emit })
  const repeated = createRepeated(deps)
  return {
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
}
