// Freezing thousands of people takes a while: it reports progress and can be cancelled.
import { randomUUID } from 'node:crypto'
import type { CallOutput, ParsedInput } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { Emit } from '../desk.ts'
import type { createFreeze } from './frozen.ts'

type FreezingsDeps = { readonly freeze: ReturnType<typeof createFreeze>; readonly emit: Emit }

const cancelled = () => new DeskError('cancelled', 'It was cancelled: the pitches were not prepared.')

export const createFreezings = ({ freeze, emit }: FreezingsDeps) => {
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
