import { TextInput, type TextInputProps } from '@mantine/core'

type Props = Omit<TextInputProps, 'onChange'> & { readonly onChange: (text: string) => void }

/** A line of text, a day or a time, told as its text. */
export const TextField = ({ onChange, ...props }: Props) => (
  <TextInput {...props} onChange={(event) => onChange(event.currentTarget.value)} />
)
