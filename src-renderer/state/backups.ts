import type { CallOutput } from '../../src-shared/desk/contract.ts'
import type { Reply } from '../../src-shared/desk/errors.ts'
import { ask, queries } from '../data/desk.ts'

export const backUp = async (): Promise<Reply<CallOutput<'desk.backup'>>> => {
  const reply = await ask('desk.backup', {})
  if (reply.ok) await Promise.all([queries.reload('desk.about', {}), queries.reload('desk.backups', {})])
  return reply
}

/** The desk opens again; its event then loads the page anew. */
export const restoreBackup = (id: string): Promise<Reply<CallOutput<'desk.restore'>>> => ask('desk.restore', { id })
