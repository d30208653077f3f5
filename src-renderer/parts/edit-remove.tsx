import { Button } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'

type Props = { readonly name: string; readonly onEdit: () => void; readonly onRemove: () => void }

/** What can be done with one line of a list that people write. */
export const EditRemove = ({ name, onEdit, onRemove }: Props) =>
  [
    { word: 'Edit', Icon: IconPencil, act: onEdit },
    { word: 'Remove', Icon: IconTrash, act: onRemove },
  ].map(({ word, Icon, act }) => {
    const icon = <Icon size={14} aria-hidden />
    return (
      <Button key={word} variant="subtle" color="gray" leftSection={icon} aria-label={`${word} ${name}`} onClick={act}>
        {word}
      </Button>
    )
  })
