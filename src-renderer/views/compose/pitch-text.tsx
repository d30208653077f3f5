// A pitch as the service renders it: Markdown with its line breaks kept. Everything in it is inert: markup is shown as
// text, pictures are named and not loaded, and only https links open.
import { Divider, Paper, type PaperProps, Text } from '@mantine/core'
import Markdown, { type Components } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkBreaks from 'remark-breaks'
import { formatWhole } from '../../format/numbers.ts'
import { isSafeLink } from '../../table/links.ts'
import { BODY_MAX, cutAt, SUBJECT_MAX } from './limits.ts'
import css from './pitch-text.module.css'

// Markup is sent as it is written, so the preview shows it as text; without this step it would be missing there.

type Node = { type: string; children?: Node[] }

const turn = (node: Node): void => {
  if (node.type === 'raw') node.type = 'text'
  for (const child of node.children ?? []) turn(child)
}

/** A step of rehype: markup becomes the text that it is written with. */
export const rawAsText =
  () =>
  (tree: Node): void =>
    turn(tree)

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
  img: ({ alt = '' }) => <span className="soft">[picture{alt === '' ? '' : `: ${alt}`}]</span>,
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
      <Text size="xs" fw={600} c="var(--bad)" mb={6}>
        Cut by the service: {formatWhole([...text].length)} characters past {formatWhole(max)}
      </Text>
      <del>{text}</del>
    </div>
  )

type SubjectProps = { readonly subject: string; readonly none?: string | undefined }

export const PitchSubject = ({ subject, none = 'No subject' }: SubjectProps) => {
  const { kept, gone } = cutAt(subject, SUBJECT_MAX)
  return (
    <h3 className={css.subject}>
      <bdi>{kept === '' ? <span className={css.none}>{none}</span> : kept}</bdi>
      {gone === '' ? null : <del title="The service cuts the subject here">{gone}</del>}
    </h3>
  )
}

/** Markdown of a person or the service, inert as a pitch is. */
export const SafeMarkdown = ({ text }: { readonly text: string }) => (
  <div className={css.body} dir="auto">
    <Markdown remarkPlugins={REMARK} rehypePlugins={REHYPE} components={PARTS}>
      {text}
    </Markdown>
  </div>
)

type BodyProps = { readonly body: string; readonly none?: string | undefined }

const PitchBody = ({ body, none = 'No text' }: BodyProps) => {
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

type PitchProps = PaperProps & {
  readonly subject: string
  readonly body: string
  /** In place of a text that could not be written for this person. */
  readonly noSubject?: string | undefined
  readonly noBody?: string | undefined
  readonly 'aria-label'?: string
}

/** The whole pitch as the person who gets it sees it. */
export const PitchPaper = ({ subject, body, noSubject, noBody, ...paper }: PitchProps) => (
  <Paper component="article" withBorder radius="lg" p={20} {...paper}>
    <PitchSubject subject={subject} none={noSubject} />
    <Divider my="sm" color="var(--line)" />
    <PitchBody body={body} none={noBody} />
  </Paper>
)
