import { Paper } from '@mantine/core'
import Markdown, { type Components } from 'react-markdown'
import { Page } from '../../parts/panel.tsx'
import { go, useParams } from '../../state/location.ts'
import css from './guide.module.css'
import { imageUrl, pages } from './pages.ts'

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
  return (
    <Page>
      <div className={css.layout}>
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
        <Paper component="article" className={css.text ?? ''} withBorder p="lg" maw={820} key={current.id}>
          <Markdown components={PARTS}>{current.text}</Markdown>
        </Paper>
      </div>
    </Page>
  )
}
