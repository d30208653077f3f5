import { DeskError } from '../../src-shared/desk/errors.ts'

/** The brand's key is not confirmed for the current service address. */
export const isAddressChange = (error: unknown): boolean =>
  error instanceof DeskError && error.detail?.addressChange !== undefined
