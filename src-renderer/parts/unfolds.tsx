import { type ReactNode, useState } from 'react'

type Props = {
  readonly summary: ReactNode
  readonly children: () => ReactNode
  readonly isOpen?: boolean
  readonly className?: string | undefined
  readonly summaryClassName?: string | undefined
}

/** Its content is made when it opens: a closed `details` element with hundreds of rows costs as much as an open one. */
export const Unfolds = ({ summary, children, isOpen = false, className, summaryClassName }: Props) => {
  const [isMade, setMade] = useState(isOpen)
  return (
    <details open={isOpen} className={className} onToggle={({ currentTarget }) => setMade(currentTarget.open)}>
      <summary className={summaryClassName}>{summary}</summary>
      {isMade ? children() : null}
    </details>
  )
}
