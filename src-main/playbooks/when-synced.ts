import type { DeskEvent } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { datasetNames } from '../../src-shared/desk/values/playbook-labels.ts'
import { type Ask, done, failed, type Outcome } from './steps/step-kind.ts'

export type Subscribe = (listener: (event: DeskEvent) => void) => () => void

const isOf = (event: DeskEvent, brandId: string): boolean =>
  event.name === 'sync.progress' && (event.payload.pair === undefined || event.payload.pair.brandId === brandId)

/** Waits until these datasets of a brand are neither queued nor running; rejects with `cancelled` when the desk closes. */
export const createWhenSynced =
  ({ ask, subscribe, closing }: { ask: Ask; subscribe: Subscribe; closing: AbortSignal }) =>
  async (brandId: string, datasets: readonly string[]): Promise<Outcome> => {
    let moved = Promise.withResolvers<void>()
    const stop = subscribe((event) => {
      if (isOf(event, brandId)) moved.resolve()
    })
    const end = () => moved.resolve()
    closing.addEventListener('abort', end, { once: true })
    try {
      for (;;) {
        if (closing.aborted) throw new DeskError('cancelled', 'The desk is closing.')
        moved = Promise.withResolvers()
        const { rows } = await ask('sync.status', { brandIds: [brandId] })
        const own = rows.filter(({ dataset }) => datasets.includes(dataset))
        const open = own.filter(({ state }) => state === 'queued' || state === 'running')
        if (open.length === 0) {
          const bad = own.filter(({ state }) => state !== 'ok')
          if (bad.length === 0) return done('Synced.')
          const texts = bad.map(({ dataset, error }) => `${datasetNames([dataset])}: ${error?.message ?? 'cancelled'}`)
          return failed(texts.join(' '))
        }
        await moved.promise
      }
    } finally {
      stop()
      closing.removeEventListener('abort', end)
    }
  }
