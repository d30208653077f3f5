import { DeskError } from '../../../src-shared/desk/errors.ts'
import { keepVersion } from '../../visibility/keep-version.ts'
import { ingestInterval, ingestModels, readTeamId } from '../../visibility/public.ts'
import type { SyncDataset } from './dataset.ts'

/**
 * AI models and refresh interval. The path of the model list is an open point: where it fails, the interval is read all
 * the same, then the failure is reported. Returns how many models there are.
 */
export const syncVisibility: SyncDataset = async ({ brandId, clock, store, signal, fetchBody, changed }) => {
  const teamId = await readTeamId(store, { brandId })
  if (teamId === null)
    throw new DeskError('unauthorized', "The brand's team is unknown. Check its key first.", { brandId })
  const models = async () => {
    const reply = await fetchBody('aiModels.list', { query: { teamId } })
    signal.throwIfAborted() // nothing is stored once the sync was cancelled
    return ingestModels(store, { brandId, ...reply, fetchedAtMs: clock.now() }, [reply.body])
  }
  const interval = async () => {
    const reply = await fetchBody('aiModels.refreshInterval', { query: { teamId } })
    signal.throwIfAborted() // nothing is stored once the sync was cancelled
    await ingestInterval(store, { brandId, ...reply, fetchedAtMs: clock.now() }, [reply.body])
  }
  const [read, set] = await Promise.allSettled([models(), interval()])
  signal.throwIfAborted()
  await keepVersion(store, brandId, false)
  changed(['visibility'])
  if (read.status === 'rejected') throw read.reason
  if (set.status === 'rejected') throw set.reason
  return read.value
}
