import { ask } from '../data/desk.ts'

export const backUp = () => ask('desk.backup', {})

/** The desk opens again; its event then loads the page anew. */
export const restoreBackup = (id: string) => ask('desk.restore', { id })
