import { setParams, useParams } from '../../state/location.ts'
import { FilterInput } from './filter-input.tsx'
import { TagSelect } from './tag-select.tsx'

type Props = { readonly label: string; readonly placeholder: string; readonly w?: number }

/** Brands by their text and tag, kept in the address of the place. */
export const TextAndTag = (words: Props) => {
  const { q = '', tag = '' } = useParams()
  return (
    <>
      <FilterInput {...words} value={q} onChange={(text) => setParams({ q: text })} />
      <TagSelect value={tag} onChange={(next) => setParams({ tag: next })} />
    </>
  )
}
