// Assistants on this machine: what they may read. Each change takes effect at once.
import type { CallInput } from '../../src-shared/desk/contract.ts'
import { ask } from '../data/desk.ts'
import { orNotify } from './notices.ts'

export const configureAssistants = (change: CallInput<'mcp.configure'>) =>
  orNotify('The setting was not changed', ask('mcp.configure', change))

/** The new token, or null where the desk refused. */
export const newAssistantToken = async (): Promise<string | null> => {
  const reply = await orNotify('No token was made', ask('mcp.newToken', {}))
  return reply.ok ? reply.value.token : null
}
