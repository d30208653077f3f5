// Assistants, the command line and the window are written for these limits: one changes together with limits.txt
// (`npx vitest run test/shared/desk/limits.test.ts -u`).
import { expect, test } from 'vitest'
import { z } from 'zod'
import { CALL_NAMES, calls } from '../../../src-shared/desk/contract.ts'

const LIMITS = ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum', 'minLength', 'maxLength', 'minItems']
const SHOWN = [...LIMITS, 'maxItems', 'default']
/** Whole numbers have these by themselves. */
const isOfType = (value: unknown): boolean => Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER

type Schema = Readonly<Record<string, unknown>>

/** `path: limit value, …`, for each place of a schema that has one. */
const limitsOf = (schema: Schema, path: string): string[] => {
  const own = SHOWN.filter((name) => name in schema && !isOfType(schema[name]))
  const line = own.map((name) => `${name} ${JSON.stringify(schema[name])}`).join(', ')
  const inside = Object.entries(schema).flatMap(([name, value]) => {
    if (name === 'default' || typeof value !== 'object' || value === null) return []
    const step = ['properties', 'anyOf', 'oneOf', 'allOf'].includes(name)
      ? path
      : name === 'items'
        ? `${path}[]`
        : `${path}.${name}`
    return limitsOf(value as Schema, step) // a part of a JSON schema, or a list of such parts
  })
  return [...(line === '' ? [] : [`${path}: ${line}`]), ...inside]
}

test('what a call takes has the limits and defaults that are written down', async () => {
  const lines = CALL_NAMES.flatMap((name) =>
    limitsOf(z.toJSONSchema(calls[name].input, { io: 'input', unrepresentable: 'any', reused: 'inline' }), name),
  )
  await expect(`${[...new Set(lines)].join('\n')}\n`).toMatchFileSnapshot('limits.txt')
})
