// What is asked of the webhook receiver.
import type { CallInput, CallOutput } from '../../src-shared/desk/contract.ts'
import type { Reply } from '../../src-shared/desk/errors.ts'
import { ask, queries } from '../data/desk.ts'
import { notifyError } from './notices.ts'

const reloadStatus = () => queries.reload('webhooks.status', {})

/** Reversible, so it is done at once. */
export const configureReceiver = async (input: CallInput<'webhooks.configure'>): Promise<boolean> => {
  const reply = await ask('webhooks.configure', input)
  if (!reply.ok) notifyError('The setting was not changed', reply.error)
  await reloadStatus()
  return reply.ok
}

export const rotateSecret = async (
  input: CallInput<'webhooks.rotateSecret'>,
): Promise<Reply<CallOutput<'webhooks.rotateSecret'>>> => {
  const reply = await ask('webhooks.rotateSecret', input)
  if (reply.ok) await reloadStatus()
  return reply
}

export const replayDelivery = async (
  input: CallInput<'webhooks.replay'>,
): Promise<Reply<CallOutput<'webhooks.replay'>>> => {
  const reply = await ask('webhooks.replay', input)
  await queries.reload('webhooks.delivery', { id: input.id })
  return reply
}

export const sendSample = (input: CallInput<'webhooks.sendSample'>) => ask('webhooks.sendSample', input)
export const checkReachable = (input: CallInput<'webhooks.check'>) => ask('webhooks.check', input)
