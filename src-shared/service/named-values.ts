// Values by names that come from outside. `__proto__` and `constructor` are names like any other here: a record is built
// without a prototype and read by its own names only. `z.record` drops `__proto__`, and a plain lookup finds `constructor`
// in every object.

export const namedValues = <Value>(entries: Iterable<readonly [string, Value]>): Record<string, Value> => {
  const record = Object.create(null) as Record<string, Value> // nothing is in it yet
  for (const [name, value] of entries) record[name] = value
  return record
}

/** Undefined for a name that the record does not hold itself. */
export const namedValue = <Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
