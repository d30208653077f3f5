import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { formatDay } from '../../format/time.ts'

type Props = Omit<TextInputProps, 'onChange'> & { readonly onChange: (text: string) => void }

/** A browser writes a day as its own language does: until it is edited, global.css shows this in its place. */
const writtenDay = ({ type, value }: Pick<TextInputProps, 'type' | 'value'>) =>
  type === 'date' && typeof value === 'string' ? { 'data-day': value === '' ? 'Choose a day' : formatDay(value) } : {}

/** `HH:MM` of `9:05`, `0905` or `09:05`; null: no time of a day. */
export const toTime = (text: string): string | null => {
  const [, hour = '', minute = ''] = /^(\d{1,2}):?(\d{2})$/.exec(text.trim()) ?? []
  return hour !== '' && Number(hour) < 24 && Number(minute) < 60 ? `${hour.padStart(2, '0')}:${minute}` : null
}

/** 24 hours, which a browser's own field does not have in each language. What is no time is left at the last one. */
const TimeField = ({ value, onChange, onBlur, ...props }: Props) => {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextInput
      {...props}
      inputMode="numeric"
      placeholder="09:00"
      value={typed ?? value}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        const time = toTime(text)
        if (time !== null) onChange(time)
      }}
      onBlur={(event) => {
        setTyped(null)
        onBlur?.(event)
      }}
    />
  )
}

/** A line of text, a day or a time, told as its text. */
export const TextField = ({ onChange, type, ...props }: Props) =>
  type === 'time' ? (
    <TimeField {...props} onChange={onChange} />
  ) : (
    <TextInput
      {...props}
      type={type}
      {...writtenDay({ type, value: props.value })}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
