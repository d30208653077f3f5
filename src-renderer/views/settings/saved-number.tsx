import { NumberInput } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { useEffect, useState } from 'react'

type Props = {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly suffix?: string
  readonly isNarrow?: boolean
  readonly save: (value: number) => unknown
}

/** A whole number that is saved when it is left or Enter is pressed, kept within its bounds. */
export const SavedNumber = ({ label, value, min, max, suffix = '', isNarrow = false, save }: Props) => {
  const [shown, setShown] = useState<number | string>(value)
  useEffect(() => setShown(value), [value])
  const commit = () => {
    const next = typeof shown === 'number' ? Math.min(max, Math.max(min, Math.round(shown))) : value
    setShown(next)
    if (next !== value) save(next)
  }
  return (
    <NumberInput
      aria-label={label}
      w={isNarrow ? 72 : 130}
      hideControls={isNarrow}
      {...{ min, max, suffix }}
      clampBehavior="blur"
      allowDecimal={false}
      value={shown}
      onChange={setShown}
      onBlur={commit}
      onKeyDown={getHotkeyHandler([['Enter', commit]])}
    />
  )
}
