// Playbooks: what a person saves, starts, confirms and skips. Nothing of it happens twice: the desk refuses what does not fit.
import type { CallInput } from '../../src-shared/desk/contract.ts'
import type { Playbook } from '../../src-shared/desk/playbooks.ts'
import { ask } from '../data/desk.ts'
import { isolate } from '../format/isolate.ts'
import { setParams } from './location.ts'
import { orNotify } from './notices.ts'
import { notifyWithUndo } from './undo.tsx'

export const startPlaybook = (playbookId: string, brandIds: readonly string[]) =>
  ask('playbooks.start', { playbookId, brandIds: [...brandIds] })

export const approveSteps = (input: CallInput<'playbooks.approveMany'>) => ask('playbooks.approveMany', input)
export const approveStep = (input: CallInput<'playbooks.approve'>) => ask('playbooks.approve', input)

type Target = { readonly runId: string; readonly index: number }

export const skipStep = (target: Target, reason: string) => ask('playbooks.skip', { ...target, reason })
export const retryStep = (target: Target) => orNotify('The step was not retried', ask('playbooks.retry', target))
export const decideStep = (target: Target, as: 'done' | 'failed') =>
  orNotify('The result was not saved', ask('playbooks.decide', { ...target, as }))
export const cancelRun = (runId: string) => orNotify('The run was not cancelled', ask('playbooks.cancel', { runId }))

export const savePlaybook = (input: CallInput<'playbooks.save'>) => ask('playbooks.save', input)

export const removePlaybook = async ({ id, name, description, steps }: Playbook): Promise<void> => {
  const reply = await orNotify(`${isolate(name)} was not removed`, ask('playbooks.remove', { id }))
  if (reply.ok)
    notifyWithUndo(
      `${isolate(name)} removed`,
      () => void orNotify('It was not saved again', savePlaybook({ name, description, steps })),
    )
}

/** What the place shows; nothing: the playbooks and their runs. */
const NOTHING = { open: '', playbook: '', edit: '', review: '', section: '' }
export const openRun = (id: string): void => setParams({ ...NOTHING, open: id })
export const openPlaybook = (id: string): void => setParams({ ...NOTHING, playbook: id })
/** `copy:` and an id: a copy of it; `new`: an empty one. */
export const openEditor = (edit: string): void => setParams({ ...NOTHING, edit })
/** The gates of several brands together; `key` is that of a group, or `all`. */
export const openReview = (key: string): void => setParams({ ...NOTHING, review: key })
export const openList = (): void => setParams(NOTHING)
