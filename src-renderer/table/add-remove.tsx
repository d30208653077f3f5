import { Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useCommands } from '../commands/use-commands.ts'
import { MainAction } from '../parts/main-action.tsx'
import type { Table } from './use-table.ts'

type Act = { readonly title: string; readonly label: string; readonly run: () => unknown }
type Options<Row> = { readonly place: string; readonly table: Table<Row>; readonly add: Act; readonly remove: Act }

/** The two actions of a list that people write: as keys and commands, and as buttons of its table. */
export const useAddRemove = <Row,>({ place, table, add, remove }: Options<Row>) => {
  const id = place.toLowerCase()
  useCommands(place, [
    { id: `${id}.add`, title: add.title, icon: IconPlus, keys: ['a'], run: add.run },
    {
      id: `${id}.remove`,
      title: remove.title,
      icon: IconTrash,
      keys: ['delete', 'backspace'],
      isEnabled: () => table.grid.blocks.snapshot.total > 0,
      run: remove.run,
    },
  ])
  const icon = <IconTrash size={13} aria-hidden />
  return {
    actions: (
      <MainAction>
        <Button leftSection={<IconPlus size={14} />} onClick={() => void add.run()}>
          {add.label}
        </Button>
      </MainAction>
    ),
    barStart:
      table.picked === 0 ? null : (
        <Button variant="default" size="compact-xs" leftSection={icon} onClick={() => void remove.run()}>
          {remove.label}
        </Button>
      ),
  }
}
