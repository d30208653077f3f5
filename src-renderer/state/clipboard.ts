import { notify } from './notices.ts'

/** Copies text and notifies; also if the page has no permission to copy. */
export const copyText = (text: string, said: string): void => {
  navigator.clipboard.writeText(text).then(
    () => notify({ title: said }),
    () => notify({ title: 'Nothing was copied', message: 'The page cannot write to the clipboard.', tone: 'warning' }),
  )
}
