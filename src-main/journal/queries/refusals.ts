// What PostgreSQL refuses of the journal, whatever a desk believes.
import { DeskError } from '../../../src-shared/desk/errors.ts'
import type { RoomTeam } from '../../store/tables.ts'
import { REFUSED } from '../rules/refused.ts'

const conflict = (code: string, message: string) => () =>
  new DeskError('conflict', message, { issues: [{ path: 'id', code, message }] })

export const intentRefusals = {
  not_claimed_here: conflict(REFUSED.notClaimedHere, 'Another desk sends this, or this one lost its right to.'),
  never_ready_again: conflict(
    REFUSED.neverReadyAgain,
    'The desk that was sending this lost the right to send, so its outcome is unknown.',
  ),
  only_forward: conflict(
    REFUSED.neverReadyAgain,
    'This ended meanwhile, so it does not wait any more and is not sent. Nothing was changed.',
  ),
  intent_item_newer_pitch: conflict(
    'open-pitch',
    'A colleague pitched one of these contacts before this desk knew of it. Nothing was sent.',
  ),
  intent_item_open_pitch: conflict(
    'open-pitch',
    'A colleague has an open pitch to one of these contacts. Nothing was sent.',
  ),
} satisfies NonNullable<RoomTeam['refusals']>
