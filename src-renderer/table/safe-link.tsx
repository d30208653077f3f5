import { isSafeLink } from './links.ts'

/** An address from the service: a link if it is plain https, else text. */
export const SafeLink = ({ text }: { readonly text: string }) =>
  isSafeLink(text) ? (
    <a href={text} target="_blank" rel="noreferrer noopener">
      {text}
    </a>
  ) : (
    <span>{text}</span>
  )
