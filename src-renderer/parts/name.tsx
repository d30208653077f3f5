import { Fragment, type ReactNode } from 'react'
import { isolate } from '../format/isolate.ts'

/** An address breaks where its parts end, so that no word of it is cut. */
const withBreaks = (text: string): ReactNode =>
  /^https?:\/\//.test(text)
    ? text.split(/(?<=[/-])(?![/-])/).map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other name
        <Fragment key={at}>
          {part}
          <wbr />
        </Fragment>
      ))
    : text

/** A name inside a sentence or a button: whatever its direction, the words around it stay where they are. */
export const Name = ({ children }: { readonly children: string }) => <bdi>{withBreaks(isolate(children))}</bdi>
