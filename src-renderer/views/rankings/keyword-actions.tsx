import { Button, type ButtonProps } from '@mantine/core'
import { IconBasket, IconStar, IconTag } from '@tabler/icons-react'
import { type RefObject, useState } from 'react'
import { type KeywordKey, markKeywords, withTags } from '../../state/keyword-marks.ts'
import { addToBasket } from '../../state/research.ts'
import { readPicked, type TablePicks } from '../../table/picked-rows.ts'
import { KeywordTagDialog, type TaggedKeyword } from './keyword-tag-dialog.tsx'

type Props<Row> = { readonly picks: RefObject<TablePicks<Row> | null> }

const SMALL = { variant: 'default', size: 'compact-xs' } as const satisfies ButtonProps

/** What can be done with selected keywords, beside export and copy. */
export const KeywordActions = <Row extends KeywordKey>({ picks }: Props<Row>) => {
  const [tagging, setTagging] = useState<readonly TaggedKeyword[] | null>(null)
  const withRows = (failed: string, then: (rows: readonly Row[]) => unknown) => async () => {
    const rows = await readPicked(picks, failed)
    if (rows.length > 0) then(rows)
  }
  const star = withRows('The keywords were not starred', (rows) => markKeywords(rows, { star: true }))
  const tag = withRows('The keywords were not tagged', async (rows) => setTagging(await withTags(rows)))
  const add = withRows('The basket was not changed', addToBasket)
  return (
    <>
      <Button {...SMALL} leftSection={<IconStar size={13} aria-hidden />} onClick={() => void star()}>
        Star
      </Button>
      <Button {...SMALL} leftSection={<IconTag size={13} aria-hidden />} onClick={() => void tag()}>
        Tag
      </Button>
      <Button {...SMALL} leftSection={<IconBasket size={13} aria-hidden />} onClick={() => void add()}>
        Add to basket
      </Button>
      <KeywordTagDialog rows={tagging} onClose={() => setTagging(null)} />
    </>
  )
}
