import { Fragment, type ReactNode } from 'react'
import { isolate } from '../format/isolate.ts'

/** An address breaks where its parts end, so that no word of it is cut. */
const withBreaks = (text: string): ReactNode =>
  /^https?:\/\//.test(text)
    ? Array.from(text.matchAll(/.*?[/-](?![/-])|.+$/gs), ({ index: from, 0: part }) => (
        <Fragment key={from}>
          {part}
          <wbr />
        </Fragment>
      ))
    : text

/** A name inside a sentence or a button: whatever its direction, the words around it stay where they are. */
export const Name = ({ children }: { readonly children: string }) => <bdi>{withBreaks(isolate(children))}</bdi>
