import { IconAlertTriangle } from '@tabler/icons-react'
import { useMessages } from '../state/messages.ts'
import { openDialog } from '../state/ui.ts'
import classes from './rail.module.css'

/** The way to warnings and errors whose notice has closed. */
export const MessageCount = () => {
  const count = useMessages(({ list }) => list.length)
  if (count === 0) return null
  return (
    <button
      type="button"
      className={classes.messages}
      // It comes later than the others: the rail stays one stop.
      tabIndex={-1}
      title="Show messages"
      onClick={() => openDialog('messages')}
    >
      <IconAlertTriangle size={16} aria-hidden />
      {count} <span className={classes.messageWord}>{count === 1 ? 'message' : 'messages'}</span>
    </button>
  )
}
