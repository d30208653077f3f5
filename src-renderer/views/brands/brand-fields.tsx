import { ColorInput, Group, TagsInput, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { BRAND_COLOURS } from '../../../src-shared/desk/values/brand-look.ts'

type Fields = { name: string; colour: string; tags: string[] }
type Props = {
  readonly inputProps: UseFormReturnType<Fields>['getInputProps']
  /** Between the name and the rest. */
  readonly children?: ReactNode
  /** The name has the focus at first. */
  readonly isFocused?: boolean
}

/** How a brand is shown and found. */
export const BrandFields = ({ inputProps, children, isFocused = true }: Props) => (
  <>
    <TextInput label="Name" data-autofocus={isFocused || undefined} maxLength={80} {...inputProps('name')} />
    {children}
    <Group grow align="flex-start" gap="sm">
      <ColorInput
        label="Colour"
        placeholder="Chosen by the desk"
        format="hex"
        swatches={[...BRAND_COLOURS]}
        swatchesPerRow={7}
        {...inputProps('colour')}
      />
      <TagsInput label="Tags" placeholder="retail, eu" {...inputProps('tags')} />
    </Group>
  </>
)
