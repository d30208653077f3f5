// What the command line asks the process that runs the desk, besides the desk's own calls.
import { z } from 'zod'

/** Who answers on the socket. */
export const HelloSchema = z.object({ shell: z.string(), pid: z.number().int(), version: z.string() })
export type Hello = z.infer<typeof HelloSchema>

/** The answer to `open`: a fresh address where the shell is a web page; null where it brought its window forward. */
export const OpenedSchema = z.object({ shell: z.string(), address: z.string().nullable() })
export type Opened = z.infer<typeof OpenedSchema>
