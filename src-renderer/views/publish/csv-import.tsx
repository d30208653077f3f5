import { Button, FileButton } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { plural } from '../../format/numbers.ts'
import { useBrands } from '../../state/brands.ts'
import { useLocation } from '../../state/location.ts'
import { notify } from '../../state/notices.ts'
import { draftHere, setDraft } from '../../state/publish-draft.ts'
import { listOf, parseSlugCsv } from './slug-list.ts'

const BYTES_MAX = 5_000_000

/** Brands by the ways a file may name them. */
const finder = () => {
  const { list } = useBrands.getState()
  const byName = new Map(
    list.flatMap((brand) => [brand.name, brand.slug, brand.id].map((name) => [name.trim().toLowerCase(), brand.id])),
  )
  return (name: string) => byName.get(name.trim().toLowerCase())
}

const readFile = async (file: File): Promise<void> => {
  if (file.size > BYTES_MAX)
    return notify({ title: 'The file is too large', message: 'The limit is 5 MB.', tone: 'warning' })
  const rows = parseSlugCsv(await file.text())
  const { brandIds, slugs } = draftHere()
  const { scope } = useLocation.getState()
  const find = finder()
  const fallback = brandIds.length === 1 ? brandIds[0] : scope === 'all' ? undefined : scope
  const placed = rows.map(({ brand, slug }) => ({ brandId: brand === null ? fallback : find(brand), brand, slug }))
  const strangers = new Set(placed.filter((row) => row.brandId === undefined).map((row) => row.brand ?? 'no brand'))
  const next: Record<string, readonly string[]> = { ...slugs }
  for (const { brandId, slug } of placed)
    if (brandId !== undefined) next[brandId] = listOf([...(next[brandId] ?? []), slug]).slugs
  const found = Object.keys(next).filter((id) => placed.some((row) => row.brandId === id))
  setDraft({ slugs: next, brandIds: [...new Set([...brandIds, ...found])] })
  const taken = placed.filter((row) => row.brandId !== undefined).length
  notify({
    title: `${plural(taken, 'article')} read for ${plural(found.length, 'brand')}`,
    message:
      strangers.size === 0
        ? ''
        : `${rows.length - taken} left out: ${[...strangers].slice(0, 5).join(', ')} ${strangers.size === 1 ? 'is' : 'are'} not on this desk.`,
    tone: strangers.size === 0 ? 'good' : 'warning',
  })
}

/** Articles out of a CSV file: a column with slugs, and one with brands where there are many. */
export const CsvImport = () => (
  <FileButton accept=".csv,.tsv,.txt,text/csv,text/plain" onChange={(file) => file !== null && void readFile(file)}>
    {(props) => (
      <Button {...props} variant="default" leftSection={<IconFileSpreadsheet size={14} />}>
        Read CSV file
      </Button>
    )}
  </FileButton>
)
