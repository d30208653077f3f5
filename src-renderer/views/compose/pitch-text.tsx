// A pitch as the service renders it: Markdown with its line breaks kept. Whatever stands in it is inert here: markup is
// shown as text, pictures are named and not loaded, and an address leads on only where it is plain https.
import Markdown, { type Components } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkBreaks from 'remark-breaks'
import { formatWhole } from '../../format/numbers.ts'
import { isSafeLink } from '../../table/links.ts'
import { BODY_MAX, cutAt, SUBJECT_MAX } from './limits.ts'
import css from './pitch-text.module.css'
import { rawAsText } from './raw-as-text.ts'

const PARTS: Components = {
  a: ({ href = '', children }) =>
    isSafeLink(href) ? (
      <a href={href} title={href} target="_blank" rel="noreferrer noopener">
        {children}
      </a>
    ) : (
      <span className={css.deadLink} title="Link disabled: only https addresses open">
        {children}
      </span>
    ),
  img: ({ alt = '' }) => <span className={css.picture}>[picture{alt === '' ? '' : `: ${alt}`}]</span>,
  // The page has one heading of its own; those of a pitch are drawn below it.
  h1: ({ children }) => <h4>{children}</h4>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  h4: ({ children }) => <h5>{children}</h5>,
  input: ({ checked }) => <span aria-hidden>{checked === true ? '☑' : '☐'} </span>,
}
const REMARK = [remarkBreaks]
const REHYPE = [rawAsText, rehypeSanitize]

const Gone = ({ text, max }: { readonly text: string; readonly max: number }) =>
  text === '' ? null : (
    <div className={css.gone}>
      <div className={css.goneHead}>
        Cut by the service: {formatWhole([...text].length)} characters past {formatWhole(max)}
      </div>
      <del>{text}</del>
    </div>
  )

type SubjectProps = { readonly subject: string; readonly none?: string }

export const PitchSubject = ({ subject, none = 'No subject' }: SubjectProps) => {
  const { kept, gone } = cutAt(subject, SUBJECT_MAX)
  return (
    <h3 className={css.subject}>
      <bdi>{kept === '' ? <span className={css.none}>{none}</span> : kept}</bdi>
      {gone === '' ? null : <del title="The service cuts the subject here">{gone}</del>}
    </h3>
  )
}

type BodyProps = { readonly body: string; readonly none?: string }

export const PitchBody = ({ body, none = 'No text' }: BodyProps) => {
  const { kept, gone } = cutAt(body, BODY_MAX)
  return (
    <div className={css.body} dir="auto">
      {kept.trim() === '' ? (
        <p className={css.none}>{none}</p>
      ) : (
        <Markdown remarkPlugins={REMARK} rehypePlugins={REHYPE} components={PARTS}>
          {kept}
        </Markdown>
      )}
      <Gone text={gone} max={BODY_MAX} />
    </div>
  )
}
