// The least that a list of rows can be: a pool of elements that are moved and filled as the list scrolls. The same row
// height, columns and window as the desk's table, its rows made up in memory, and nothing else on the page.
import type { Page } from 'playwright-core'

export type HandList = {
  readonly rows: number
  readonly rowPx: number
  readonly widthsPx: readonly number[]
  /** It scrolls from side to side: its rows are columns, their widths heights. */
  readonly isAcross: boolean
}

const STYLE = `body{margin:0;font:13px system-ui,sans-serif}
  #list{height:624px;margin:176px 0 0 232px;overflow:auto;position:relative}
  .row{position:absolute;display:flex;width:100%;border-bottom:1px solid #e9ecef;box-sizing:border-box}
  #list[data-across]{width:1048px} #list[data-across] .row{flex-direction:column;height:100%}
  .row div{overflow:hidden;white-space:nowrap;text-overflow:ellipsis;padding:8px;box-sizing:border-box}`

export const openHandList = async (page: Page, list: HandList): Promise<void> => {
  await page.setContent(`<!doctype html><style>${STYLE}</style><div id="list" role="grid"><div id="box"></div></div>`)
  await page.evaluate(({ rows, rowPx, widthsPx, isAcross }) => {
    const scroller = document.querySelector<HTMLElement>('#list')
    const box = document.querySelector<HTMLElement>('#box')
    if (scroller === null || box === null) throw new Error('The page has no list.')
    scroller.toggleAttribute('data-across', isAcross)
    const [along, across] = isAcross ? (['width', 'height'] as const) : (['height', 'width'] as const)
    box.style[along] = `${rows * rowPx}px`
    const roomPx = isAcross ? scroller.clientWidth : scroller.clientHeight
    const pool = Array.from({ length: Math.ceil(roomPx / rowPx) + 2 }, () => {
      const row = document.createElement('div')
      row.className = 'row'
      row.style[along] = `${rowPx}px`
      for (const px of widthsPx) {
        const cell = document.createElement('div')
        cell.style[across] = `${px}px`
        row.append(cell)
      }
      box.append(row)
      return { row, index: -1 }
    })
    const fill = () => {
      const first = Math.floor((isAcross ? scroller.scrollLeft : scroller.scrollTop) / rowPx)
      for (let index = first; index < Math.min(rows, first + pool.length); index += 1) {
        const slot = pool[index % pool.length]
        if (slot === undefined || slot.index === index) continue
        slot.index = index
        slot.row.style.transform = `translate${isAcross ? 'X' : 'Y'}(${index * rowPx}px)`
        Array.from(slot.row.children).forEach((cell, column) => {
          cell.textContent = column === 0 ? `keyword number ${index}` : `${(index * (column + 7)) % 1000}`
        })
      }
    }
    scroller.addEventListener('scroll', fill, { passive: true })
    fill()
  }, list)
}
