// Who did something and when, in a team. A desk alone has one person: the fields are absent.
import { z } from 'zod'
import { InstantSchema } from '../common.ts'

export const PersonRefSchema = z.object({ login: z.string(), name: z.string() })
export type PersonRef = z.infer<typeof PersonRefSchema>

/** The last change; null: before there was a team. */
export const changedFields = {
  changedBy: PersonRefSchema.nullable().optional(),
  changedAt: InstantSchema.nullable().optional(),
}
