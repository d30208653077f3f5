import { TextInput, type TextInputProps } from '@mantine/core'
import { formatDay } from '../../format/time.ts'

type Props = Omit<TextInputProps, 'onChange'> & { readonly onChange: (text: string) => void }

/** A browser writes a day as its own language does: until it is edited, global.css shows this in its place. */
const writtenDay = ({ type, value }: Pick<TextInputProps, 'type' | 'value'>) =>
  type === 'date' && typeof value === 'string' && value !== '' ? { 'data-day': formatDay(value) } : {}

/** A line of text, a day or a time, told as its text. */
export const TextField = ({ onChange, ...props }: Props) => (
  <TextInput {...props} {...writtenDay(props)} onChange={(event) => onChange(event.currentTarget.value)} />
)
