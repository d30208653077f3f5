import { DeskError } from '../../../src-shared/desk/errors.ts'

/** What a call about a team answers on a desk that works alone. */
export const alone = (): DeskError =>
  new DeskError(
    'conflict',
    'This desk is not in a team. Set one up with `desk team init`, or join one with `desk team join`.',
  )
