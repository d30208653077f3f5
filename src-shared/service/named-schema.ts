import { z } from 'zod'
import { isObject, namedValues } from './named-values.ts'

/** What `z.record` is, of any name. */
export const namedSchema = <Value extends z.ZodType>(name: z.ZodString, value: Value) =>
  z
    .custom<Record<string, z.input<Value>>>(isObject, 'Invalid input: expected record')
    .transform((record, context): Record<string, z.output<Value>> => {
      const parsed = Object.entries(record).map(([key, raw]) => {
        const result = value.safeParse(raw)
        const issues = [...(name.safeParse(key).error?.issues ?? []), ...(result.error?.issues ?? [])]
        for (const { path, message } of issues) context.addIssue({ code: 'custom', path: [key, ...path], message })
        return [key, result.data as z.output<Value>] as const // of no use where an issue was added
      })
      return namedValues(parsed)
    })
