import { DeskError } from '../../src-shared/desk/errors.ts'

/** An error that names the invalid field of the input. */
export const invalidField = (path: string, message: string, sentence: string): DeskError =>
  new DeskError('invalid', sentence, { issues: [{ path, message }] })
