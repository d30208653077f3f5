import { Button } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'

type Props = { readonly name: string; readonly onEdit: () => void; readonly onRemove: () => void }

/** What can be done with one line of a list that people write. */
export const EditRemove = ({ name, onEdit, onRemove }: Props) => {
  const quiet = { variant: 'subtle', color: 'gray' } as const
  return (
    <>
      <Button
        {...quiet}
        leftSection={<IconPencil size={14} aria-hidden />}
        aria-label={`Edit ${name}`}
        onClick={onEdit}
      >
        Edit
      </Button>
      <Button
        {...quiet}
        leftSection={<IconTrash size={14} aria-hidden />}
        aria-label={`Remove ${name}`}
        onClick={onRemove}
      >
        Remove
      </Button>
    </>
  )
}
