// What happened to the copy that a person has to know of. The thread tells it, so none is lost while the desk starts.
import { basename } from 'node:path'
import type { StoreNotice } from '../rpc.ts'

/** Changes made without a connection that are not allowed any more: they are not in core.db either. */
export const notTaken = (changes: number): StoreNotice => ({
  what: 'changes-dropped',
  level: 'warning',
  title: 'Changes made offline were not stored',
  message: `${changes} ${changes === 1 ? 'change' : 'changes'} that you made without a connection ${changes === 1 ? 'is' : 'are'} not allowed any more: your role or your brands changed meanwhile. The desk shows what the team has.`,
})

export const otherHistory = (backupFile: string): StoreNotice => ({
  what: 'other-history',
  level: 'warning',
  title: "The team's database has another history",
  message: `The team's database was restored from an older backup, or another server took over that had not received all. The desk copied what the team has now. What it had before is in the backup ${basename(backupFile)}. Check what was sent since before you send again.`,
})
