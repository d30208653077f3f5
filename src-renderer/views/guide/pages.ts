// The user guide (docs/guide) is part of the window: it opens without a network. Its pictures are made by
// `npm run guide`.
const texts = import.meta.glob<string>('../../../docs/guide/*.md', { query: '?raw', import: 'default', eager: true })
const images = import.meta.glob<string>('../../../docs/guide/images/*.png', {
  query: '?url',
  import: 'default',
  eager: true,
})

const nameOf = (path: string): string => path.replace(/^.*\//, '').replace(/\.\w+$/, '')

export type GuidePage = { readonly id: string; readonly title: string; readonly text: string }

/** The index first, then in its order. */
export const pages: readonly GuidePage[] = (() => {
  const all = Object.entries(texts).map(([path, text]) => {
    return { id: nameOf(path), title: /^# (.+)$/m.exec(text)?.[1] ?? nameOf(path), text }
  })
  const index = all.find(({ id }) => id === 'README')?.text ?? ''
  const place = ({ id }: GuidePage): number => (id === 'README' ? -1 : index.indexOf(`(${id}.md)`))
  return all.toSorted((one, other) => place(one) - place(other))
})()

/** The address of a picture that a page names by its relative path; undefined if there is none. */
export const imageUrl = (source: string): string | undefined => images[`../../../docs/guide/${source}`]
