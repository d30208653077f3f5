import type { z } from 'zod'
import type { ReadableDataset } from './datasets.ts'

type Call<Input extends z.ZodType, Output extends z.ZodType> = {
  readonly input: Input
  readonly output: Output
  /** What the reply is made of: `changed` with one of these makes it stale. Empty: an action, or an answer of the service. */
  readonly reads: readonly ReadableDataset[]
}

/** One request from a shell to the desk. Input is always parsed, output in development and tests. */
export const call = <Input extends z.ZodType, Output extends z.ZodType>(
  definition: Call<Input, Output>,
): Call<Input, Output> => definition

/** One message from the desk to its shells. */
export const event = <Schema extends z.ZodType>(schema: Schema): Schema => schema
