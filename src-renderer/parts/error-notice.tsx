import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { DeskErrorValue } from '../../src-shared/desk/errors.ts'
import { errorText, issueLines, nextStepOf, safeDetails } from '../format/errors.ts'
import { copyText } from '../state/notices.ts'
import { Notice } from './notice.tsx'

type Props = {
  /** Absent: nothing failed, and nothing is shown. */
  readonly error: DeskErrorValue | null | undefined
  /** What did not happen. */
  readonly title?: string
  /** The one next action. */
  readonly action?: ReactNode
  readonly onRetry?: () => void
}

/** An error as it is always shown: what happened, the service's own text, one next step, details to copy. */
export const ErrorNotice = ({ error, title, action, onRetry }: Props) => {
  if (error == null) return null
  const serviceText = error.detail?.serviceText
  return (
    <Notice
      tone="bad"
      role="alert"
      actions={
        <>
          {action}
          {onRetry === undefined ? null : (
            <Button variant="default" onClick={onRetry}>
              Try again
            </Button>
          )}
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconCopy size={14} />}
            onClick={() => copyText(safeDetails(error), 'Details copied')}
          >
            Copy details
          </Button>
        </>
      }
    >
      {title === undefined ? null : <strong>{title}</strong>}
      <div>{errorText(error)}</div>
      {serviceText === undefined || error.message.includes(serviceText) ? null : (
        <div>The service said: “{serviceText}”</div>
      )}
      {issueLines(error).map((line) => (
        <div key={line}>{line}</div>
      ))}
      <div>{nextStepOf(error)}</div>
    </Notice>
  )
}
