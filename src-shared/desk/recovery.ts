import { z } from 'zod'
import { EmptySchema } from './common.ts'
import { call } from './define.ts'

export const recoveryCalls = {
  /** `core-missing`: core.db is gone while the cache is full. Every other call fails until a person has chosen. */
  'desk.recovery': call({
    input: EmptySchema,
    output: z.object({
      state: z.enum(['none', 'core-missing']),
      dataFolder: z.string(),
      /** Where a backup is looked for. */
      backupsFolder: z.string(),
    }),
    reads: ['backups'],
  }),
  /** Looks into the backups folder again; the best backup there takes the place of core.db. */
  'desk.lookForBackups': call({ input: EmptySchema, output: z.object({ isFound: z.boolean() }), reads: [] }),
  /** Goes on with an empty desk. */
  'desk.startEmpty': call({ input: EmptySchema, output: EmptySchema, reads: [] }),
}
