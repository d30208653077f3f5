import type { z } from 'zod'

/** One request from a shell to the desk. Input is always parsed, output in development and tests. */
export const call = <Input extends z.ZodType, Output extends z.ZodType>(definition: { input: Input; output: Output }) =>
  definition

/** One message from the desk to its shells. */
export const event = <Schema extends z.ZodType>(schema: Schema): Schema => schema
