import { Button } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'
import { useState } from 'react'
import type { ClockState } from '../../src-shared/desk/clock.ts'
import { useDesk } from '../data/use-desk.ts'
import { plural } from '../format/numbers.ts'
import { formatDate } from '../format/time.ts'
import { confirmClock } from '../state/desk-clock.ts'
import { notifyError } from '../state/notices.ts'
import classes from './banner.module.css'

const Line = ({ clock: { now, daysAhead } }: { readonly clock: ClockState }) => {
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    const reply = await confirmClock()
    setBusy(false)
    if (!reply.ok) notifyError('The date was not confirmed', reply.error)
  }
  return (
    <section className={classes.banner} aria-label="Clock">
      <IconClockExclamation size={16} aria-hidden />
      <span className={classes.text} role="status">
        <strong>
          The clock says {formatDate(now)}, {plural(daysAhead, 'day')} after the desk last ran.
        </strong>{' '}
        Nothing is deleted until you confirm. Is the date wrong? Correct the computer's clock instead.
      </span>
      <Button variant="default" loading={isBusy} onClick={() => void confirm()}>
        Confirm date
      </Button>
    </section>
  )
}

/** Says that no delivery, preview or draft is deleted by its age until a person confirms the date. */
export const ClockInDoubt = () => {
  const clock = useDesk('desk.clock', {}).value
  return clock?.isInDoubt === true ? <Line clock={clock} /> : null
}
