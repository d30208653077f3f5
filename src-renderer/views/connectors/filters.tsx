import { Button, Group, Switch } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { plural } from '../../format/numbers.ts'
import { TagSelect } from '../../parts/fields/tag-select.tsx'
import { clearPicked, setMatrix, useMatrixState } from '../../state/connector-staging.ts'
import { setParams, useParams } from '../../state/location.ts'
import { SearchInput } from '../../table/search-input.tsx'
import pageCss from '../../table/table-page.module.css'

type Props = {
  readonly onDone: () => void
  readonly children?: ReactNode
}

/** Which brands, which tools. */
export const Filters = ({ onDone, children }: Props) => {
  const { q = '', only } = useParams()
  const { tag, picked, isPickedOnly } = useMatrixState()
  return (
    <div className={pageCss.filters}>
      <SearchInput
        label="Search tools"
        placeholder="Search tools"
        value={q}
        onChange={(text) => setParams({ q: text })}
        onDone={onDone}
      />
      <TagSelect
        label="Brands with the tag"
        value={tag ?? ''}
        onChange={(next) => setMatrix({ tag: next === '' ? null : next })}
      />
      <Switch
        label="Only differences"
        checked={only === '1'}
        onChange={(event) => setParams({ only: event.currentTarget.checked ? '1' : '' })}
      />
      {picked.size === 0 ? null : (
        <>
          <Switch
            label={`Only the ${plural(picked.size, 'selected brand')}`}
            checked={isPickedOnly}
            onChange={(event) => setMatrix({ isPickedOnly: event.currentTarget.checked })}
          />
          <Button variant="subtle" color="gray" leftSection={<IconX size={13} />} onClick={clearPicked}>
            Clear the selection
          </Button>
        </>
      )}
      <Group ml="auto">{children}</Group>
    </div>
  )
}
