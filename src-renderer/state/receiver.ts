// Actions of the webhook receiver.
import type { CallInput } from '../../src-shared/desk/contract.ts'
import { ask } from '../data/desk.ts'
import { orNotify } from './notices.ts'

/** Reversible, so it is done at once. */
export const configureReceiver = async (input: CallInput<'webhooks.configure'>): Promise<boolean> => {
  const reply = await orNotify('The setting was not changed', ask('webhooks.configure', input))
  return reply.ok
}

export const setReportingProviders = (input: CallInput<'webhooks.setProviders'>) =>
  orNotify('The platforms were not changed', ask('webhooks.setProviders', input))

export const rotateSecret = (input: CallInput<'webhooks.rotateSecret'>) => ask('webhooks.rotateSecret', input)
export const replayDelivery = (input: CallInput<'webhooks.replay'>) => ask('webhooks.replay', input)
export const sendSample = (input: CallInput<'webhooks.sendSample'>) => ask('webhooks.sendSample', input)
export const checkReachable = (input: CallInput<'webhooks.check'>) => ask('webhooks.check', input)
