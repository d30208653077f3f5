import { DeskError } from '../../src-shared/desk/errors.ts'

/** Names the field of the input that cannot be as it is. */
export const invalidField = (path: string, message: string, sentence: string): DeskError =>
  new DeskError('invalid', sentence, { issues: [{ path, message }] })
