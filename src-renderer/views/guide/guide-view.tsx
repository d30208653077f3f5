import { Paper } from '@mantine/core'
import Markdown, { type Components } from 'react-markdown'
import { NoMainAction } from '../../parts/main-action.tsx'
import { Page } from '../../parts/panel.tsx'
import { go, useParams } from '../../state/location.ts'
import css from './guide.module.css'

// The user guide (docs/guide) is part of the window: it opens without a network. Its pictures are made by
// `npm run guide`.
const texts = import.meta.glob<string>('../../../docs/guide/*.md', { query: '?raw', import: 'default', eager: true })
const images = import.meta.glob<string>('../../../docs/guide/images/*.png', {
  query: '?url',
  import: 'default',
  eager: true,
})

const nameOf = (path: string): string => path.replace(/^.*\//, '').replace(/\.\w+$/, '')

type GuidePage = { readonly id: string; readonly title: string; readonly text: string }

/** The index first, then in its order. */
const pages: readonly GuidePage[] = (() => {
  const all = Object.entries(texts).map(([path, text]) => {
    return { id: nameOf(path), title: /^# (.+)$/m.exec(text)?.[1] ?? nameOf(path), text }
  })
  const index = all.find(({ id }) => id === 'README')?.text ?? ''
  const place = ({ id }: GuidePage): number => (id === 'README' ? -1 : index.indexOf(`(${id}.md)`))
  return all.toSorted((one, other) => place(one) - place(other))
})()

/** The address of a picture that a page names by its relative path; undefined if there is none. */
const imageUrl = (source: string): string | undefined => images[`../../../docs/guide/${source}`]

const open = (page: string) => go({ view: 'guide', params: { page } })

const PARTS: Components = {
  a: ({ href = '', children }) => {
    const page = pages.find(({ id }) => href === `${id}.md`)
    if (page === undefined) return <>{children}</>
    return (
      <button type="button" className={css.link} onClick={() => open(page.id)}>
        {children}
      </button>
    )
  },
  img: ({ src = '', alt = '' }) => <img className={css.image} src={imageUrl(String(src))} alt={alt} />,
}

/** One page per job, with pictures of the demo. */
export const GuideView = () => {
  const { page } = useParams()
  const current = pages.find(({ id }) => id === page) ?? pages[0]
  if (current === undefined) return null
  // The index is a menu itself.
  const isIndex = current.id === 'README'
  return (
    <Page>
      <NoMainAction />
      <div className={css.layout} data-index={isIndex || undefined}>
        {isIndex ? null : (
          <nav className={css.nav} aria-label="Guide">
            {pages.map(({ id, title }) => (
              <button
                key={id}
                type="button"
                aria-current={id === current.id ? 'page' : undefined}
                onClick={() => open(id)}
              >
                {title}
              </button>
            ))}
          </nav>
        )}
        <Paper
          component="article"
          className={css.text ?? ''}
          withBorder
          p="lg"
          maw={isIndex ? undefined : 820}
          key={current.id}
        >
          <Markdown components={PARTS}>{current.text}</Markdown>
        </Paper>
      </div>
    </Page>
  )
}
