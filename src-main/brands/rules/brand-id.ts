import { randomBytes } from 'node:crypto'

/** An id that says nothing about the brand; the account of its key is named by it, so it stands before the row does. */
export const newBrandId = (): string => `brand_${randomBytes(9).toString('base64url')}`
