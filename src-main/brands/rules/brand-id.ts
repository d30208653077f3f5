import { randomBytes } from 'node:crypto'

/** A random id. The keychain account of the brand's key is named by it, so it exists before the row. */
export const newBrandId = (): string => `brand_${randomBytes(9).toString('base64url')}`
