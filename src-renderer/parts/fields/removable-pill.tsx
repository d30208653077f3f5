import { Pill } from '@mantine/core'

type Props = {
  readonly text: string
  /** The accessible name of its button. */
  readonly removeLabel: string
  readonly isDisabled?: boolean
  readonly onRemove: () => void
}

/** A chosen value, with a button that takes it out of the choice. */
export const RemovablePill = ({ text, removeLabel, isDisabled = false, onRemove }: Props) => (
  <Pill
    withRemoveButton
    title={text}
    onRemove={onRemove}
    removeButtonProps={{ 'aria-label': removeLabel, 'aria-hidden': false, tabIndex: 0, disabled: isDisabled }}
  >
    {text}
  </Pill>
)
