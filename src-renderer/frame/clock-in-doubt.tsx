import { Button } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'
import type { ClockState } from '../../src-shared/desk/clock.ts'
import { useDesk } from '../data/use-desk.ts'
import { plural } from '../format/numbers.ts'
import { formatDate } from '../format/time.ts'
import { useAction } from '../parts/use-action.ts'
import { orNotify } from '../state/notices.ts'
import { confirmClock } from '../state/recovery.ts'
import { Bar } from './bar.tsx'

const ClockLine = ({ clock: { now, daysAhead } }: { readonly clock: ClockState }) => {
  const { isBusy, run } = useAction()
  const confirm = () => orNotify('The date was not confirmed', run(confirmClock()))
  return (
    <Bar
      label="Clock"
      textRole="status"
      icon={<IconClockExclamation size={16} aria-hidden />}
      actions={
        <Button variant="default" loading={isBusy} onClick={() => void confirm()}>
          Confirm date
        </Button>
      }
    >
      <strong>
        {/* The year is always shown: it may be what is wrong. */}
        The clock says {formatDate(now, undefined, 0)}, {plural(daysAhead, 'day')} after the desk last ran.
      </strong>{' '}
      Nothing is deleted until you confirm. Is the date wrong? Correct the computer's clock instead.
    </Bar>
  )
}

/** Says that no delivery, preview or draft is deleted by its age until a person confirms the date. */
export const ClockInDoubt = () => {
  const clock = useDesk('desk.clock', {}).value
  return clock?.isInDoubt === true ? <ClockLine clock={clock} /> : null
}
