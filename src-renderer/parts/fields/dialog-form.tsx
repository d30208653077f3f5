import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  readonly children: ReactNode
  /** Label of the button that submits; absent: there is nothing to submit. */
  readonly submit?: ReactNode
  readonly canSubmit: boolean
  readonly isBusy?: boolean
  /** The submit button has the focus at first, where no field has it. */
  readonly isSubmitFocused?: boolean
  readonly cancel?: string
  /** Before the buttons, in their row. */
  readonly aside?: ReactNode
  readonly onSubmit: () => void
  readonly onCancel: () => void
}

/** The form of a dialog: its fields, then the buttons. */
export const DialogForm = (props: Props) => {
  const { children, submit, canSubmit, isBusy = false, cancel = 'Cancel', aside, onSubmit, onCancel } = props
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (canSubmit && !isBusy) onSubmit()
      }}
    >
      <Stack gap={14}>
        {children}
        <Group gap="xs" justify="flex-end" align="flex-end">
          {aside}
          <Button variant="default" onClick={onCancel}>
            {cancel}
          </Button>
          {submit === undefined ? null : (
            <Button
              type="submit"
              data-autofocus={props.isSubmitFocused || undefined}
              loading={isBusy}
              disabled={!canSubmit}
            >
              {submit}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
