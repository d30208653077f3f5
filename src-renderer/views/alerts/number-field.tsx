import { NumberInput } from '@mantine/core'

type Props = {
  readonly label: string
  readonly description?: string
  readonly min: number
  readonly max: number
  readonly suffix?: string
  readonly hasDecimals?: boolean
}
type Filled = Props & { readonly value: number; readonly onChange: (value: number) => void }
type Optional = Props & { readonly value: number | null; readonly onChange: (value: number | null) => void }

const inputProps = ({ hasDecimals = false, suffix = '', ...rest }: Props) => ({
  ...rest,
  suffix,
  allowDecimal: hasDecimals,
  decimalScale: 1,
  allowNegative: false,
})

/** A threshold: while its field is empty, the last number counts. */
export const NumberField = ({ value, onChange, ...rest }: Filled) => (
  <NumberInput {...inputProps(rest)} value={value} onChange={(next) => typeof next === 'number' && onChange(next)} />
)

/** A threshold that may be left out. */
export const OptionalNumberField = ({ value, onChange, ...rest }: Optional) => (
  <NumberInput
    {...inputProps(rest)}
    placeholder="Not used"
    value={value ?? ''}
    onChange={(next) => onChange(typeof next === 'number' ? next : null)}
  />
)
