// What a person would call broken in the layout of the page as it is shown now: texts on top of each other, buttons and
// headers that are cut off, a page or table that scrolls sideways, a page that scrolls where nothing more is, a label on
// the plot of a chart, which is over its curve sooner or later.
import type { Page } from 'playwright-core'
import type { DrawnText } from './page-checks.ts'

/** One line for each fault, at most ten of a kind; empty when there is none. */
export const layoutFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    type Box = { left: number; right: number; top: number; bottom: number }
    const KEPT = 10
    const SLACK_PX = 1.5
    const nameOf = (element: Element): string =>
      `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`

    const isShown = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect()
      return width > 0 && height > 0 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    }
    const isOnlyRead = (element: Element): boolean =>
      element.closest('[data-visually-hidden], .visually-hidden') !== null

    const overlap = (one: Box, other: Box): Box => ({
      left: Math.max(one.left, other.left),
      right: Math.min(one.right, other.right),
      top: Math.max(one.top, other.top),
      bottom: Math.min(one.bottom, other.bottom),
    })
    const isArea = ({ left, right, top, bottom }: Box): boolean => right - left > SLACK_PX && bottom - top > SLACK_PX

    const windowBox = { left: 0, right: innerWidth, top: 0, bottom: innerHeight }
    const clips = new Map<Element | null, Box>([[null, windowBox]])
    /** What an element and its ancestors leave visible of what is in it. */
    const clipOf = (element: Element | null): Box => {
      const known = clips.get(element)
      if (known !== undefined || element === null) return known ?? windowBox
      const { overflowX, overflowY } = getComputedStyle(element)
      const outer = clipOf(element.parentElement)
      const clip =
        overflowX === 'visible' && overflowY === 'visible' ? outer : overlap(outer, element.getBoundingClientRect())
      clips.set(element, clip)
      return clip
    }
    const visibleBox = (element: Element, box: Box): Box => overlap(clipOf(element), box)

    /** Lines of text that can be seen, each with its element. */
    const linesOf = (root: Element): { readonly element: Element; readonly box: Box; readonly text: string }[] => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const lines = []
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const element = node.parentElement
        const text = node.textContent?.trim() ?? ''
        if (element === null || text === '' || isOnlyRead(element) || !isShown(element)) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        for (const rect of range.getClientRects()) {
          const box = visibleBox(element, rect)
          if (isArea(box)) lines.push({ element, box, text })
        }
      }
      return lines
    }

    const overlapping = (row: Element): string[] => {
      const lines = linesOf(row)
      return lines.flatMap((one, at) =>
        lines
          .slice(at + 1)
          .filter((other) => one.element !== other.element && isArea(overlap(one.box, other.box)))
          .map((other) => `overlap: “${one.text.slice(0, 30)}” and “${other.text.slice(0, 30)}”`),
      )
    }

    /** Its text is cut off, and nothing shows the whole of it. */
    const isCut = (element: Element): boolean =>
      [element, ...element.querySelectorAll('*')].some((part) => {
        const titled = '[title]:not([title=""])'
        if (part.closest(titled) !== null || part.querySelector(titled) !== null || part.closest('svg') !== null)
          return false
        const { overflowX } = getComputedStyle(part)
        return overflowX !== 'visible' && part.scrollWidth > part.clientWidth + SLACK_PX && linesOf(part).length > 0
      })
    /** A part of it is outside the window or hidden by its surroundings, and it does not scroll into view. */
    const isOutside = (element: Element): boolean => {
      const box = element.getBoundingClientRect()
      if (element.closest('[data-scrolls-x], [title]:not([title=""])') !== null) return false
      const seen = visibleBox(element, box)
      return seen.bottom - seen.top > SLACK_PX && (seen.right < box.right - SLACK_PX || seen.left > box.left + SLACK_PX)
    }

    /** How far down something in a scroller can be seen, beyond what is cut by parts in between. */
    const seenBottom = (element: Element, scroller: Element): number => {
      let { bottom } = element.getBoundingClientRect()
      for (let part = element.parentElement; part !== null && part !== scroller; part = part.parentElement)
        if (getComputedStyle(part).overflowY !== 'visible')
          bottom = Math.min(bottom, part.getBoundingClientRect().bottom)
      return bottom
    }
    /** The place scrolls down, and nothing is there. */
    const intoNothing = (view: Element | null): string[] => {
      if (view === null || view.scrollHeight <= view.clientHeight + SLACK_PX) return []
      const end = view.getBoundingClientRect().top + view.clientHeight - view.scrollTop + SLACK_PX
      const isMore = [...view.querySelectorAll('*')].some(
        (part) => part.getBoundingClientRect().height > 1.5 && seenBottom(part, view) > end,
      )
      return isMore ? [] : [`scrolls into nothing: ${view.scrollHeight} > ${view.clientHeight}`]
    }

    const all = (selector: string) => [...document.querySelectorAll(selector)].filter(isShown)
    const topsOf = (rects: Iterable<DOMRect>): number => new Set([...rects].map(({ top }) => Math.round(top))).size
    /** A word that goes on in the next line, in the button of a row. */
    const brokenWords = (button: Element): string[] => {
      const walker = document.createTreeWalker(button, NodeFilter.SHOW_TEXT)
      const broken: string[] = []
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        if (node.parentElement === null || isOnlyRead(node.parentElement)) continue
        for (const { index, 0: word } of (node.textContent ?? '').matchAll(/\p{L}+/gu)) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          if (topsOf(range.getClientRects()) > 1) broken.push(`broken word: “${word}”`)
        }
      }
      return broken
    }
    /** The buttons of one row stand in several lines. */
    const wrapped = (cell: Element): string[] => {
      const buttons = [...cell.querySelectorAll('button')].filter(isShown)
      const [first] = buttons
      const last = buttons.at(-1)
      if (first === undefined || last === undefined) return []
      const isBelow = last.getBoundingClientRect().top >= first.getBoundingClientRect().bottom
      return isBelow ? [`buttons wrap: ${nameOf(first)} and ${nameOf(last)}`] : []
    }
    /** Most of a scroll area is another one that scrolls the same way: two scrollbars beside each other. */
    const nested = (): string[] => {
      const scrollers = all('#view, #view *').filter((part) => {
        const { overflowY } = getComputedStyle(part)
        return (overflowY === 'auto' || overflowY === 'scroll') && part.scrollHeight > part.clientHeight + SLACK_PX
      })
      return scrollers.flatMap((outer) =>
        scrollers
          .filter((inner) => {
            if (inner === outer || !outer.contains(inner)) return false
            const isBeside = inner.getBoundingClientRect().right > outer.getBoundingClientRect().right - 60
            return isBeside && inner.clientHeight > outer.clientHeight / 2
          })
          .map((inner) => `scrolls inside another: ${nameOf(inner)} in ${nameOf(outer)}`),
      )
    }
    const paneOver = (): string[] =>
      all('aside[aria-label^="Details of"]').flatMap((pane) =>
        all('[role="columnheader"]')
          .filter((head) =>
            isArea(overlap(pane.getBoundingClientRect(), visibleBox(head, head.getBoundingClientRect()))),
          )
          .map((head) => `details over a column: ${nameOf(head)}`),
      )
    /** What is drawn on a canvas is known after `recordDrawnTexts`. */
    const labelsOver = (chart: Element): string[] => {
      const [canvas, plot] = [chart.querySelector('canvas'), chart.querySelector('.u-over')?.getBoundingClientRect()]
      if (canvas === null || plot === undefined) return []
      const { left: x, top: y, width } = canvas.getBoundingClientRect()
      const scale = width / canvas.width
      const drawn = (JSON.parse(canvas.dataset.drawn ?? '[]') as DrawnText[]).map(({ text, ...box }) => ({
        text,
        box: {
          left: x + box.left * scale,
          right: x + box.right * scale,
          top: y + box.top * scale,
          bottom: y + box.bottom * scale,
        },
      }))
      return [...drawn, ...linesOf(chart.closest('figure') ?? chart)]
        .filter(({ box }) => isArea(overlap(box, plot)))
        .map(({ text }) => `label over a curve: “${text}”`)
    }
    const root = document.documentElement
    const sideways = all('html, body, #view, #view *')
      .filter((element) => {
        const { overflowX } = getComputedStyle(element)
        const scrolls = element === root || element === document.body || overflowX === 'auto' || overflowX === 'scroll'
        return (
          scrolls && !element.hasAttribute('data-scrolls-x') && element.scrollWidth > element.clientWidth + SLACK_PX
        )
      })
      .map(
        (element) =>
          `scrolls sideways: ${element.tagName.toLowerCase()}.${element.className} ${element.scrollWidth} > ${element.clientWidth}`,
      )
    const cut = all('button, a[href], th, [role="columnheader"], [role="tab"], h1, h2, h3, legend, label')
      .filter((element) => !isOnlyRead(element) && (isCut(element) || isOutside(element)))
      .map((element) => `cut: ${nameOf(element)}`)
    const numbers = all('td, [role="gridcell"], [role="cell"]')
      .filter((cell) => /^[▲▼−\-+]?\s*[\d.,]+\s?[%KM]?$/.test(cell.textContent?.trim() ?? '') && isCut(cell))
      .map((cell) => `cut number: “${cell.textContent?.trim()}”`)
    const rows = all('tr, [role="row"], header, nav li, nav button, section > h2').flatMap(overlapping)
    const empty = intoNothing(document.getElementById('view'))
    const broken = all('td button').flatMap(brokenWords)
    const wraps = all('td').flatMap(wrapped)
    const labels = all('.uplot').flatMap(labelsOver)
    return [sideways, empty, nested(), paneOver(), cut, numbers, broken, wraps, rows, labels].flatMap((faults) =>
      [...new Set(faults)].slice(0, KEPT),
    )
  })
