import { z } from 'zod'

/** A whole number of something counted; the service may send it as any finite number. */
export const CountSchema = z.number().finite()
/** A number that a reply may leave out or null, read as null. */
export const OptionalNumberSchema = z.number().finite().nullish()
/** A text that a reply may leave out or null. */
export const OptionalTextSchema = z.string().nullish()

/** A calendar day, YYYY-MM-DD, that exists. */
export const DaySchema = z.iso.date()

/** Brand-scoped requests with a key need no teamId; it is sent only where the interface requires it. */
export const TeamQuerySchema = z.object({ teamId: z.string().min(1).optional() })

/** A reply that lists things: the field that holds them, and a cursor to follow where one is given. */
export const listing = <Item extends z.ZodType>(item: Item) =>
  z.looseObject({ items: z.array(item), nextCursor: z.string().nullish() })

/** Query of a listing: the cursor of the page before, where the service gave one. */
export const CursorQuerySchema = TeamQuerySchema.extend({ cursor: z.string().optional() })
