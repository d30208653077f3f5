import { z } from 'zod'

const LIMITS = ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum', 'minLength', 'maxLength', 'minItems']
const SHOWN = [...LIMITS, 'maxItems', 'default']
/** Whole numbers have these by themselves. */
const isOfType = (value: unknown): boolean => Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER

type JsonSchema = Readonly<Record<string, unknown>>

const limitsIn = (schema: JsonSchema, path: string): string[] => {
  const own = SHOWN.filter((name) => name in schema && !isOfType(schema[name]))
  const line = own.map((name) => `${name} ${JSON.stringify(schema[name])}`).join(', ')
  const inside = Object.entries(schema).flatMap(([name, value]) => {
    if (name === 'default' || typeof value !== 'object' || value === null) return []
    const step = ['properties', 'anyOf', 'oneOf', 'allOf'].includes(name)
      ? path
      : name === 'items'
        ? `${path}[]`
        : `${path}.${name}`
    return limitsIn(value as JsonSchema, step) // a part of a JSON schema, or a list of such parts
  })
  return [...(line === '' ? [] : [`${path}: ${line}`]), ...inside]
}

/** `path: limit value, …`, for each place of what a schema takes that has one. */
export const limitsOf = (schema: z.ZodType, path: string): string[] =>
  limitsIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }), path)
