import { Loader, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { CallInput } from '../../../src-shared/desk/contract.ts'
import { nonce } from '../../csp-nonce.ts'
import { useDesk } from '../../data/use-desk.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { useWidth } from '../../table/use-width.ts'
import css from './reports.module.css'

/** A4 at 96 dots an inch. */
const PAPER_PX = 794

/** The preview inherits the page's policy, which lets in only style elements with the page's nonce. */
const withNonce = (html: string): string => html.replaceAll('<style>', `<style nonce="${nonce}">`)

type PaperProps = { readonly html: string; readonly title: string; readonly scale: number }

/**
 * The report's own HTML, where nothing can run: the sandbox allows no script, and the inherited policy lets it reach
 * nothing. It has our origin only so that it can be measured; a click goes through it, so that the keys stay here.
 */
const Paper = ({ html, title, scale }: PaperProps) => {
  const frame = useRef<HTMLIFrameElement>(null)
  const watched = useRef<ResizeObserver | null>(null)
  const [heightPx, setHeightPx] = useState(0)
  useEffect(() => () => watched.current?.disconnect(), [])
  const measure = () => {
    watched.current?.disconnect()
    const whole = frame.current?.contentDocument?.documentElement
    if (whole === undefined) return
    watched.current = new ResizeObserver(() => setHeightPx(whole.offsetHeight))
    watched.current.observe(whole)
  }
  return (
    <div style={{ width: PAPER_PX * scale, height: heightPx * scale, margin: '0 auto' }}>
      <iframe
        ref={frame}
        className={css.paper}
        title={title}
        sandbox="allow-same-origin"
        // It is as high as its page; a bar of its own would cut that.
        scrolling="no"
        srcDoc={withNonce(html)}
        style={{ width: PAPER_PX, height: heightPx, transform: `scale(${scale})` }}
        onLoad={measure}
      />
    </div>
  )
}

type Props = {
  /** Null: nothing to show yet, and `children` says why. */
  readonly input: CallInput<'reports.html'> | null
  readonly title: string
  readonly children?: ReactNode
}

/** How a report will look, page by page. */
export const ReportPreview = ({ input, title, children }: Props) => {
  const { value, error, reload } = useDesk('reports.html', input)
  const [roomPx, watchRoom] = useWidth()
  const scale = Math.min(1, roomPx / PAPER_PX)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section className={css.preview} aria-label={title} tabIndex={0} data-preview>
      <div ref={watchRoom}>
        {error === undefined ? null : (
          <ErrorNotice title="The preview could not be made" error={error} onRetry={reload} />
        )}
        {input === null ? (
          children
        ) : value === undefined ? (
          error === undefined ? (
            <Text c="dimmed" role="status">
              <Loader size={14} mr={8} />
              Making the preview …
            </Text>
          ) : null
        ) : (
          <Paper html={value.html} title={title} scale={scale} />
        )}
      </div>
    </section>
  )
}
