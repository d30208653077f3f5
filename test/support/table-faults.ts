// What is broken in the tables on show, in a browser whose scrollbars take room: a scrollbar for a few pixels, and the
// arrow of a sorted column that its head, its neighbour or the window cuts.
import type { Page } from 'playwright-core'

/** One line for each fault; empty when there is none. */
export const tableFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const bars = [...document.querySelectorAll<HTMLElement>('html, body, #view, #view *')].flatMap((element) => {
      const { borderTopWidth, borderBottomWidth, overflowX } = getComputedStyle(element)
      if (overflowX !== 'auto' && overflowX !== 'scroll' && element !== document.documentElement) return []
      const barPx =
        element === document.documentElement
          ? innerHeight - element.clientHeight
          : element.offsetHeight -
            element.clientHeight -
            Number.parseFloat(borderTopWidth) -
            Number.parseFloat(borderBottomWidth)
      const name = element.getAttribute('aria-label') ?? element.tagName.toLowerCase()
      return barPx > 1 ? [`scrollbar below “${name}”: ${element.scrollWidth} > ${element.clientWidth}`] : []
    })
    const cut = [...document.querySelectorAll('[aria-sort="ascending"], [aria-sort="descending"]')].flatMap((head) => {
      const arrow = head.querySelector('svg')
      const name = head.textContent?.trim()
      if (arrow === null) return [`no arrow in “${name}”`]
      const box = arrow.getBoundingClientRect()
      const room = head.getBoundingClientRect()
      const middle = box.top + box.height / 2
      const isInside = box.width >= 10 && box.left >= room.left && box.right <= room.right
      // What a person sees at both of its edges is the head, and nothing on top of it.
      const isSeen = [box.left + 1, box.right - 1].every((x) => {
        const top = document.elementFromPoint(x, middle)
        return top !== null && head.contains(top)
      })
      return isInside && isSeen ? [] : [`cut arrow in “${name}”`]
    })
    return [...bars, ...cut]
  })
