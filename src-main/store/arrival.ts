// A row of inbox.db. The receiver's thread loads this file, so it imports nothing.

/** A delivery as a row of `arrival`. `headers` are JSON. */
export type Arrival = {
  readonly brandId: string
  readonly receivedAtMs: number
  readonly status: string
  readonly event: string | null
  readonly slug: string | null
  readonly title: string | null
  readonly reason: string | null
  readonly secretUsed: string
  readonly bytes: number
  readonly path: string
  readonly headers: string
  readonly body: Uint8Array
}

const FIELDS = [
  'brandId',
  'receivedAtMs',
  'status',
  'event',
  'slug',
  'title',
  'reason',
  'secretUsed',
  'bytes',
  'path',
  'headers',
  'body',
] as const satisfies readonly (keyof Arrival)[]
const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
export const ARRIVAL_COLUMNS = FIELDS.map(columnOf).join(', ')
export const PLACES = FIELDS.map(() => '?').join(', ')

/** Binds the values in the order of the columns, which is the cheapest way. */
export const ARRIVAL_INSERT = `INSERT INTO arrival (${ARRIVAL_COLUMNS}) VALUES (${PLACES})`
/** In the order of `FIELDS`; written out, because a loop over names costs a sender more. */
export const arrivalValues = (arrival: Arrival): unknown[] => [
  arrival.brandId,
  arrival.receivedAtMs,
  arrival.status,
  arrival.event,
  arrival.slug,
  arrival.title,
  arrival.reason,
  arrival.secretUsed,
  arrival.bytes,
  arrival.path,
  arrival.headers,
  arrival.body,
]
