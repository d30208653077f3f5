/** A reply's body as the service client hands it to the store. */
export const jsonBody = (value: unknown): ArrayBuffer => new TextEncoder().encode(JSON.stringify(value)).buffer
